"""Where the hexes of a grid board lie, in pixels: x to the right, y down.

Hexes are known here by their index: column by column, each from the top. Hexsides are numbered 0-5
clockwise from the top, vertex `i` is where hexside `i` begins, and the hexspine `i` is the hexside
of two neighbours that leaves the hex at vertex `i`.

Everything is an array over hexes, made once for each shape of board and kept: boards of one shape
share it. Where a rounding looks odd it is what the boards were drawn and judged by.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.board.geometry import column_name
from rules.board.grid.compiled import compiled

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

STANDARD_WIDTH: Final = 1800 / 32
STANDARD_HEIGHT: Final = 64.5
NO_HEX: Final = -1
SIDES: Final = range(6)

_SHAPES_KEPT: Final = 8
_COS_30: Final = float(np.cos(np.radians(30.0)))
_EVEN_STEPS: Final = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_ODD_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_SHIFTS: Final = ((-1, -1), (-1, 1), (1, 0), (1, 1), (-1, 1), (-1, 0))
_EVEN_SHIFTS: Final = ((-1, -1), (1, -1), (1, 0), (1, 1), (-1, 1), (-1, 0))
_ZIGZAG: Final = np.array(
    [(0, 0), (0, -1), (0, 1), (1, 0), (1, -1), (1, 1), (-1, 0), (-1, -1), (-1, 1)], np.int32
)
_LETTERS: Final = re.compile(r"([A-Z])\1*")


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides where the hexes of a board lie. Lengths in pixels.

    `a1_x` and `a1_y` are the centre of the first hex; negative ones say that the board is the
    right or lower part of a larger one and its names go on from there.
    """

    columns: int
    rows: int
    width: int
    height: int
    hex_width: float = STANDARD_WIDTH
    hex_height: float = STANDARD_HEIGHT
    a1_x: float = 0.0
    a1_y: float = STANDARD_HEIGHT / 2


Polygons = npt.NDArray[np.int64]
"""Outlines of hexes as Java judges them: a row of numbers for each hex.

The first is its topmost row of pixels; then, for each row downwards, the pixel where the outline
begins and the pixel after its last one. The two are equal in a row that it does not reach.
"""


class Geometry(NamedTuple):
    """Arrays over hexes (first index) and hexsides or vertices 0-5 (second index)."""

    column: Ints
    row: Ints
    q: Ints
    r: Ints
    centre: Ints
    side_point: Ints
    on_map: npt.NDArray[np.bool_]
    adjacent: Ints
    corner: Ints
    extended: Ints
    border: Polygons
    reach: Polygons
    hex_at: npt.NDArray[np.int16]


@lru_cache(maxsize=_SHAPES_KEPT)
def geometry_of(shape: Shape, *, even: bool = False) -> Geometry:
    """The geometry of a shape of board.

    The extended border of a hex, which decides what belongs to an end of a line, has its upper
    right corner turned inwards; `even` gives one that is the same at all corners, and a lower edge
    of the board that is like the upper one.
    """
    column, row = _columns_and_rows(shape)
    exact = _centres(shape, column, row)
    size = shape.width, shape.height
    vertices = _edge_fix(exact[:, None, :] + _corners(shape), size)
    side_points = np.trunc(exact[:, None, :] + _side_offsets(shape))
    border = np.floor(vertices + 0.5).astype(np.int32)
    extended = np.trunc(vertices).astype(np.int32) + np.array(
        _EVEN_SHIFTS if even else _SHIFTS, np.int32
    )
    spans = _polygons(border)
    return Geometry(
        column=column,
        row=row,
        q=column,
        r=(row - (column + 1) // 2).astype(np.int32),
        centre=np.trunc(_edge_fix(exact, size)).astype(np.int32),
        side_point=_edge_fix(side_points, size).astype(np.int32),
        on_map=_on_map(shape, column, row),
        adjacent=_adjacent(shape, column, row),
        corner=border,
        extended=extended,
        border=spans,
        reach=_polygons(extended),
        hex_at=_hexes_at(shape, spans, even=even),
    )


class Names:
    """What players call the hexes of a board."""

    def __init__(self, shape: Shape) -> None:
        column, row = _columns_and_rows(shape)
        first_column = round(-shape.a1_x / shape.hex_width) if shape.a1_x < 0 else 0
        first_row = 0
        if shape.a1_y < 0:
            first_row = round((shape.hex_height / 2 - shape.a1_y) / shape.hex_height)
        self.all: tuple[str, ...] = tuple(
            f"{column_name(int(c) + first_column)}{int(r) + first_row + 1 - int(c) % 2}"
            for c, r in zip(column, row, strict=True)
        )
        self._index = {name: index for index, name in enumerate(self.all)}

    def index(self, name: str) -> int:
        """The hex of a name. ValueError if there is none."""
        index = self._index.get(name)
        if index is None:
            raise ValueError(f"there is no hex {name}")
        return index


def _columns_and_rows(shape: Shape) -> tuple[Ints, Ints]:
    cells = [
        (column, row) for column in range(shape.columns) for row in range(shape.rows + column % 2)
    ]
    both = np.array(cells, np.int32)
    return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


def _centres(shape: Shape, column: Ints, row: Ints) -> Floats:
    a1_x = max(shape.a1_x, 0.0)
    a1_y = shape.hex_height / 2 if shape.a1_y < 0 else shape.a1_y
    x = a1_x + shape.hex_width * column
    y = a1_y + shape.hex_height * row - shape.hex_height / 2 * (column % 2)
    return np.stack([x, y], axis=1)


def _corners(shape: Shape) -> Floats:
    s, h = 2 * shape.hex_width / 3, shape.hex_height
    return np.array(
        [(-s / 2, -h / 2), (s / 2, -h / 2), (s, 0), (s / 2, h / 2), (-s / 2, h / 2), (-s, 0)]
    )


def _side_offsets(shape: Shape) -> Floats:
    v = shape.hex_height / 2
    u = v * _COS_30
    return np.array(
        [
            (0, -v + 1),
            (u - 1, -v / 2 + 1),
            (u - 1, v / 2 - 1),
            (0, v - 1),
            (-u + 1, v / 2 - 1),
            (-u + 1, -v / 2 + 1),
        ]
    )


def _edge_fix(points: Floats, size: tuple[int, int]) -> Floats:
    """Points just outside the grid are moved to its edge."""
    fixed = points.copy()
    for axis, length in enumerate(size):
        values = fixed[..., axis]
        values[values == -1] = 0
        whole = np.trunc(values)
        values[(whole == length) | (whole == length + 1)] = length - 1
    return fixed


def _on_map(shape: Shape, column: Ints, row: Ints) -> npt.NDArray[np.bool_]:
    on_map = np.ones((len(column), 6), np.bool_)
    odd = column % 2 == 1
    for edge, sides in (
        (column == 0, (4, 5)),
        (column == shape.columns - 1, (1, 2)),
        (odd & (row == 0), (0, 1, 5)),
        (odd & (row == shape.rows), (2, 3, 4)),
    ):
        for side in sides:
            on_map[edge, side] = False
    return on_map


def _adjacent(shape: Shape, column: Ints, row: Ints) -> Ints:
    adjacent = np.full((len(column), 6), NO_HEX, np.int32)
    for side in SIDES:
        even, odd = np.array(_EVEN_STEPS[side]), np.array(_ODD_STEPS[side])
        step = np.where((column % 2 == 1)[:, None], odd, even)
        c, r = column + step[:, 0], row + step[:, 1]
        there = (c >= 0) & (c < shape.columns) & (r >= 0) & (r < shape.rows + c % 2)
        index = c * shape.rows + c // 2 + r
        adjacent[there, side] = index[there]
    return adjacent


def _polygons(corners: Ints) -> Polygons:
    """Even-odd crossing count within the half-open bounding box, row by row.

    The outlines are such that every row is crossed twice at most, so a row is one span.
    """
    low, high = corners.min(axis=1), corners.max(axis=1)
    deepest = int((high[:, 1] - low[:, 1]).max())
    y = low[:, 1][:, None] + np.arange(deepest)[None, :]
    ends = np.full((len(corners), deepest, 2), np.iinfo(np.int32).max, np.int64)
    crossings = np.zeros((len(corners), deepest), np.int64)
    for vertex in SIDES:
        last, this = corners[:, vertex - 1].astype(np.int64), corners[:, vertex].astype(np.int64)
        upper = np.where((this[:, 1] < last[:, 1])[:, None], this, last)
        lower = np.where((this[:, 1] < last[:, 1])[:, None], last, this)
        x0, y0 = upper[:, 0][:, None], upper[:, 1][:, None]
        rise = (lower[:, 1] - upper[:, 1])[:, None]
        run = (lower[:, 0] - upper[:, 0])[:, None]
        crosses = (rise > 0) & (y >= y0) & (y < lower[:, 1][:, None])
        at = x0 + np.ceil((y - y0) / np.where(rise == 0, 1, rise) * run).astype(np.int64)
        met = np.nonzero(crosses)
        ends[*met, np.minimum(crossings[met], 1)] = at[met]
        crossings[met] += 1
    ends.sort(axis=2)
    left = np.maximum(ends[:, :, 0], low[:, 0][:, None])
    right = np.minimum(ends[:, :, 1], high[:, 0][:, None])
    empty = (crossings != 2) | (right <= left)  # noqa: PLR2004 # a span has two ends
    left[empty] = right[empty] = 0
    spans = np.stack([left, right], axis=2).reshape(len(corners), 2 * deepest)
    return np.concatenate([low[:, 1][:, None], spans], axis=1).astype(np.int64)


def _hexes_at(shape: Shape, border: Polygons, *, even: bool) -> npt.NDArray[np.int16]:
    """The hex under every pixel; `even` gives pixels of the lower edge to the hexes above it, as
    those of the upper edge belong to the hexes below."""
    hex_at = _fill_hexes(
        np.full((shape.width, shape.height), NO_HEX, np.int16),
        border,
        _ZIGZAG,
        shape.columns,
        shape.rows,
        max(shape.a1_x, 0.0),
        shape.hex_width,
        shape.hex_height,
    )
    if even:
        last = hex_at[:, -1]
        last[:] = np.where(last == NO_HEX, hex_at[:, -2], last)
    return hex_at


@compiled
def contains(outlines: Polygons, index: int, x: int, y: int) -> bool:
    """Whether the outline of a hex contains a pixel."""
    row = 2 * (y - outlines[index, 0])
    if row < 0 or row + 2 >= outlines.shape[1]:
        return False
    return bool(outlines[index, row + 1] <= x < outlines[index, row + 2])


@compiled
def _fill_hexes(
    hex_at: npt.NDArray[np.int16],
    border: Polygons,
    zigzag: Ints,
    columns: int,
    rows: int,
    a1_x: float,
    hex_width: float,
    hex_height: float,
) -> npt.NDArray[np.int16]:
    """The hex under every pixel.

    A third of the width belongs to the zigzag between two columns and is decided by the borders.
    Below the half hexes at the bottom, where no border reaches, a hex of the next column stands in.
    """
    for x in range(hex_at.shape[0]):
        z = int((x - a1_x) / (hex_width / 3))
        banded = z >= 1 and (z - 1) % 3 == 0
        c = (z - 1) // 3 if banded else -(-z // 3)
        for y in range(hex_at.shape[1]):
            row = int((y + hex_height / 2) / hex_height) if c % 2 == 1 else int(y / hex_height)
            if not banded:
                if 0 <= c < columns and row < rows + c % 2:
                    hex_at[x, y] = c * rows + c // 2 + row
                continue
            for i in range(zigzag.shape[0]):
                cc, rr = c + zigzag[i, 0], row + zigzag[i, 1]
                if 0 <= cc < columns and 0 <= rr < rows + cc % 2:
                    index = cc * rows + cc // 2 + rr
                    if contains(border, index, x, y):
                        hex_at[x, y] = index
                        break
            if hex_at[x, y] < 0 and c % 2 == 1 and row == rows and 0 <= c + 1 < columns:
                hex_at[x, y] = (c + 1) * rows + (c + 1) // 2 + row - 1
    return hex_at
