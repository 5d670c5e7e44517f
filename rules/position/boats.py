"""E5 Boats: paddled boats and rafts on the water, and who is aboard them.

A boat is in a water hex, afloat or Beached across one of its hexsides, or empty ashore. Its
Passengers are in the Location of that water and say themselves what they are `aboard`. What has a
motor waits for vehicles.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.board.locations import HexId, LocationId, hex_name, location
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.marker import MarkerFace
from rules.position.position import Position, values
from rules.position.water import water_hexes


class BoatType(StrEnum):
    """The kinds of boat that are paddled (E5.1); of a Small Raft by how many boats it still has."""

    ASSAULT_BOAT = "assault boat"
    SMALL_RAFT_3 = "small raft 3"
    SMALL_RAFT_2 = "small raft 2"
    SMALL_RAFT_1 = "small raft 1"
    LARGE_RAFT = "large raft"


@dataclass(frozen=True)
class BoatValues:
    """What a boat carries, in PP; the PP of Personnel that it takes to paddle it or to carry it
    overland (E5.2); its MP in a MPh; its Manhandling number (M#); and what it becomes if one of
    its boats is hit (E5.121), None if it sinks.
    """

    capacity: int
    paddlers: int
    mp: int
    manhandling: int
    less: BoatType | None = None


BOATS: Mapping[BoatType, BoatValues] = {
    BoatType.ASSAULT_BOAT: BoatValues(14, 5, 2, 10),
    BoatType.SMALL_RAFT_3: BoatValues(14, 5, 2, 12, less=BoatType.SMALL_RAFT_2),
    BoatType.SMALL_RAFT_2: BoatValues(7, 3, 2, 12),
    BoatType.SMALL_RAFT_1: BoatValues(3, 1, 2, 12),
    BoatType.LARGE_RAFT: BoatValues(24, 8, 2, 9),
}
"""E5.1, E5.12: a raft is paddled by a third of what it carries, fractions up."""

PERSONNEL_PP: Mapping[UnitClass, int] = {
    UnitClass.SQUAD: 10,
    UnitClass.HS: 5,
    UnitClass.CREW: 5,
}
"""What Personnel weigh as Passengers (D6.1); a SMC weighs one PP."""

FREE_SMC = 4
"""E5.1: so many SMC ride beside what a boat carries."""


class Boat(Entity, frozen=True, kw_only=True, tag="boat"):
    """A boat: whose it is, and the water hex that it is in, by its Location; or that on land where
    it is `ashore` (E5.2).

    `beached` is the hex across whose hexside it is Beached, None afloat. `under_way` says that it
    has begun to move in this MPh, `moved` that it has ended that, `settled` that it was launched or
    has landed in this Player Turn, so that it does not drift (E5.23), and `captured` that all of
    its Passengers were captured in this CCPh (E5.6). `halved` says that its untrained crew has half
    of its MP in this MPh (E5.34).
    """

    side: Public[Side]
    type: Public[BoatType]
    at: Public[LocationId]
    beached: Public[HexId | None] = None
    ashore: Public[bool] = False
    under_way: Public[bool] = False
    moved: Public[bool] = False
    settled: Public[bool] = False
    captured: Public[bool] = False
    halved: Public[bool] = False


def boat_on(side: Side, type_: BoatType, number: int, here: HexId, bank: HexId | None) -> Boat:
    """A boat of a side in a water hex, Beached at a bank; without one, ashore in a hex of land."""
    id_, at, ashore = f"boat-{side.value}{number}", location(here), bank is None
    return Boat(id=id_, side=side, type=type_, at=at, beached=bank, ashore=ashore)


def boat_face(boat: Boat, nation: str) -> MarkerFace:
    """What everybody sees of it, in the colours of whose it is; its name says which of several."""
    called = f"{boat_name(boat)}, {beaching(boat)}"
    status = ("moved",) if boat.moved else ()
    return MarkerFace(
        id=ShownId(boat.id),
        at=boat.at,
        name=called,
        letters="BOAT",
        side=boat.side,
        nation=nation,
        status=status,
    )


def boat_name(boat: Boat) -> str:
    """What players call it."""
    return f"{boat.type} {boat.id.removeprefix('boat-')}"


def beaching(boat: Boat) -> str:
    """Whether it is afloat, in words."""
    if boat.ashore:
        return "ashore"
    return "afloat" if boat.beached is None else f"Beached at {hex_name(boat.beached)}"


def boat_called(view: View, called: str) -> Boat:
    """The boat of an id, or of that without its kind. Raises Refused."""
    boat = view.find(Boat, called) or view.find(Boat, f"boat-{called}")
    if boat is None:
        raise Refused("", f"There is no boat {called!r}.")
    return boat


def values_of(boat: Boat) -> BoatValues:
    """What its kind is worth."""
    return BOATS[boat.type]


def boat_of(view: View, unit: Unit) -> Boat | None:
    """The boat that a unit is aboard, or None."""
    return None if unit.aboard is None else view.find(Boat, unit.aboard)


def is_afloat(view: View, unit: Unit) -> bool:
    """Whether a unit is aboard a boat that is not Beached; or is that boat itself, as a target."""
    boat = boat_of(view, unit)
    return boat is not None and boat.beached is None


def is_ashore(position: Position, unit: Unit) -> bool:
    """E5.54: whether a unit is no Passenger of a boat, whom that keeps from breaking."""
    return not unit.in_boat


def passengers(position: Position, boat: Boat) -> tuple[Unit, ...]:
    """Who is aboard a boat, captives too, by id."""
    return _manifest(position).get(ShownId(boat.id), ())


@asked_once
def _manifest(position: Position) -> Mapping[ShownId, tuple[Unit, ...]]:
    found: dict[ShownId, list[Unit]] = {}
    for unit in position.personnel():
        if unit.aboard is not None:
            found.setdefault(unit.aboard, []).append(unit)
    return {boat: tuple(units) for boat, units in found.items()}


def holders(position: Position, boat: Boat) -> tuple[Unit, ...]:
    """Those aboard whom nobody guards."""
    return tuple(unit for unit in passengers(position, boat) if unit.guard is None)


def paddling_pp(units: Iterable[Unit]) -> int:
    """E5.1: what units count for as paddlers: a SMC for one PP."""
    return sum(PERSONNEL_PP.get(values(unit).cls, 1) for unit in units)


def bank_of(position: Position, boat: Boat) -> LocationId | None:
    """The Location on the ground that a Beached boat is boarded from, None afloat."""
    return None if boat.beached is None else position.board.locations(boat.beached)[0]


def banks(position: Position, water: HexId) -> tuple[HexId, ...]:
    """E5.23: the hexes at whose hexsides a boat in a water hex may be Beached: land across no
    cliff.
    """
    board = position.board
    wet = water_hexes(board)
    return tuple(
        there
        for _, there in board.neighbours(water)
        if there not in wet and not board.cliff_between(water, there)
    )
