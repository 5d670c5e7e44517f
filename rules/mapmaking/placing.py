"""Where the boards of a map are placed.

Columns and rows of a map are those of `geometry.Grid`. Boards join where their half hexes meet, so
an even column of a board always lies on an even column of the map.
"""

from dataclasses import dataclass
from enum import Enum, unique

from rules.board.geometry import Grid
from rules.board.lying import Crop, Lie, crop_of, first_row
from rules.mapmaking.changes import Change


class MapError(ValueError):
    """Boards that cannot lie or be changed so: which placement (0 for the first; None for what is
    said of the whole map), and why."""

    def __init__(self, number: int | None, message: str) -> None:
        super().__init__(message)
        self.number = number


@dataclass(frozen=True, slots=True)
class Placement:
    """A board on a map.

    `column` and `row` say where the left upper corner of its part in play lies, in hexes; `crop`
    is None for all of it. `changes` are made to this board alone.
    """

    board: str
    column: int = 0
    row: int = 0
    turned: bool = False
    crop: Crop | None = None
    changes: tuple[Change, ...] = ()


@unique
class Edge(Enum):
    """On which side of another a board lies."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


def beside(
    edge: Edge, other: Placement, other_grid: Grid, grid: Grid, crop: Crop | None, offset: int
) -> tuple[int, int]:
    """The column and row of a board that lies beside another, their edges joined.

    North and south of it, `offset` is a number of columns to the right; east and west of it, a
    number of hexes down.
    """
    its, own = crop_of(other_grid, other.crop), crop_of(grid, crop)
    match edge:
        case Edge.EAST:
            return other.column + _wide(its), other.row + offset
        case Edge.WEST:
            return other.column - _wide(own), other.row + offset
        case Edge.SOUTH:
            return other.column + offset, other.row + _high(its)
        case Edge.NORTH:
            return other.column + offset, other.row - _high(own)


def first_column(grid: Grid, crop: Crop | None, *, turned: bool) -> int:
    """The column for a board that is placed first: 1 if its leftmost hexrow in play is an odd one,
    such as B, else 0."""
    columns = crop_of(grid, crop).columns
    return columns[turned] % 2


def _wide(crop: Crop) -> int:
    """Columns from the first one to the last."""
    return crop.columns[1] - crop.columns[0]


def _high(crop: Crop) -> int:
    """Hexes in an even column."""
    return crop.numbers[1] - first_row(crop)


def lies(placements: tuple[Placement, ...], grids: tuple[Grid, ...]) -> tuple[Lie, ...]:
    """Where the boards of a map lie, the leftmost column and topmost row being 0 (or a column 1).

    Raises MapError for a crop that is not on its board, an odd number of columns, a board that
    lies on another, and one that touches no other.
    """
    raw = tuple(_lie(n, p, grids[n]) for n, p in enumerate(placements))
    for number, lie in enumerate(raw):
        _check(number, lie, raw[:number], placements)
    left, top = (min(lie.reach()[axis] for lie in raw) for axis in (0, 1))
    return tuple(lie.moved(-(left - left % 2), -top) for lie in raw)


def _lie(number: int, placement: Placement, grid: Grid) -> Lie:
    crop = crop_of(grid, placement.crop)
    (first, last), (low, high) = crop.columns, crop.numbers
    if not (0 <= first <= last < grid.columns and 0 <= low <= high <= grid.rows):
        raise MapError(number, f"{placement.board} has no such hexrows or numbers")
    if high == 0:
        raise MapError(number, f"of {placement.board} only half hexes would be in play")
    at_origin = Lie(grid, crop, placement.turned, 0, 0).core()
    return Lie(
        grid, crop, placement.turned, placement.column - at_origin[0], placement.row - at_origin[1]
    )


def _check(
    number: int, lie: Lie, before: tuple[Lie, ...], placements: tuple[Placement, ...]
) -> None:
    board = placements[number].board
    if (lie.column + (lie.grid.columns - 1) * lie.turned) % 2:
        raise MapError(number, f"{board} must be moved by an even number of columns to join")
    apart = [_apart(lie.core(), other.core()) for other in before]
    for other, (across, down) in enumerate(apart):
        if across < 0 and down < 0:
            raise MapError(number, f"{board} lies on {placements[other].board}")
    if before and not any(max(gaps) == 0 and min(gaps) < 0 for gaps in apart):
        raise MapError(number, f"{board} touches no other board")


def _apart(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> tuple[int, int]:
    """The gaps between two rectangles across and down; negative where they overlap."""
    return max(a[0], b[0]) - min(a[2], b[2]), max(a[1], b[1]) - min(a[3], b[3])
