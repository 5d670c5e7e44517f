"""E5.21, E5.22, E6.2 Going aboard a boat: in the MPh as a part of one's move, and in the APh."""

from collections.abc import Callable, Iterable

from rules.chapters.ground.b_entry import mf_text
from rules.chapters.movement.a04_advance import may_advance
from rules.chapters.movement.a04_movement import allotment, as_movers
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.movement.passage import go
from rules.chapters.water.e05_boats import (
    LOADING_HALVES,
    PASSENGER_HALVES,
    boarding_bar,
    loading_halves,
)
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, UnitNoun
from rules.play.checks import own_stack
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.boats import Boat, beaching, boat_called, boat_name, passengers, values_of
from rules.position.knowledge import Knowledge
from rules.position.position import is_dummy, name, names


class Embark(ErrandCommand, frozen=True, kw_only=True, tag="embark"):
    """Take units of one Location aboard a boat, across the hexside at which it is Beached; in the
    APh out of its water too.
    """

    words = "embark {units} in {boat}"
    units: tuple[UnitNoun, ...]
    boat: str


# -- what is offered -----------------------------------------------------------------------------


def _offers_to(
    position: Knowledge,
    fits: dict[ShownId, tuple[str, ...]],
    cost: Callable[[Knowledge, Unit, Boat], str],
) -> Iterable[Offer]:
    """One offer for each boat and Location, to those who could go aboard by themselves; what it
    costs is the same for all of them.
    """
    for boat in position.view.all(Boat):
        able = tuple(unit for unit, boats in fits.items() if boat.id in boats)
        for at in sorted({position.unit(one).at for one in able}):
            there = tuple(one for one in able if position.unit(one).at == at)
            yield SlotsOffer(
                verb="embark",
                label=f"Go aboard the {boat_name(boat)}",
                hint=cost(position, position.unit(there[0]), boat) + carries(position, boat),
                rule="E5.21",
                slots=(
                    Slot(name="units", kind="units", of=tuple(map(filler, there))),
                    boat_slot(boat),
                ),
            )


def carries(position: Knowledge, boat: Boat) -> str:
    """What a boat carries, takes to paddle, and has aboard."""
    kind, aboard = values_of(boat), passengers(position, boat)
    there = f"; aboard: {names(aboard)}" if aboard else ""
    return f"It carries {kind.capacity} PP, and takes {kind.paddlers} PP to paddle{there}."


def boat_slot(boat: Boat) -> Slot:
    """The one boat that an offer is about."""
    label = f"{boat_name(boat)}, {beaching(boat)}"
    return Slot(name="boat", kind="option", of=(Filler(value=boat.id, label=label, at=boat.at),))


def _fitting(position: Knowledge, unit: Unit) -> Iterable[Boat]:
    if not is_dummy(unit):
        boats = position.view.all(Boat)
        yield from (one for one in boats if boarding_bar(position, (unit,), one) is None)


# -- in the MPh ----------------------------------------------------------------------------------


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    fits = {
        unit.id: tuple(
            boat.id
            for boat in _fitting(position, unit)
            if _left(position, unit) >= loading_halves(position, unit, boat)
        )
        for unit in units
    }
    return _offers_to(position, fits, _cost)


def _cost(position: Knowledge, unit: Unit, boat: Boat) -> str:
    return f"{mf_text(loading_halves(position, unit, boat))} MF. "


def _left(position: Knowledge, unit: Unit) -> int:
    """E5.21: the half MF that a unit may still spend as a Passenger."""
    (mover,) = as_movers(position, (unit,))
    most = min(PASSENGER_HALVES, allotment(position.law, mover) + mover.double_time)
    return max(0, most + min(0, mover.mf_bonus) - mover.mf_spent)


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: Embark) -> None:
    units = tuple(one_of_movers(movers, one) for one in command.units)
    if not units or len({*command.units}) < len(units) or len({one.at for one in units}) > 1:
        raise Refused("A4.2", "Choose different units of one Location that may move now.")
    boat = boat_called(position.view, command.boat)
    bar = boarding_bar(position, units, boat)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    for unit in units:
        if _left(position, unit) < loading_halves(position, unit, boat):
            raise Refused("E5.21", f"{name(unit)} has not the MF left to go aboard.")


def _hexside(position: Knowledge, command: Embark) -> tuple[Modifier, ...]:
    """E5.21: what the hexside costs besides."""
    boat, unit = boat_called(position.view, command.boat), position.unit(command.units[0])
    more = loading_halves(position, unit, boat) - LOADING_HALVES
    return (Modifier("E5.21", "hexside", more),) if more else ()


async def _board(table: AslTable, command: Embark) -> None:
    boat, ids = boat_called(table.world, command.boat), table.counters(command.units)
    _say(table, boat, ids)
    await go_aboard(table, boat, ids, used=False)


EMBARKING = Errand(
    Embark,
    _offers,
    _refuse,
    lambda command: command.units,
    (Modifier("E5.21", "loading", LOADING_HALVES),),
    _board,
    _hexside,
    halts=True,
)
"""E5.21: who has gone aboard goes on as a Passenger, in another move."""


# -- in the APh ----------------------------------------------------------------------------------


def _offers_in_aph(position: Knowledge, side: Side) -> Iterable[Offer]:
    if not position.view.all(Boat):
        return ()
    fits = {
        unit.id: tuple(boat.id for boat in _fitting(position, unit))
        for unit in position.personnel(side)
        if not is_dummy(unit) and may_advance(position, unit)
    }
    return _offers_to(position, fits, lambda *_: "")


def _refuse_in_aph(position: Knowledge, side: Side, command: Embark) -> None:
    units, boat = own_stack(position, side, command.units), boat_called(position.view, command.boat)
    bar = boarding_bar(position, units, boat)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    for unit in units:
        barred = what_bars(position, unit, Act.ADVANCE)
        if barred is not None:
            raise Refused(barred.rule, barred.why)
        if unit.used:
            raise Refused("A4.7", f"{name(unit)} has advanced.")


async def _board_in_aph(table: AslTable, side: Side, command: Embark) -> None:
    boat, ids = boat_called(table.world, command.boat), table.counters(command.units)
    _say(table, boat, ids)
    await go_aboard(table, boat, ids, used=True)


EMBARK_IN_APH = Activity(Embark, _offers_in_aph, _refuse_in_aph, _board_in_aph)


# -- aboard --------------------------------------------------------------------------------------


def _say(table: AslTable, boat: Boat, ids: tuple[CounterId, ...]) -> None:
    units = table.alive(ids)
    text = f"{names(units)} board{'' if len(units) > 1 else 's'} the {boat_name(boat)}"
    at = (boat.at, units[0].at)
    table.log("move", text, side=units[0].side, rule="E5.21", at=at)


async def go_aboard(
    table: AslTable, boat: Boat, ids: tuple[CounterId, ...], *, used: bool
) -> tuple[CounterId, ...]:
    """Units go aboard, if nothing stops them on the bank; an abandoned boat becomes theirs. Returns
    who did.
    """
    units = table.alive(ids)
    if units[0].at != boat.at:
        ids = (await go(table, ids, boat.at, lambda _: _marks(boat, used=used))).gone
    there = table.alive(ids)
    for unit in there:
        table.change(unit.counter, **_marks(boat, used=used or unit.used))
        for prisoner in table.truth.personnel_at(boat.at, unit.side.enemy):
            if prisoner.guard == unit.counter:
                table.change(prisoner.counter, aboard=boat.id, swims=False)
    boat = table.world.get(Boat, boat.id)
    if there and boat.side is not there[0].side:
        table.world.change(boat, side=there[0].side)
    table.settle()
    return tuple(unit.counter for unit in there)


def _marks(boat: Boat, *, used: bool) -> dict[str, object]:
    return {
        "aboard": boat.id,
        "used": used,
        "ferried": True,
        "swims": False,
        "swam": False,
        "on_line": False,
    }
