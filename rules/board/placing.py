"""How a board lies on a map: turned or not, moved, and cut down to some of its hexes.

Columns and rows of a map are those of `geometry.Grid`. Boards join where their half hexes meet, so
an even column of a board always lies on an even column of the map.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique

from rules.board.changes import Change
from rules.board.geometry import Cell, Grid, opposite


class MapError(ValueError):
    """Boards that cannot lie or be changed so: which placement (0 for the first; None for what is
    said of the whole map), and why."""

    def __init__(self, number: int | None, message: str) -> None:
        super().__init__(message)
        self.number = number


@dataclass(frozen=True, slots=True)
class Crop:
    """The part of a board that is in play: hexrows (columns) and numbers, both ends included.

    The numbers are those in the names of the hexes, as in "hexes numbered 5 or less".
    """

    columns: tuple[int, int]
    numbers: tuple[int, int]

    def has(self, grid: Grid, cell: Cell) -> bool:
        """Whether a cell of the board is in play."""
        number = grid.row(cell) + 1 - cell[0] % 2
        return (
            self.columns[0] <= cell[0] <= self.columns[1]
            and self.numbers[0] <= number <= self.numbers[1]
        )


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


def crop_of(grid: Grid, crop: Crop | None) -> Crop:
    """The crop of a placement: the whole board if there is none."""
    return Crop((0, grid.columns - 1), (0, grid.rows)) if crop is None else crop


def _wide(crop: Crop) -> int:
    """Columns from the first one to the last."""
    return crop.columns[1] - crop.columns[0]


def _top(crop: Crop) -> int:
    return max(crop.numbers[0] - 1, 0)


def _high(crop: Crop) -> int:
    """Hexes in an even column."""
    return crop.numbers[1] - _top(crop)


@dataclass(frozen=True, slots=True)
class Lie:
    """Where the cells of a board are on the map: `column` and `row` are how far it is moved after
    it was turned in its place.
    """

    grid: Grid
    crop: Crop
    turned: bool
    column: int
    row: int

    def cell(self, cell: Cell) -> Cell:
        """The map's cell of a cell of the board."""
        sign, (q, r) = (-1 if self.turned else 1), self._origin()
        return sign * cell[0] + q, sign * cell[1] + r

    def back(self, cell: Cell) -> Cell:
        """The board's own cell for a cell of the map; it need not be on the board."""
        sign, (q, r) = (-1 if self.turned else 1), self._origin()
        return sign * (cell[0] - q), sign * (cell[1] - r)

    def side(self, side: int) -> int:
        """The number a hexside of the board has on the map."""
        return opposite(side) if self.turned else side

    def has(self, cell: Cell) -> bool:
        """Whether a cell of the map is one of this board that is in play."""
        own = self.back(cell)
        return self.grid.has(own) and self.crop.has(self.grid, own)

    def cells(self) -> Iterator[tuple[Cell, Cell]]:
        """The board's cells in play, each with that of the map."""
        for cell in self.grid.cells():
            if self.crop.has(self.grid, cell):
                yield cell, self.cell(cell)

    def core(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the part in play without the halves of hexes that stick
        out: in columns and hexes of the map."""
        left, right = self.crop.columns
        top, bottom = _top(self.crop), self.crop.numbers[1]
        if self.turned:
            left, right = self.grid.columns - 1 - right, self.grid.columns - 1 - left
            top, bottom = self.grid.rows - bottom, self.grid.rows - top
        return left + self.column, top + self.row, right + self.column, bottom + self.row

    def reach(self) -> tuple[int, int, int, int]:
        """The same with room for hexes that stick out of a cut board."""
        left, top, right, bottom = self.core()
        whole_left, whole_top = self.column, self.row
        whole_right = self.column + self.grid.columns - 1
        whole_bottom = self.row + self.grid.rows
        return (
            max(left - 1, whole_left),
            max(top - 1, whole_top),
            min(right + 1, whole_right),
            min(bottom + 1, whole_bottom),
        )

    @property
    def has_all_numbers(self) -> bool:
        """Whether the hexrows in play are whole."""
        return self.crop.numbers == self.whole().numbers

    def whole(self) -> Crop:
        """The crop that has all of the board in play."""
        return crop_of(self.grid, None)

    def half_turned(self, on: Grid) -> "Lie":
        """How it lies when the map is turned in its place; one that ends with an odd hexrow, such
        as B, as if it had another one."""
        last = on.columns // 2 * 2
        return Lie(
            self.grid,
            self.crop,
            not self.turned,
            last + 1 - self.column - self.grid.columns,
            on.rows - self.row - self.grid.rows,
        )

    def cut_down(self, columns: int, rows: int) -> "Lie":
        """How the part in play lies as a board of its own, with room for hexes that stick out.

        It begins so many columns and rows from the board's corner, or several times as many.
        """
        upright = Lie(self.grid, self.crop, turned=False, column=0, row=0)
        left, top, right, bottom = upright.reach()
        left, top = left - left % columns, top - top % rows
        (first, last), (low, high) = self.crop.columns, self.crop.numbers
        return Lie(
            Grid(right - left + 1, bottom - top),
            Crop((first - left, last - left), (low - top, high - top)),
            self.turned,
            self.column + (self.grid.columns - 1 - right if self.turned else left),
            self.row + (self.grid.rows - bottom if self.turned else top),
        )

    def moved(self, columns: int, rows: int) -> "Lie":
        """The same, further to the right and down."""
        return Lie(self.grid, self.crop, self.turned, self.column + columns, self.row + rows)

    def _origin(self) -> Cell:
        """Where the board's cell (0, 0) comes to lie."""
        if not self.turned:
            return self.column, self.row - self.column // 2
        last = self.grid.columns - 1 + self.column
        return last, self.grid.rows + self.row - 1 - last // 2


def in_place(grid: Grid) -> Lie:
    """How a board lies that is its own map."""
    return Lie(grid, crop_of(grid, None), turned=False, column=0, row=0)


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
