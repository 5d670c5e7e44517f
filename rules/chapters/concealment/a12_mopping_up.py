"""A12.153 Mopping Up a building: who may, with whom, and what falls to him."""

from rules.board.locations import HexId, hex_of, location
from rules.chapters.close_combat.a20_capture import who_guards
from rules.chapters.close_combat.a20_guards import can_guard
from rules.chapters.close_combat.a20_surrender import drop_all, never_surrenders, take_prisoner
from rules.chapters.concealment.a12_hidden import come_under_cover, hidden_in
from rules.chapters.concealment.a12_search_casualties import Searched, begin
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.covers import drop_dummies, into_the_open
from rules.chapters.ground.b23_rowhouses import part_of_building
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.victory.a26_control import hex_of_control, hold
from rules.chapters.works.b23_found import show_buildings
from rules.forces.entities import Control, Goal, SideState
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import (
    HIDDEN,
    Position,
    good_order,
    is_armed,
    is_dummy,
    is_smc,
    name,
    names,
)

REACH = 2


@asked_once
def _building(position: Position, hex_id: HexId) -> tuple[HexId, ...]:
    """B23.71: the hexes of the building in a hex, each house of a row by itself, in board order."""
    part = part_of_building(position.board, hex_id)
    return tuple(there for there in position.board.hexes if there in part)


def building_of(position: Position, unit: Unit) -> tuple[HexId, ...]:
    """The hexes of the building that a unit is in."""
    return _building(position, hex_of(unit.at))


def mop_up_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    """A12.153: why a unit may not declare Mopping Up, or None if it may."""
    state_bar = _unable(position, unit)
    if state_bar is not None:
        return state_bar
    hexes = building_of(position, unit)
    upper = any(len(position.board.locations(there)) > 1 for there in hexes)
    if len(hexes) < (1 if upper else 2):
        return Barrier("A12.153", "It takes a building of several hexes or levels.")
    if _gives_no_quarter(position, unit.side):
        return Barrier("A12.153", "Who gives No Quarter makes no prisoners by Mopping Up.")
    enemies = (enemy for there in hexes for enemy in position.personnel_in(there, unit.side.enemy))
    if any(not enemy.broken and enemy.guard is None for enemy in enemies):
        return Barrier("A12.153", "An unbroken enemy is in the building.")
    if not _reached(position, unit.side, hexes, moppers(position, unit)):
        text = "Those who could are more than two hexes from some of the building."
        return Barrier("A12.153", text)
    return None


def _unable(position: Position, unit: Unit) -> Barrier | None:
    fit = good_order(unit) and is_armed(position, unit) and not unit.pinned and not unit.ti
    fired = unit.fired or any(weapon.fired for weapon in position.weapons_of(unit))
    if is_smc(unit) or is_dummy(unit) or not fit or fired:
        return Barrier("A12.153", f"{name(unit)} is in no state to Mop Up.")
    return None


def _gives_no_quarter(position: Position, side: Side) -> bool:
    return position.view.get(SideState, side.value).no_quarter


def moppers(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """A12.153: the unit that declares it, and as many more of its building, by id, as it takes to
    be within two hexes of all that its side does not Control; nobody who is hidden.
    """
    hexes = building_of(position, unit)
    there = [one for at in hexes for one in position.personnel_in(at, unit.side) if one != unit]
    others = sorted((one for one in there if one.under != HIDDEN), key=lambda one: one.id)
    found = [unit]
    for other in others:
        if _reached(position, unit.side, hexes, tuple(found)):
            break
        if _unable(position, other) is None:
            found.append(other)
    return tuple(found)


def _reached(
    position: Position, side: Side, hexes: tuple[HexId, ...], units: tuple[Unit, ...]
) -> bool:
    own = {c.id for c in position.view.all(Control) if c.side is side and c.of is Goal.HEX}
    left = (location(there) for there in hexes if there not in own)
    return all(any(position.range(one.at, at) <= REACH for one in units) for at in left)


async def mop_up(table: AslTable, unit_ids: tuple[CounterId, ...]) -> Searched:
    """A12.153: those who do it are TI, the hidden come under a "?" and Dummies go. If no "?" of the
    enemy is left their side Controls the building and all of it, and each broken enemy there
    surrenders to one of theirs. Those who keep a "?" the enemy is shown (A12.16).
    """
    doing = table.alive(unit_ids)
    unit, hexes = doing[0], building_of(table.truth, doing[0])
    show_to_enemy(table, doing)
    for one in doing:
        table.change(one.counter, ti=True)
    where = table.board.name(hexes[0])
    text = f"{names(doing)}: Mopping Up the building in {where}"
    places = tuple(one.at for one in doing)
    table.log("check", text, side=unit.side, rule="A12.153", at=places, result="TI")
    searched = begin(table, tuple(one.counter for one in doing), hexes)
    if _is_still_held(table, unit.side.enemy, hexes):
        text = f"The building in {where} is not secured"
        table.log("check", text, side=unit.side, rule="A12.153", at=places)
    else:
        await _secure(table, unit, hexes)
    return searched


def _is_still_held(table: AslTable, side: Side, hexes: tuple[HexId, ...]) -> bool:
    """A12.153: whether real units of a side are left under a "?" in a building, once its hidden
    units are under one, and its Dummies gone.
    """
    come_under_cover(table, hidden_in(table, hexes, side))
    for cover in _covers_in(table, side, hexes):
        drop_dummies(table, cover.id)
    return bool(_covers_in(table, side, hexes))


def _covers_in(table: AslTable, side: Side, hexes: tuple[HexId, ...]) -> tuple[Cover, ...]:
    return tuple(cover for cover in table.public.covers(side) if hex_of(cover.at) in hexes)


async def _secure(table: AslTable, unit: Unit, hexes: tuple[HexId, ...]) -> None:
    for there in hexes:
        for enemy in table.truth.personnel_in(there, unit.side.enemy):
            if enemy.guard is None and not never_surrenders(table.truth, enemy):
                await _give_up(table, enemy.counter, hexes)
    for control in table.world.all(Control):
        if _belongs(table, control, hexes):
            hold(table, control, unit.side)
    show_buildings(table, unit.side.enemy, hexes)


def _belongs(table: AslTable, control: Control, hexes: tuple[HexId, ...]) -> bool:
    """A26.13: whether that is Controlled with those hexes: of a row of houses only with all."""
    board, there = table.board, hex_of_control(control)
    if control.of is not Goal.BUILDING:
        return there in hexes
    row = board.building(there)
    return all(one in hexes for one in board.hexes if board.building(one) == row)


async def _give_up(table: AslTable, enemy_id: CounterId, hexes: tuple[HexId, ...]) -> None:
    enemy = table.unit(enemy_id)
    able = _guards(table, enemy, hexes)
    drop_all(table, enemy)
    if not able:
        table.change(enemy_id, unarmed=True, broken=False, dm=False, disrupted=False)
        text = f"{name(enemy)} surrenders, but nobody can guard it: it is unarmed"
        table.log("check", text, side=enemy.side, rule="A20.5", at=(enemy.at,), result="unarmed")
        return
    guard = await who_guards(table, enemy, able)
    take_prisoner(table, enemy_id, guard, "A12.153")


def _guards(table: AslTable, enemy: Unit, hexes: tuple[HexId, ...]) -> tuple[Unit, ...]:
    """A20.5: who may guard it: if nobody in the open, those under a "?", who come out for it."""
    known = table.known(enemy.side.enemy)
    inside = (one for there in hexes for one in known.personnel_in(there, enemy.side.enemy))
    able = [
        one
        for one in inside
        if one.guard is None
        and is_armed(known, one)
        and not one.berserk
        and one.under != HIDDEN
        and can_guard(known, one, enemy)
    ]
    seen = [one for one in able if one.under is None]
    if not seen:
        into_the_open(table, (one.id for one in able))
    return table.alive(tuple(one.counter for one in seen or able))
