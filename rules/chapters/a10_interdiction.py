"""A10.53 Interdiction: the enemies that command the Open Ground a unit routs through."""

from rules.chapters.a10_morale import (
    check_modifiers,
    fail_morale_check,
    highest_passing,
    leader_losses,
    losses_since,
    pin,
    possible_losses,
)
from rules.chapters.b09_walls import terrain_effect
from rules.chapters.b16_wet_firers import wet_factors
from rules.chapters.b_terrain import is_open
from rules.chapters.elimination import eliminate
from rules.chapters.known_enemies import normal_range
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import (
    Position,
    good_order,
    is_smc,
    morale_level,
    name,
    names,
    values,
)
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier


def is_open_to(position: Position, unit: Unit, enemy: Unit) -> bool:
    """A10.531: whether a unit is in Open Ground as far as an enemy goes: in his LOS, without
    Hindrance and without TEM, so that FFMO would apply were it moving.
    """
    los = position.board.los(enemy.at, unit.at)
    if los.blocked or los.hindrance or not is_open(position, unit, enemy.at, los):
        return False
    return terrain_effect(position, unit, los, (enemy,)) is None


def is_exposed_to(position: Position, unit: Unit, enemy: Unit) -> bool:
    """A10.5: whether a unit is in Open Ground in LOS and Normal Range of an enemy that is neither
    broken nor in Melee. One that could not Interdict, being pinned, counts.
    """
    if not good_order(enemy):
        return False
    reach = normal_range(position, enemy)
    return position.range(enemy.at, unit.at) <= reach and is_open_to(position, unit, enemy)


def interdictors(position: Position, router: Unit) -> tuple[Unit, ...]:
    """A10.53, A10.532: the enemies that Interdict a unit where it is now, by id.

    They are in Good Order and unpinned, and could fire there at Normal Range without being
    halved, as they are in marsh and water (B16.32, B20.6). Fire they made before does not matter.
    """
    return tuple(
        enemy
        for enemy in position.units(router.side.enemy)
        if good_order(enemy)
        and not enemy.pinned
        and not wet_factors(position, enemy)
        and position.range(enemy.at, router.at) <= _full_range(position, enemy)
        and is_open_to(position, router, enemy)
    )


def _full_range(position: Position, unit: Unit) -> int:
    """The Normal Range at which a unit fires with its full FP: a SMC alone on a MG fires it as Area
    Fire (A7.35), two do not.
    """
    printed = values(unit)
    if not is_smc(unit) or not position.weapons_of(unit) or _has_mate(position, unit):
        return normal_range(position, unit)
    return printed.range if printed.fp else 0


def _has_mate(position: Position, unit: Unit) -> bool:
    """Whether another SMC, without a weapon of his own, can serve one with this SMC."""
    return any(
        other.id != unit.id
        and is_smc(other)
        and good_order(other)
        and not other.pinned
        and not position.weapons_of(other)
        for other in position.units_at(unit.at, unit.side)
    )


async def interdict(table: AslTable, unit_id: str, leader_id: str | None) -> bool:
    """A10.53: the NMC of a routing unit that has entered a hex; whether it may rout on.

    Failing Reduces it, and what is left goes on; the highest DR that passes pins and ends the
    rout. A leader routing with it lends his DRM, takes no check, and dies if it fails (A10.711).
    """
    found = interdictors(table.position, table.unit(unit_id))
    if not found:
        return True
    router = table.unit(unit_id)
    companions = table.alive(() if leader_id is None else (leader_id,))
    mods = check_modifiers(router, companions, 0)
    everybody = table.position.units_at(router.at, router.side)
    before = possible_losses(everybody)
    purpose = Purpose("MC", f"Interdiction NMC of {name(router)}", "A10.53", router.side)

    async def effects(roll: Roll) -> bool:
        goes_on = _resolve(table, unit_id, leader_id, roll, mods)
        await leader_losses(table, losses_since(table, before))
        return goes_on

    _announce(table, router, found)
    goes_on = await table.resolve(purpose, 2, effects)
    return goes_on and bool(table.alive((unit_id,)))


def _announce(table: AslTable, router: Unit, found: tuple[Unit, ...]) -> None:
    where = table.board.name(router.at)
    text = f"{name(router)} is Interdicted in {where} by {names(found)}"
    places = (router.at, *sorted({enemy.at for enemy in found}))
    table.log("rout", text, side=router.side.enemy, rule="A10.53", at=places)


def _resolve(
    table: AslTable,
    unit_id: str,
    leader_id: str | None,
    roll: Roll,
    mods: tuple[Modifier, ...],
) -> bool:
    limit = highest_passing(table.unit(unit_id), mods)
    passed, pinned = roll.total <= limit, roll.total == limit
    result = ("passes, pinned" if pinned else "passes") if passed else "fails"
    _log(table, table.unit(unit_id), roll, mods, result)
    if pinned:
        pin(table, unit_id)
    if not passed:
        fail_morale_check(table, unit_id, roll)
        for leader in table.alive(() if leader_id is None else (leader_id,)):
            text = f"{name(leader)} falls with the unit he led"
            eliminate(table, leader.id, text, "A10.711")
    return not pinned


def _log(table: AslTable, unit: Unit, roll: Roll, mods: tuple[Modifier, ...], result: str) -> None:
    total = roll.total + sum(mod.value for mod in mods)
    text = f"Interdiction NMC {name(unit)}: {total} against Morale Level {morale_level(unit)}"
    at = (unit.at,)
    table.log(
        "check", text, side=unit.side, rule="A10.53", at=at, roll=roll, mods=mods, result=result
    )
