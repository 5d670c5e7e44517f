"""B25.11 Kindling: Infantry sets fire to its own Location."""

from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_how_it_is_read, tell_of_try
from rules.chapters.concealment.covers import set_apart
from rules.chapters.ground.b25_burnable import burns, ec_drm
from rules.chapters.ground.b25_flames import has_blaze, kindle
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.a10_check import TASK_CHECK, Check, Checking, check_modifiers, make_check
from rules.chapters.morale.a10_morale_level import morale_level
from rules.chapters.movement.able import Act, what_bars
from rules.forces.fired import Fired
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    good_order,
    is_leader,
    is_smc,
    leadership,
    name,
    values,
)

_LONE_SMC, _HALF_SQUAD = -2, -1


def kindling_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    """B25.11: why a unit may not take part in Kindling, or None if it may."""
    bar = what_bars(position, unit, Act.FIRE)
    if bar is not None:
        return bar
    if not good_order(unit) or unit.pinned or unit.unarmed:
        return Barrier("B25.11", f"{name(unit)} is in no state to kindle anything.")
    if unit.fired is not None or any(gun.fired for gun in position.weapons_of(unit)):
        return Barrier("A3.2", f"{name(unit)} has fired in this phase.")
    where = position.board.name(unit.at)
    if burns(position, unit.at) is None:
        return Barrier("B25.11", f"{where} does not burn.")
    return Barrier("B25.1", f"{where} blazes already.") if has_blaze(position, unit.at) else None


def kindling_leaders(position: Knowledge, unit: Unit) -> tuple[Unit, ...]:
    """B25.11: the leaders with whom a MMC may kindle; a SMC does so alone."""
    if is_smc(unit):
        return ()
    mates = position.personnel_at(unit.at, unit.side)
    return tuple(one for one in mates if is_leader(one) and kindling_bar(position, one) is None)


def kindling_drm(position: Position, unit: Unit, leader: Unit | None) -> tuple[Modifier, ...]:
    """B25.11: the EC, the leader's modifier reversed, and how few they are."""
    found = [*ec_drm(position, unit.at)]
    led_by = unit if leader is None and is_leader(unit) else leader
    if led_by is not None and leadership(led_by):
        found.append(Modifier("B25.11", name(led_by), -leadership(led_by)))
    if is_smc(unit):
        found.append(Modifier("B25.11", "SMC alone", _LONE_SMC))
    elif values(unit).cls is not UnitClass.SQUAD:
        found.append(Modifier("B25.11", "no squad", _HALF_SQUAD))
    return tuple(found)


def kindling_needs(position: Position, unit: Unit, leader: Unit | None) -> int:
    """B25.11: the Original DR that suffices, or more."""
    needed = burns(position, unit.at)
    drm = sum(mod.value for mod in kindling_drm(position, unit, leader))
    return (0 if needed is None else needed.kindling) - drm


async def kindle_own(table: AslTable, unit_id: CounterId, leader_id: CounterId | None) -> None:
    """B25.11: the SMC passes a NTC first; whatever comes of it, all have Prep Fired. Nobody goes on
    whom a Sniper has hit meanwhile, or whose helper it has.
    """
    smc = unit_id if leader_id is None else leader_id
    ids = tuple(one for one in (unit_id, leader_id) if one is not None)
    set_apart(table, (unit.id for unit in table.alive(ids)))
    for unit in table.alive(ids):
        for weapon in table.truth.weapons_of(unit):
            table.put(weapon, fired=Fired.PREP)
        table.change(unit.counter, fired=Fired.PREP)
    mods = check_modifiers(Checking(table.truth, table.unit(smc), table.alive(ids)))
    check = Check(TASK_CHECK, smc, "Kindling NTC", mods, rule="B25.11")
    level = morale_level(table.truth, table.unit(smc))
    tell_of_try(table, table.alive(ids), Attempt.KINDLING_TC, level, mods)
    if not (await make_check(table, check, ())).passed:
        return
    there = table.alive(ids)
    if len(there) < len(ids) or not all(good_order(one) and not one.pinned for one in there):
        return
    unit = table.unit(unit_id)
    leader = None if leader_id is None else table.unit(leader_id)
    drm = kindling_drm(table.truth, unit, leader)
    needed = burns(table.truth, unit.at)
    if needed is not None:
        tell_how_it_is_read(table, table.alive(ids), Attempt.KINDLING, needed.kindling, drm)
    what = f"Kindling by {name(unit)}"
    kindle(table, unit.at, unit.side, what, "B25.11", drm, meant=True)
