"""What hinders LOS for the moment (SMOKE, vehicles, wrecks, blazes), as chapters tell a board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.board.geometry import Cell
from rules.board.grid import moving as grid_moving
from rules.board.locations import HexId
from rules.board.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Moving:
    """Something in a hex that hinders LOS, what players call it, the DRM, and the rule.

    `height` is in levels above `level`, the absolute level it stands on (None: the base of the
    hex). Of height 0 it hinders only a LOS between ends on its own level, as a wreck does (A6.7);
    higher, it hinders whatever an obstacle of that height would block, Blind Hexes included
    (A24.4). `at_ends` if it also counts in the hexes of the ends (SMOKE).
    """

    hex: HexId
    label: str
    value: int
    rule: str
    height: int = 0
    level: int | None = None
    at_ends: bool = False


def on_grid(
    moving: Iterable[Moving], cells: dict[HexId, Cell], sighting: Sighting
) -> Iterator[grid_moving.Moving]:
    """The same by the hexes of a grid; what is on none of them does not hinder there."""
    for one in moving:
        index = sighting.index(cells[one.hex])
        if index is not None:
            yield grid_moving.Moving(
                index, one.label, one.value, one.rule, one.height, one.level, one.at_ends
            )
