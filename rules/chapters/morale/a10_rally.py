"""A10.6 Rally: who may try whom, the DRM, and what the DR does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.board.locations import hex_of, is_pillbox
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_of_try
from rules.chapters.concealment.covers import surface
from rules.chapters.ground.b_terrain import eases_rally
from rules.chapters.morale.a10_check import RALLY_ATTEMPT, Check, Outcome, Words, make_check
from rules.chapters.morale.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.morale.a10_morale_level import morale_level
from rules.chapters.morale.a15_heat_of_battle import after_rally
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a18_leader_creation import (
    create_leader,
    creation_modifiers,
    may_create_leader,
)
from rules.chapters.morale.a25_commissars import punish
from rules.chapters.works.b27_entrenchments import is_in_trench
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import NamedQuestion, Rule
from rules.position.position import (
    Position,
    good_order,
    has_acted,
    is_leader,
    is_smc,
    leadership,
    name,
    values,
)

FATE = 12
SNAKE_EYES = 2
DM_DRM = 4
SELF_RALLY_DRM = 1
COVER_DRM = -1

_WORDS = Words(passed="rallies", failed="stays broken", twelve="Fate")

WantsLeader = Callable[[], Procedure[bool]]


def rallying_leaders(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """A10.6: the Good Order leaders in a unit's Location, by id; rallying does not use them up, but
    whatever else they have done in this RPh does (A3.1). A Commissar rallies himself alone
    (A25.22).
    """
    if values(unit).commissar:
        return ()
    there = position.personnel_at(unit.at, unit.side)
    return tuple(
        u
        for u in there
        if u.id != unit.id and is_leader(u) and good_order(u) and (u.rallying or not has_acted(u))
    )


def may_try_rally(unit: Unit) -> bool:
    """A10.6: a broken unit not in Melee that has not tried to rally in this Player Turn."""
    return unit.broken and not unit.melee and not unit.used


def is_first_self_rally(position: Position, unit: Unit) -> bool:
    """A18.11: whether this would be the first MMC Rally attempt of the ATTACKER's own RPh."""
    clock = position.clock
    return unit.side is clock.phasing and clock.self_rally_open and not is_smc(unit)


def may_self_rally(position: Position, unit: Unit) -> bool:
    """A10.63, A18.11: whether a unit may try without a leader; not where one could rally it, but
    that a Commissar must (A25.22); and nobody who is Disrupted (A19.12).
    """
    if unit.disrupted:
        return False
    if values(unit).commissar:
        return True
    if rallying_leaders(position, unit):
        return False
    return values(unit).self_rally or is_first_self_rally(position, unit)


@dataclass(frozen=True)
class Rallying:
    """A unit that tries to rally, by a leader or, without one, by itself: what the DRM are asked
    of.
    """

    position: Position
    unit: Unit
    leader: Unit | None


RallyDrm: TypeAlias = Callable[[Rallying], Iterable[Modifier]]


def _dm(rallying: Rallying) -> tuple[Modifier, ...]:
    """A10.62: DM, which a Commissar does away with (A25.222)."""
    leader = rallying.leader
    if leader is not None and values(leader).commissar:
        return ()
    return (Modifier("A10.62", "DM", DM_DRM),) if rallying.unit.dm else ()


def _self_rally(rallying: Rallying) -> tuple[Modifier, ...]:
    alone = rallying.leader is None
    return (Modifier("A10.63", "Self-Rally", SELF_RALLY_DRM),) if alone else ()


def _leader(rallying: Rallying) -> tuple[Modifier, ...]:
    leader = rallying.leader
    if leader is None or not leadership(leader):
        return ()
    return (Modifier("A10.7", f"{name(leader)} rallies", leadership(leader)),)


def _cover(rallying: Rallying) -> tuple[Modifier, ...]:
    position, at = rallying.position, rallying.unit.at
    if is_pillbox(at):
        return (Modifier("B30.5", "pillbox", COVER_DRM),)
    if not eases_rally(position, at):
        in_trench = is_in_trench(position, rallying.unit)
        return (Modifier("A10.61", "trench", COVER_DRM),) if in_trench else ()
    return (Modifier("A10.61", position.board.terrain(hex_of(at)).value, COVER_DRM),)


RALLY_DRM: NamedQuestion[RallyDrm] = NamedQuestion(
    "RALLY_DRM",
    (
        Rule("A10.62", _dm),
        Rule("A10.63", _self_rally),
        Rule("A10.7", _leader),
        Rule("A10.61", _cover),
    ),
)
"""The DRM of a Rally attempt."""


def rally_modifiers(position: Position, unit: Unit, leader: Unit | None) -> tuple[Modifier, ...]:
    """A10.6-A10.63: the DRM of a Rally attempt, by that leader or by the unit itself."""
    return position.law.ledger(RALLY_DRM, Rallying(position, unit, leader))


def rally_check(position: Position, unit: Unit, leader: Unit | None) -> Check:
    """A10.6, A18.11: a Rally attempt by that leader or by the unit itself, before it is rolled."""
    mods = rally_modifiers(position, unit, leader)
    first = leader is None and is_first_self_rally(position, unit)
    surely = SNAKE_EYES if first else None
    return Check(RALLY_ATTEMPT, unit.counter, "Rally", mods, surely=surely, words=_WORDS)


async def rally(
    table: AslTable, unit_id: CounterId, leader_id: CounterId | None, wants_leader: WantsLeader
) -> None:
    """A10.6: one Rally attempt.

    `wants_leader` asks the owner, after an Original 2 on the first MMC Self-Rally of his own RPh,
    whether he makes the Leader Creation dr (A18.11).
    """
    for rallier in table.alive((unit_id, *([leader_id] if leader_id else ()))):
        table.change(rallier.counter, used=True, rallying=is_leader(rallier))
    unit = table.unit(unit_id)
    leader = None if leader_id is None else table.unit(leader_id)
    check = rally_check(table.truth, unit, leader)
    if leader is not None:
        level = morale_level(table.truth, unit)
        tell_of_try(table, (leader,), Attempt.RALLY, level, check.mods)
    first = leader is None and is_first_self_rally(table.truth, unit)
    before = possible_losses(table.truth, table.truth.personnel_at(unit.at, unit.side))
    _close_first_attempt(table, unit)
    base = table.unit(unit_id)

    async def fate(table: AslTable, outcome: Outcome) -> None:
        if outcome.roll.total == FATE:
            casualty_reduction(table, unit_id, "Fate")
            await leader_losses(table, losses_since(table, before))

    async def leader_comes(table: AslTable, outcome: Outcome) -> None:
        if first and outcome.roll.total == SNAKE_EYES and may_create_leader(base):
            mods = creation_modifiers(table.truth, base)
            await _offer_leader(table, unit_id, mods, wants_leader)

    async def heat_of_battle(table: AslTable, outcome: Outcome) -> None:
        if leader is not None:
            await after_rally(table, outcome)

    async def commissars_wrath(table: AslTable, outcome: Outcome) -> None:
        if leader is not None and values(leader).commissar and not outcome.passed:
            surface(table, leader.counter)
            punish(table, unit_id)
            await leader_losses(table, losses_since(table, before))

    follows = (fate, _rallies, leader_comes, heat_of_battle, commissars_wrath)
    await make_check(table, check, follows)


def allow_first_self_rally(table: AslTable) -> None:
    """A18.11: nobody has tried to rally by himself yet in this RPh."""
    table.world.change(table.clock, self_rally_open=True)


async def _offer_leader(
    table: AslTable, unit_id: CounterId, mods: tuple[Modifier, ...], wants_leader: WantsLeader
) -> None:
    if await wants_leader():
        create_leader(table, unit_id, mods)


def _close_first_attempt(table: AslTable, unit: Unit) -> None:
    if is_first_self_rally(table.truth, unit):
        table.world.change(table.clock, self_rally_open=False)


async def _rallies(table: AslTable, outcome: Outcome) -> None:
    """A10.6, A19.12: who passes is unbroken, without DM, and Disrupted no more."""
    if outcome.passed:
        unit_id = outcome.check.unit
        table.change(unit_id, broken=False, dm=False, keeps_dm=False, disrupted=False)
