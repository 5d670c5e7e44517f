"""A13.1 Horse counters: those that stand by themselves, and who is mounted from the start.

Who rides says so himself (`Unit.horse`), and is Cavalry as long as he does.
"""

from collections.abc import Mapping

from rules.board.locations import LocationId
from rules.forces.afoot import Horse
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public
from rules.position.marker import MarkerFace
from rules.position.position import Position, values

_BORNE_BY: Mapping[UnitClass, Horse] = {
    UnitClass.SQUAD: Horse.SQUAD,
    UnitClass.HS: Horse.HALF,
    UnitClass.CREW: Horse.HALF,
    UnitClass.LEADER: Horse.SMC,
    UnitClass.HERO: Horse.SMC,
}


class Horses(Entity, frozen=True, kw_only=True, tag="horses"):
    """A Horse counter that nobody rides. `ridden` says that it was in this MPh (A13.31)."""

    side: Public[Side]
    size: Public[Horse]
    at: Public[LocationId]
    ridden: Public[bool] = False


class Mounted(Entity, frozen=True, kw_only=True, tag="mounted"):
    """A side's types of units that begin the game as Cavalry, with the HS of such squads."""

    side: Public[Side]
    types: Public[tuple[str, ...]]


def horses_face(one: Horses) -> MarkerFace:
    """What everybody sees of an unmounted Horse counter."""
    return MarkerFace(
        id=ShownId(one.id),
        at=one.at,
        name=f"Horse counter of a {one.size}",
        letters="HORSE",
        side=one.side,
    )


def horse_for(unit: Unit) -> Horse | None:
    """The Horse counter that bears a unit, None for who is no Personnel."""
    return _BORNE_BY.get(values(unit).cls)


def is_off_horseback(position: Position, unit: Unit) -> bool:
    """A13.52: nobody is pinned as he rides, nor as he is thrown."""
    return unit.horse is None and not unit.thrown


def horses_at(position: Position, at: LocationId) -> tuple[Horses, ...]:
    """The unmounted Horse counters of a Location, by id."""
    return tuple(one for one in position.view.all(Horses) if one.at == at)
