"""E5.3, E5.23, E6.2 Boats: paddling, Beaching, pushing off; boarding what was captured.

Who leaves a boat moves or advances across the hexside at which it is Beached, as from any Location.
"""

from collections.abc import Callable, Iterable

from rules.board.locations import HexId, LocationId, hex_of, location
from rules.chapters.water.e05_boats import (
    PASSENGER_HALVES,
    is_manned,
    load_of,
    mp_halves,
    paddling_bar,
    sets_out,
)
from rules.chapters.water.e05_drift import beach, carry
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand
from rules.play.moving import boarding
from rules.play.moving.boarding import boat_slot, carries
from rules.play.moving.expenditure import Expenditure, Spent, end_action, expend
from rules.play.moving.spending import pay
from rules.position.asl_table import AslTable
from rules.position.boats import (
    Boat,
    banks,
    boat_called,
    boat_name,
    holders,
    passengers,
    values_of,
)
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.position import name, names
from rules.position.water import water_hexes

MP_SPENT = 2
"""What one MP counts for as movers are fired at, in half MF (A8.1)."""


class Paddle(AslCommand, frozen=True, kw_only=True, tag="paddle"):
    """Paddle a boat into the next water hex for one MP; it may be Beached there at no cost."""

    words = "paddle {boat} to {to} [landing {landing}]"
    boat: str
    to: LocationId
    landing: HexId | None = None


class Ground(AslCommand, frozen=True, kw_only=True, tag="beach"):
    """Beach a boat where it is, for one MP."""

    words = "beach {boat} at {landing}"
    boat: str
    landing: HexId


class PushOff(AslCommand, frozen=True, kw_only=True, tag="push_off"):
    """Take a boat off the bank, at no cost."""

    words = "push off {boat}"
    boat: str


# -- paddling ------------------------------------------------------------------------------------


async def _spend_on(
    table: AslTable, side: Side, boat: Boat, go: Callable[[], None], *, launched: bool
) -> None:
    """A8.1, E5.21: one MP of all aboard, spent on going by boat; then their move is over for now:
    Passengers may go on in another move.
    """
    halves = _share_of_mp(table, boat)

    def pays() -> None:
        pay(table, halves, assault=False)
        table.world.change(boat, under_way=True, settled=boat.settled or launched)

    async def act() -> Spent:
        go()
        for unit in table.alive(tuple(halves)):
            table.change(unit.counter, ferried=True, mf_here=unit.mf_here + MP_SPENT)
        table.settle()
        return Spent(tuple(halves), entered=True)

    await expend(table, Expenditure(tuple(halves), pays, act))
    end_action(table, side)


def _paddle_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    for boat in position.view.all(Boat):
        if _is_held_by(position, boat, side) and paddling_bar(position, boat) is None:
            yield from _ways(position, boat)


def _is_held_by(position: Knowledge, boat: Boat, side: Side) -> bool:
    there = holders(position, boat)
    return bool(there) and there[0].side is side


def _ways(position: Knowledge, boat: Boat) -> Iterable[Offer]:
    board, here = position.board, hex_of(boat.at)
    lands = {to: banks(position, to) for to in _water_beside(position, here)}
    shores = sorted({shore for found in lands.values() for shore in found})
    if lands:
        yield SlotsOffer(
            verb="paddle",
            label=f"Paddle the {boat_name(boat)}",
            hint=f"One MP. {carries(position, boat)}",
            rule="E5.3",
            slots=(
                boat_slot(boat),
                Slot(
                    name="to",
                    kind="place",
                    label="to",
                    of=tuple(
                        Filler(value=location(to), label=board.name(to), at=to) for to in lands
                    ),
                ),
                Slot(
                    name="landing",
                    kind="hex",
                    label="Beached at",
                    of=tuple(
                        Filler(value=one, label=board.name(location(one)), at=one) for one in shores
                    ),
                    empty="afloat",
                    by="to",
                    allows={location(to): (None, *found) for to, found in lands.items()},
                ),
            ),
        )
    own = banks(position, here)
    if own and boat.beached is None:
        yield SlotsOffer(
            verb="beach",
            label=f"Beach the {boat_name(boat)}",
            hint="One MP.",
            rule="E5.23",
            slots=(
                boat_slot(boat),
                Slot(
                    name="landing",
                    kind="hex",
                    label="at",
                    of=tuple(
                        Filler(value=one, label=board.name(location(one)), at=one) for one in own
                    ),
                ),
            ),
        )


def _water_beside(position: Knowledge, here: HexId) -> tuple[HexId, ...]:
    wet = water_hexes(position.board)
    return tuple(there for _, there in position.board.neighbours(here) if there in wet)


def _own_boat(position: Knowledge, side: Side, boat_id: str) -> Boat:
    boat = boat_called(position.view, boat_id)
    if not _is_held_by(position, boat, side):
        raise Refused("E5.3", f"None of yours is aboard the {boat_name(boat)}.")
    return boat


def _refuse_paddle(position: Knowledge, side: Side, command: Paddle) -> None:
    boat = _own_boat(position, side, command.boat)
    bar = paddling_bar(position, boat)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    to = hex_of(command.to)
    if command.to != location(to) or to not in _water_beside(position, hex_of(boat.at)):
        raise Refused("E5.3", "A boat is paddled into the next hex of water.")
    if command.landing is not None:
        _refuse_landing(position, to, command.landing)


def _refuse_landing(position: Knowledge, water: HexId, landing: HexId) -> None:
    if landing not in banks(position, water):
        raise Refused("E5.23", "A boat is Beached at a bank next to its hex, across no cliff.")


async def _paddle(table: AslTable, side: Side, command: Paddle) -> None:
    boat = boat_called(table.world, command.boat)
    if not sets_out(table, boat, side):
        return
    boat = table.world.get(Boat, boat.id)
    origin, to = boat.at, hex_of(command.to)
    here, there = table.board.name(origin), table.board.name(to)
    text = f"The {boat_name(boat)} with {names(passengers(table.truth, boat))} {here} → {there}"
    table.log("move", f"{text} (1 MP)", side=side, rule="E5.3", at=(command.to, origin))

    def go() -> None:
        carry(table, table.world.get(Boat, boat.id), to)
        if command.landing is not None:
            beach(table, table.world.get(Boat, boat.id), command.landing)

    await _spend_on(table, side, boat, go, launched=boat.beached is not None)


def _share_of_mp(table: AslTable, boat: Boat) -> dict[CounterId, int]:
    """E5.21: one MP takes its part of the MF of all aboard, of those who have none left what they
    have.
    """
    riders = holders(table.truth, boat)
    cost = mp_halves(boat)
    return {one.counter: min(cost, max(0, PASSENGER_HALVES - one.mf_spent)) for one in riders}


PADDLE = Activity(Paddle, _paddle_offers, _refuse_paddle, _paddle)


def _no_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    """It is offered with paddling."""
    return ()


def _refuse_beach(position: Knowledge, side: Side, command: Ground) -> None:
    boat = _own_boat(position, side, command.boat)
    if boat.beached is not None:
        raise Refused("E5.23", f"The {boat_name(boat)} is Beached.")
    bar = paddling_bar(position, boat)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    _refuse_landing(position, hex_of(boat.at), command.landing)


async def _beach(table: AslTable, side: Side, command: Ground) -> None:
    boat = boat_called(table.world, command.boat)
    if not sets_out(table, boat, side):
        return
    boat = table.world.get(Boat, boat.id)

    def go() -> None:
        beach(table, table.world.get(Boat, boat.id), command.landing)

    await _spend_on(table, side, boat, go, launched=False)


BEACH = Activity(Ground, _no_offers, _refuse_beach, _beach)


# -- pushing off ---------------------------------------------------------------------------------


def _push_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    for boat in position.view.all(Boat):
        if _is_held_by(position, boat, side) and _push_bar(position, boat) is None:
            yield SlotsOffer(
                verb="push_off",
                label=f"Push off the {boat_name(boat)}",
                hint="It does not drift in this Player Turn.",
                rule="E5.23",
                slots=(boat_slot(boat),),
            )


def _push_bar(position: Knowledge, boat: Boat) -> str | None:
    if boat.beached is None:
        return f"The {boat_name(boat)} is afloat."
    if not is_manned(position, boat):
        return f"The {boat_name(boat)} takes {values_of(boat).paddlers} PP of Personnel."
    return None


def _refuse_push(position: Knowledge, side: Side, command: PushOff) -> None:
    bar = _push_bar(position, _own_boat(position, side, command.boat))
    if bar is not None:
        raise Refused("E5.23", bar)


async def _push(table: AslTable, side: Side, command: PushOff) -> None:
    boat = boat_called(table.world, command.boat)
    table.world.change(boat, beached=None, settled=True)
    text = f"The {boat_name(boat)} is pushed off"
    table.log("move", text, side=side, rule="E5.23", at=(boat.at,))


PUSH_OFF = Activity(PushOff, _push_offers, _refuse_push, _push)


# -- boarding what was captured ------------------------------------------------------------------

_BOARD, _STAY = "board", "stay"


async def board_captured(table: AslTable) -> None:
    """E6.2: at the end of the CCPh in which all Passengers of a boat were captured, swimmers and
    forders of the captors' side there may go aboard, those who guard some first.
    """
    for boat_id in [boat.id for boat in table.world.all(Boat) if boat.captured]:
        boat = table.world.get(Boat, boat_id)
        for unit in _captors(table, boat):
            if await _wants(table, boat, unit.counter):
                await boarding.go_aboard(table, boat, (unit.counter,), used=unit.used)


def _captors(table: AslTable, boat: Boat) -> tuple[Unit, ...]:
    guards = {u.guard for u in table.truth.personnel_at(boat.at) if u.guard is not None}
    there = (
        unit
        for unit in table.truth.personnel_at(boat.at, boat.side)
        if not unit.in_boat and unit.guard is None and not (unit.broken or unit.melee)
    )
    return tuple(sorted(there, key=lambda unit: (unit.counter not in guards, unit.id)))


async def _wants(table: AslTable, boat: Boat, unit_id: CounterId) -> bool:
    unit = table.unit(unit_id)
    captives = tuple(one for one in table.truth.personnel_at(boat.at) if one.guard == unit_id)
    load = load_of(table.truth, (*passengers(table.truth, boat), unit, *captives))
    if load > values_of(boat).capacity:
        return False
    chosen = await table.decide(
        Decision(
            side=unit.side,
            rule="E6.2",
            label="The captured boat",
            ours=f"Does {name(unit)} go aboard the captured {boat_name(boat)}?",
            theirs="decides whether to go aboard a captured boat.",
            options=(
                Option(value=_BOARD, label="goes aboard"),
                Option(value=_STAY, label="stays in the water"),
            ),
            units=(unit.id,),
            at=unit.at,
        )
    )
    return chosen == _BOARD
