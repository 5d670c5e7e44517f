"""B10 Hills: what it costs to go up and down; abrupt changes of level (B10.5)."""

from rules.board.board import Board
from rules.board.locations import LocationId
from rules.kernel.view import Modifier

ABRUPT_UP = 4
"""B10.51: half MF for each intermediate level up."""
ABRUPT_DOWN = 2
"""B10.51: half MF for each intermediate level down."""


def slope_cost(
    board: Board, origin: LocationId, to: LocationId, terrain: int
) -> tuple[Modifier, ...]:
    """B10.4, B10.51: what a change of level adds to the cost of the terrain entered, in half MF.

    Up one level doubles that cost (the COT, hexsides apart); down is free. Each level in between
    costs 2 MF up and 1 MF down by itself.
    """
    rise = board.absolute(to) - board.absolute(origin)
    between = max(0, abs(rise) - 1)
    found = []
    if between:
        value = between * (ABRUPT_UP if rise > 0 else ABRUPT_DOWN)
        found.append(Modifier("B10.51", f"abrupt change over {between + 1} levels", value))
    if rise > 0:
        found.append(Modifier("B10.4", "uphill", terrain))
    return tuple(found)
