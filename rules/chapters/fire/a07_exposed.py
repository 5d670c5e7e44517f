"""Whom an attack hits: all in a Location, or those who move there, with their captives."""

from collections.abc import Iterable

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.position import Position


def all_hit(position: Position, side: Side, at: LocationId) -> tuple[ShownId, ...]:
    """A7.4: all whom a side's attack on a Location hits: what everybody sees of the enemy there,
    one's own in Melee with them (A11.15), and one's own whom they guard (A20.54).
    """
    own = (unit for unit in position.personnel_at(at, side) if unit.melee or unit.guard is not None)
    return (*position.seen_at(at, side.enemy), *(unit.id for unit in own))


def movers_hit(position: Position, movers: Iterable[ShownId]) -> tuple[ShownId, ...]:
    """A8.1, A20.54: those who move, and their captives, who go with them."""
    shown = tuple(movers)
    units = with_captives(position, position.targets(shown))
    return (*shown, *(unit.id for unit in units if unit.id not in shown))


def ids_with_captives(position: Position, units: Iterable[Unit]) -> tuple[CounterId, ...]:
    """A20.54: the same of who has been found already, as counters."""
    return tuple(unit.counter for unit in with_captives(position, units))


def with_captives(position: Position, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """A20.5: units and their captives, who go where they go."""
    guards = tuple(units)
    return (*guards, *(one for guard in guards for one in prisoners_of(position, guard)))


def as_it_goes(position: Position, unit: Unit) -> Unit:
    """A20.5: a unit as it moves now: a captive as his guard does, who takes him along."""
    guard = None if unit.guard is None else position.counter(unit.guard)
    if guard is None:
        return unit
    return replace(
        unit,
        moving=guard.moving,
        assault=guard.assault,
        hazardous=guard.hazardous,
        manner=guard.manner,
    )
