"""What hinders LOS for the moment (SMOKE, vehicles, wrecks, blazes), as chapters tell a board."""

from collections.abc import Iterable, Iterator, Mapping

from rules.board.geometry import Cell
from rules.board.grid.moving import Moving
from rules.board.locations import HexId
from rules.board.sighting import Sighting


def on_grid(
    moving: Iterable[Moving[HexId]], cells: Mapping[HexId, Cell], sighting: Sighting
) -> Iterator[Moving[int]]:
    """The same by the hexes of a grid; what is on none of them does not hinder there."""
    for one in moving:
        index = sighting.index(cells[one.hex])
        if index is not None:
            yield Moving(index, one.label, one.value, one.rule, one.height, one.level, one.at_ends)
