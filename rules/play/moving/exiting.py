"""A2.6 Leaving the map, in the MPh or the APh."""

from collections.abc import Callable, Iterable

from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.a02_map_edge import advance_off_bar, exit_bar, leave_map, way_out
from rules.chapters.movement.a04_advance import may_advance
from rules.chapters.movement.a04_movement import as_movers, may_move, price
from rules.chapters.movement.passage import Ids, leave
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import Activity, UnitNoun
from rules.play.checks import own_stack
from rules.play.moving.errand import Errand, ErrandCommand
from rules.play.moving.expenditure import Spent, end_move_of, places_of, under_fire
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name

_SURE = "Leave the map? Who leaves does not return."


class Exit(ErrandCommand, frozen=True, kw_only=True, tag="exit"):
    """Leave the map over its edge, with units of one Location."""

    words = "exit {units}"
    units: tuple[UnitNoun, ...]


Bar = Callable[[Knowledge, tuple[Unit, ...]], Barrier | None]


def _offers_to(position: Knowledge, units: tuple[Unit, ...], bar: Bar) -> Iterable[Offer]:
    """One offer for each Location."""
    stacks: dict[str, list[Filler]] = {}
    for unit in units:
        way = way_out(position, unit.at)
        if way is not None and bar(position, (unit,)) is None:
            stacks.setdefault(unit.at, []).append(Filler(value=unit.id, label=way.text))
    for of in stacks.values():
        slot = Slot(name="units", kind="units", of=tuple(of))
        yield SlotsOffer(verb="exit", label="Leave the map", rule="A2.6", sure=_SURE, slots=(slot,))


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    return _offers_to(position, units, exit_bar)


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: Exit) -> None:
    units = own_stack(position, position.clock.phasing, command.units)
    for unit in units:
        if unit not in movers or not may_move(position, unit):
            raise Refused("A4.2", f"{name(unit)} may not move now.")
    bar = exit_bar(position, units)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _exit(table: AslTable, command: Exit) -> None:
    going = table.counters(command.units)
    _pay(table, going)
    await _leave(table, going)


def _pay(table: AslTable, going: Ids) -> None:
    """A2.6: the MF are spent, though only those count whom mines stop."""
    stack = as_movers(table.truth, table.alive(going))
    way = way_out(table.truth, stack[0].at)
    for unit in stack:
        cost = 0 if way is None else price(table.law, unit, way)
        spent, here = unit.mf_spent + cost, unit.mf_here + cost
        table.change(unit.counter, mf_spent=spent, mf_here=here, moving=True)


async def _leave(table: AslTable, going: Ids) -> None:
    """B28.412: mines attack who leaves their hex; who is stopped is fired at there."""
    left = await leave(table, going)
    leave_map(table, left)
    stopped = tuple(unit.counter for unit in table.alive(going))
    end_move_of(table, stopped)
    if stopped:
        await under_fire(table, Spent(stopped), places_of(table, stopped))


EXITING = Errand(Exit, _offers, _refuse, lambda command: (), (), _exit)
"""A2.6: in the MPh. Its MF are asked for by itself, and nobody fires at who is gone."""


def _advancers(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.personnel(side) if may_advance(position, unit))


def _aph_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _offers_to(position, _advancers(position, side), advance_off_bar)


def _refuse_in_aph(position: Knowledge, side: Side, command: Exit) -> None:
    units = own_stack(position, side, command.units)
    for unit in units:
        if not may_advance(position, unit):
            raise Refused("A4.7", f"{name(unit)} may not advance now.")
    bar = advance_off_bar(position, units)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _exit_in_aph(table: AslTable, side: Side, command: Exit) -> None:
    going = table.counters(command.units)
    leave_map(table, await leave(table, going))
    for unit in table.alive(going):
        table.change(unit.counter, used=True)


EXIT_IN_APH = Activity(Exit, _aph_offers, _refuse_in_aph, _exit_in_aph)
"""A2.6: in the APh."""
