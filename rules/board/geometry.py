"""The hex grid: names, neighbours, distances, and where things lie.

Hexes stand in columns, flat side up. Column 0 is "A"; even columns number their hexes from 1, odd
columns from 0 and have one more, so that the first and last hexes of odd columns, like all of the
first and last column, are half hexes. Half hexes are playable.

A hex is known here by its `Cell`: axial coordinates `(q, r)`, in which a step across a given
hexside is the same everywhere. Hexsides are numbered 0-5 clockwise from the top; vertex `i` is
where hexside `i` begins, so that hexside `i` joins vertices `i` and `i + 1`.

Three scales, all exact:

* the *lattice*, small integers, on which every centre and vertex of the grid falls;
* *fine* points, integers, quarters of a picture unit;
* *picture units*: a column is 57 wide, a hex 66 high, A1's centre at (0, 33). Every centre and
  vertex has whole picture units, so that LOS is the same on a board turned or joined to others.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

Cell = tuple[int, int]
Point = tuple[int, int]

SIDES = range(6)
STEPS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
CORNERS: tuple[Point, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))

COLUMN_WIDTH = 57.0
HEX_HEIGHT = 66.0
FINE_X, FINE_Y = 76, 132
FINE = 4

_NAME = re.compile(r"([A-Z])\1{0,2}(0|[1-9][0-9]?)")


def opposite(side: int) -> int:
    """The same hexside as the hex across it numbers it; also the hexside straight across."""
    return (side + 3) % 6


def step(cell: Cell, side: int) -> Cell:
    """The cell across a hexside, on the board or not."""
    dq, dr = STEPS[side]
    return cell[0] + dq, cell[1] + dr


def distance(a: Cell, b: Cell) -> int:
    """Range between two hexes, in hexes (A1.22)."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def arcs(a: Cell, b: Cell) -> frozenset[int]:
    """The vertices of `a` whose Covered Arc has `b` in it: the hexes between the two Hex Grains
    across the hexsides that meet there, and those Grains themselves; one more at each range.
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    found = set()
    for vertex in SIDES:
        (uq, ur), (vq, vr) = STEPS[vertex - 1], STEPS[vertex]
        turn = uq * vr - ur * vq
        if (dq * vr - dr * vq) * turn >= 0 and (uq * dr - ur * dq) * turn >= 0 and a != b:
            found.add(vertex)
    return frozenset(found)


def grain(a: Cell, b: Cell) -> int | None:
    """The hexside of `a` across which a Hex Grain leads to `b`, None if none does."""
    far = distance(a, b)
    along = (side for side in SIDES if far and (b[0] - a[0], b[1] - a[1]) == _times(side, far))
    return next(along, None)


def alternate_grain(a: Cell, b: Cell) -> int | None:
    """The vertex of `a` whose hexspine an Alternate Hex Grain follows to `b`, None if none does. It
    passes the centre of every second hex, and runs along a hexside in between.
    """
    far = distance(a, b)
    if not far or far % 2:
        return None
    for vertex in SIDES:
        (uq, ur), (vq, vr) = STEPS[vertex - 1], STEPS[vertex]
        if (b[0] - a[0], b[1] - a[1]) == ((uq + vq) * far // 2, (ur + vr) * far // 2):
            return vertex
    return None


def _times(side: int, far: int) -> Cell:
    dq, dr = STEPS[side]
    return dq * far, dr * far


def lattice(cell: Cell) -> Point:
    """The centre of a cell on the lattice; A1's is (0, 0)."""
    return 3 * cell[0], 2 * cell[1] + cell[0]


def lattice_corner(cell: Cell, vertex: int) -> Point:
    """Vertex 0-5 of a cell on the lattice."""
    x, y = lattice(cell)
    dx, dy = CORNERS[vertex % 6]
    return x + dx, y + dy


def fine(point: Point) -> Point:
    """A lattice point in quarters of a picture unit."""
    return FINE_X * point[0], FINE_Y * (point[1] + 1)


def picture(point: Point) -> tuple[float, float]:
    """A lattice point in picture units."""
    x, y = fine(point)
    return x / FINE, y / FINE


def centre(cell: Cell) -> tuple[float, float]:
    """The centre dot of a cell in picture units."""
    return picture(lattice(cell))


def corners(cell: Cell) -> tuple[tuple[float, float], ...]:
    """The six vertices of a cell in picture units, vertex 0 (upper left) first, clockwise."""
    return tuple(picture(lattice_corner(cell, vertex)) for vertex in SIDES)


def column_name(column: int) -> str:
    """Letters of a column: A to Z, AA to ZZ, AAA to ZZZ."""
    return ascii_uppercase[column % 26] * (column // 26 + 1)


def cell_at(column: int, row: int) -> Cell:
    """The cell of a column at a row, row 0 being the topmost of its column."""
    return column, row - (column + 1) // 2


@dataclass(frozen=True, slots=True)
class Grid:
    """The hexes of one board: `columns` wide, `rows` hexes in an even column."""

    columns: int = 33
    rows: int = 10

    def has(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        column, row = cell[0], self.row(cell)
        return 0 <= column < self.columns and 0 <= row < self.rows + column % 2

    def row(self, cell: Cell) -> int:
        """The row of a cell, 0 for the topmost of its column."""
        return cell[1] + (cell[0] + 1) // 2

    def cells(self) -> Iterator[Cell]:
        """Every cell, column by column, each from the top."""
        for column in range(self.columns):
            for row in range(self.rows + column % 2):
                yield cell_at(column, row)

    def name(self, cell: Cell) -> str:
        """What players call the hex, such as "E5"."""
        return f"{column_name(cell[0])}{self.row(cell) + 1 - cell[0] % 2}"

    def cell(self, name: str) -> Cell:
        """The cell a player means by "E5". ValueError if the board has no such hex."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} is not the name of a hex")
        letters = name.rstrip("0123456789")
        column = ascii_uppercase.index(letters[0]) + 26 * (len(letters) - 1)
        cell = cell_at(column, int(match[2]) - 1 + column % 2)
        if not self.has(cell):
            raise ValueError(f"there is no hex {name}")
        return cell

    def size(self) -> tuple[float, float]:
        """Width and height of the playing area in picture units."""
        return (self.columns - 1) * COLUMN_WIDTH, self.rows * HEX_HEIGHT
