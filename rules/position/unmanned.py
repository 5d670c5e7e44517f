"""A7.308, E5.5 What is attacked though nobody is in or on it: empty boats, and Horse counters that
nobody rides.
"""

from typing import TypeAlias

from rules.board.locations import LocationId
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.memo import asked_once
from rules.position.boats import Boat, passengers
from rules.position.horses import Horses
from rules.position.position import ANY_DUMMY, Position

Unmanned: TypeAlias = Boat | Horses


@asked_once
def unmanned_of(position: Position, side: Side) -> tuple[Unmanned, ...]:
    """The empty boats of a side, and its Horse counters that nobody rides, by id."""
    boats = (one for one in position.view.all(Boat) if not passengers(position, one))
    there: tuple[Unmanned, ...] = (*boats, *position.view.all(Horses))
    return tuple(one for one in there if one.side is side)


def unmanned_at(position: Position, at: LocationId, side: Side) -> tuple[Unmanned, ...]:
    """Those in a Location."""
    return tuple(one for one in unmanned_of(position, side) if one.at == at)


def as_target(one: Unmanned) -> Unit:
    """A unit that stands in for it, of whom the DRM and FP of an attack at it are asked. A boat in
    the water has no TEM, as one with Passengers has none (E5.5).
    """
    in_water = isinstance(one, Boat) and not one.ashore
    return Unit(
        id=ShownId(one.id),
        side=one.side,
        counter=CounterId(one.id),
        type=ANY_DUMMY,
        letter="",
        at=one.at,
        aboard=ShownId(one.id) if in_water else None,
    )


def is_unmanned(unit: Unit) -> bool:
    """Whether a unit is such a stand-in."""
    return unit.type == ANY_DUMMY and unit.under is None
