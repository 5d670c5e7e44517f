"""A2.52 What those who wait off the map may do: Deploy with a leader, set out by Double Time."""

from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.a10_check import TASK_CHECK, Check, Checking, check_modifiers, judge
from rules.chapters.movement.a02_entry import arrival, as_unit, deploy_off_map, standing_by
from rules.chapters.movement.a02_reserves import change_waiting, reserve_of
from rules.chapters.movement.a04_double_time import double_time_bar
from rules.forces.lookup import nation, unit_type
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.table import Purpose
from rules.kernel.voices import UNKNOWN
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_leader, name
from rules.position.reserves import Reserve


def leaders_off_map(position: Position, squad: Reserve) -> tuple[Reserve, ...]:
    """A2.52: the leaders in a squad's hex off the map who can have it Deploy, by id."""
    at = position.board.locations(position.board.hexes[0])[0]
    there = standing_by(position, squad.side)
    same = (one for one in there if (one.beside, one.back) == (squad.beside, squad.back))
    return tuple(one for one in same if is_leader(as_unit(one, at)) and not one.used)


def deploy_off_map_bar(position: Position, squad: Reserve) -> Barrier | None:
    """A1.31, A2.52: why a squad that waits off the map may not try to Deploy now, or None if it
    may.
    """
    printed = unit_type(squad.type)
    if printed.half is None or not nation(printed.nation).may_deploy(printed):
        return Barrier("A1.31", f"{printed.strength} is of a kind that does not Deploy.")
    if squad.stack is not None:
        return Barrier("A12.12", "Under a ? nobody is told to Deploy off the map.")
    if squad.used:
        return Barrier("A3.1", f"{printed.strength} has had its action of the RPh.")
    if not leaders_off_map(position, squad):
        return Barrier("A2.52", "No leader who is free for it is with it off the map.")
    return None


async def deploy_with(table: AslTable, squad_id: ShownId, leader_id: ShownId) -> None:
    """A1.31: the squad's NTC, with its leader's help; who passes enters as two HS."""
    pair = [reserve_of(table, one) for one in (squad_id, leader_id)]
    for one in pair:
        change_waiting(table, one, used=True)
    beside = pair[0].beside
    if beside is None:
        raise RuntimeError(f"{squad_id} has not been set up off the map")
    there, (squad, leader) = arrival(table.truth, pair, table.board.locations(beside)[0])
    mods = check_modifiers(Checking(there, squad, (leader,)))
    check = Check(TASK_CHECK, squad.counter, "Deployment NTC", mods, logged="A1.31")
    text = f"Deployment NTC of {name(squad)}"
    roll = table.roll(Purpose("TC", text, "A1.31", squad.side), 2)
    outcome = judge(there, check, roll)
    table.log(
        "check",
        f"Deployment NTC {name(squad)}: {outcome.total} against Morale Level {outcome.level}",
        side=squad.side,
        rule="A2.52",
        roll=roll,
        mods=mods,
        result="Deploys" if outcome.passed else "does not Deploy",
    )
    if outcome.passed:
        deploy_off_map(table, squad_id)


def doubling_bar(position: Position, waiting: Reserve) -> Barrier | None:
    """A4.5: why who is about to enter may not use Double Time, or None if he may."""
    at = position.board.locations(position.board.hexes[0])[0]
    if waiting.beside is None:
        return Barrier("A2.51", "Only who has been set up off the map sets out.")
    return double_time_bar(as_unit(waiting, at))


def able_to_double(position: Position, side: Side) -> tuple[Reserve, ...]:
    """A4.5: who may declare Double Time before he enters the map."""
    there = standing_by(position, side)
    return tuple(one for one in there if doubling_bar(position, one) is None)


def double_off_map(table: AslTable, ids: tuple[ShownId, ...]) -> None:
    """A4.5: they have two MF more in this MPh, and enter CX."""
    units = [reserve_of(table, one) for one in ids]
    for one in units:
        change_waiting(table, one, double_time=True)
    names = " + ".join(f"{unit_type(one.type).strength} {one.letter}".strip() for one in units)
    if units[0].stack is not None:
        names = UNKNOWN
    text = f"{names} off the map: Double Time"
    table.log("move", text, side=units[0].side, rule="A4.5", result="CX")
