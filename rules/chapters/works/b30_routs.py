"""B30.41 Rout into a pillbox and out of one: the MF of the hex and of the pillbox in one sum."""

from collections.abc import Iterator
from dataclasses import replace as with_fields

from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.chapters.ground.b_entry import Entry
from rules.chapters.movement.a04_movement import entries
from rules.chapters.works.b30_pillboxes import entry_bar
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.position import Position

_IN = Modifier("B30.41", "into the pillbox", 2)
_OUT = Modifier("B30.41", "out of the pillbox", 2)


def ways_at_once(position: Position, units: tuple[Unit, ...]) -> Iterator[Entry]:
    """B30.41: the ways of units that rout from where they are straight into the pillbox of the next
    hex, or out of theirs into the next.
    """
    board, here = position.board, units[0].at
    if is_pillbox(here):
        ground = board.locations(hex_of(here))[0]
        outside = tuple(replace(unit, at=ground) for unit in units)
        for to in accessible_from(board, ground):
            if to != here:
                yield from (_adding(entry, to, _OUT) for entry in entries(position, outside, to))
        return
    for to in accessible_from(board, here):
        inside = board.locations(hex_of(to))[-1]
        if is_pillbox(inside) and inside != to and hex_of(to) != hex_of(here):
            yield from _into(position, units, to, inside)


def _into(
    position: Position, units: tuple[Unit, ...], to: LocationId, inside: LocationId
) -> Iterator[Entry]:
    if entry_bar(position, units, inside) is None:
        for entry in entries(position, units, to):
            yield with_fields(_adding(entry, inside, _IN), manner=Manner.TERRAIN)


def _adding(entry: Entry, to: LocationId, more: Modifier) -> Entry:
    """A way that ends elsewhere, and costs more."""
    return with_fields(entry, to=to, cost=(*entry.cost, more))
