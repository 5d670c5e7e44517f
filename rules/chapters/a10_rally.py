"""A10.6 Rally: who may try whom, the DRM, and what the DR does."""

from collections.abc import Callable

from rules.board.locations import hex_of
from rules.chapters.a10_dm import remove_dm
from rules.chapters.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.a17_wounds import casualty_reduction
from rules.chapters.a18_leader_creation import (
    create_leader,
    creation_modifiers,
    may_create_leader,
)
from rules.chapters.b09_walls import settle_wall_advantage
from rules.chapters.b_terrain import eases_rally
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import (
    Position,
    good_order,
    is_leader,
    is_smc,
    leadership,
    morale_level,
    name,
    values,
)
from rules.kernel.dice import Roll
from rules.kernel.procedure import Procedure
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier

FATE = 12
SNAKE_EYES = 2
DM_DRM = 4
SELF_RALLY_DRM = 1
COVER_DRM = -1

WantsLeader = Callable[[], Procedure[bool]]


def rallying_leaders(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """A10.6: the Good Order leaders in a unit's Location, by id; rallying does not use them up."""
    there = position.units_at(unit.at, unit.side)
    return tuple(u for u in there if u.id != unit.id and is_leader(u) and good_order(u))


def may_try_rally(unit: Unit) -> bool:
    """A10.6: a broken unit not in Melee that has not tried to rally in this Player Turn."""
    return unit.broken and not unit.melee and not unit.used


def is_first_self_rally(position: Position, unit: Unit) -> bool:
    """A18.11: whether this would be the first MMC Rally attempt of the ATTACKER's own RPh."""
    clock = position.clock
    return unit.side is clock.phasing and clock.self_rally_open and not is_smc(unit)


def may_self_rally(position: Position, unit: Unit) -> bool:
    """A10.63, A18.11: whether a unit may try without a leader; not where one could rally it."""
    if rallying_leaders(position, unit):
        return False
    return values(unit).self_rally or is_first_self_rally(position, unit)


def rally_modifiers(position: Position, unit: Unit, leader: Unit | None) -> tuple[Modifier, ...]:
    """A10.6-A10.63: the DRM of a Rally attempt, by that leader or by the unit itself."""
    found = []
    if unit.dm:
        found.append(Modifier("A10.62", "DM", DM_DRM))
    if leader is None:
        found.append(Modifier("A10.63", "Self-Rally", SELF_RALLY_DRM))
    elif leadership(leader):
        found.append(Modifier("A10.7", f"{name(leader)} rallies", leadership(leader)))
    if eases_rally(position, unit.at):
        terrain = position.board.terrain(hex_of(unit.at))
        found.append(Modifier("A10.61", terrain.value, COVER_DRM))
    return tuple(found)


async def rally(
    table: AslTable, unit_id: str, leader_id: str | None, wants_leader: WantsLeader
) -> None:
    """A10.6: one Rally attempt.

    `wants_leader` asks the owner, after an Original 2 on the first MMC Self-Rally of his own RPh,
    whether he makes the Leader Creation dr (A18.11).
    """
    unit = table.change(unit_id, used=True)
    leader = None if leader_id is None else table.unit(leader_id)
    mods = rally_modifiers(table.position, unit, leader)
    first = leader is None and is_first_self_rally(table.position, unit)
    before = possible_losses(table.position.units_at(unit.at, unit.side))
    _close_first_attempt(table, unit)
    purpose = Purpose("rally", f"Rally of {name(unit)}", "A10.6", unit.side)

    async def effects(roll: Roll) -> None:
        base = table.unit(unit_id)
        created = first and roll.total == SNAKE_EYES
        succeeds = created or _succeeds(base, roll, mods)
        _log(table, base, roll, mods, _result(roll, succeeds=succeeds))
        if roll.total == FATE:
            casualty_reduction(table, unit_id, "Fate")
            await leader_losses(table, losses_since(table, before))
        elif succeeds:
            _rallies(table, unit_id)
        if created and may_create_leader(base):
            await _offer_leader(table, unit_id, creation_modifiers(base), wants_leader)

    await table.resolve(purpose, 2, effects)


def end_of_rally_phase(table: AslTable) -> None:
    """A10.62: DM goes where it is not kept and no enemy is ADJACENT; attempts are forgotten."""
    remove_dm(table)
    for unit in table.position.units():
        if unit.used or unit.keeps_dm:
            table.change(unit.id, used=False, keeps_dm=False)
    table.world.change(table.clock, self_rally_open=True)


async def _offer_leader(
    table: AslTable, unit_id: str, mods: tuple[Modifier, ...], wants_leader: WantsLeader
) -> None:
    if await wants_leader():
        create_leader(table, unit_id, mods)
        settle_wall_advantage(table, table.unit(unit_id).at)


def _close_first_attempt(table: AslTable, unit: Unit) -> None:
    if is_first_self_rally(table.position, unit):
        table.world.change(table.clock, self_rally_open=False)


def _succeeds(unit: Unit, roll: Roll, mods: tuple[Modifier, ...]) -> bool:
    total = roll.total + sum(mod.value for mod in mods)
    return roll.total != FATE and total <= morale_level(unit)


def _result(roll: Roll, *, succeeds: bool) -> str:
    if roll.total == FATE:
        return "Fate"
    return "rallies" if succeeds else "stays broken"


def _rallies(table: AslTable, unit_id: str) -> None:
    unit = table.change(unit_id, broken=False, dm=False, keeps_dm=False)
    settle_wall_advantage(table, unit.at)


def _log(table: AslTable, unit: Unit, roll: Roll, mods: tuple[Modifier, ...], result: str) -> None:
    total = roll.total + sum(mod.value for mod in mods)
    text = f"Rally {name(unit)}: {total} against Morale Level {morale_level(unit)}"
    at = (unit.at,)
    table.log(
        "rally", text, side=unit.side, rule="A10.6", at=at, roll=roll, mods=mods, result=result
    )
