"""How a board lies on a map: turned or not, moved, and cut down to some of its hexes."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board.geometry import Cell, Grid, opposite


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
        top, bottom = first_row(self.crop), self.crop.numbers[1]
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


def crop_of(grid: Grid, crop: Crop | None) -> Crop:
    """The crop of a placement: the whole board if there is none."""
    return Crop((0, grid.columns - 1), (0, grid.rows)) if crop is None else crop


def in_place(grid: Grid) -> Lie:
    """How a board lies that is its own map."""
    return Lie(grid, crop_of(grid, None), turned=False, column=0, row=0)


def first_row(crop: Crop) -> int:
    return max(crop.numbers[0] - 1, 0)
