"""Groups of hexes as soft shapes: the hexes blurred, roughened by slow noise, cut at a height.

Blurring takes away the teeth of the hexes, yet keeps every dot where it belongs: with a blur of at
most 18 units the dot of a hex that stands alone is still well inside, and one encircled well
outside. The board is mirrored over its edges first, so that outlines run straight over them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rules.board.features import Shape
from rules.board.geometry import COLUMN_WIDTH, HEX_HEIGHT, Cell, Grid, centre
from rules.mapmaking.builder.shapes import as_shape
from rules.mapmaking.builder.tracing import traced
from rules.mapmaking.noise import fractions

Field = NDArray[np.float64]
Kind = TypeVar("Kind", np.float64, np.int64)

STEP = 3
"""Picture units between two points of a field; divides the measures of a hex."""

_HALF_HEX = (38, 33)
_MARGIN = 24
"""Points that are mirrored over each edge: what is seen beyond it and the reach of the blur."""
_BEYOND = 5
_REACH = 6
"""Points that outlines are followed beyond the edge, and beyond their hexes."""
_EXACT = float(1 << 20)
_SLOPE = 0.4
"""How steep a blurred field is at the edge of many hexes, times the blur."""
_TIGHT = 4.5
"""The blur that counts in the angles between hexes, where an outline keeps to its hexes."""
_FINE = 0.1
"""Points of an outline that change it less than this are left out."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the plane, in points of the field from the corner of the board; ends not in it."""

    left: int
    right: int
    top: int
    bottom: int

    def grown(self, by: int) -> "Window":
        """The window with so many more points on each side."""
        return Window(self.left - by, self.right + by, self.top - by, self.bottom + by)

    def places(self) -> tuple[Field, Field]:
        """The picture units of its points: across, as a column, and down, as a row."""
        across = np.arange(self.left, self.right, dtype=np.float64) * STEP
        down = np.arange(self.top, self.bottom, dtype=np.float64) * STEP
        return across[:, None], down[None, :]

    def of(self, field: NDArray[Kind], origin: int) -> NDArray[Kind]:
        """Its part of a field that begins `origin` points before the corner of the board."""
        return field[
            self.left + origin : self.right + origin, self.top + origin : self.bottom + origin
        ]


@dataclass(frozen=True, slots=True)
class Style:
    """How an outline runs, in picture units.

    `blur` is how far corners are rounded, `rough` how far the line strays over some `wave` units,
    `height` (0-1) where the blurred hexes are cut: above ½ draws the outline in.
    One that `keeps` to its hexes does not fill the angles between them.
    """

    blur: float
    rough: float
    wave: float
    height: float = 0.5
    keeps: bool = True


class Ground:
    """The hexes of one board as a field of points, from which soft shapes are made."""

    def __init__(self, grid: Grid, name: str) -> None:
        self.grid = grid
        self.name = name
        width, height = grid.size()
        self._points = int(width) // STEP + 1, int(height) // STEP + 1
        self._noise: dict[float, Field] = {}

    @property
    def whole(self) -> Window:
        """The board, and a little more on each side."""
        return Window(0, self._points[0], 0, self._points[1]).grown(_BEYOND)

    def around(self, cells: Iterable[Cell]) -> Window:
        """The part where an outline round these cells may run."""
        places = [centre(cell) for cell in cells]
        xs, ys = [int(x) // STEP for x, _ in places], [int(y) // STEP for _, y in places]
        across, down = (half // STEP + _REACH for half in _HALF_HEX)
        whole = self.whole
        return Window(
            max(min(xs) - across, whole.left),
            min(max(xs) + across + 1, whole.right),
            max(min(ys) - down, whole.top),
            min(max(ys) + down + 1, whole.bottom),
        )

    def shape(self, cells: Iterable[Cell], style: Style) -> Shape:
        """The soft shape of some cells; it runs a little over the edge of the board."""
        group = tuple(cells)
        window = self.around(group)
        field = self.blurred(group, style.blur, window)
        if style.keeps:
            field = np.minimum(field, self.blurred(group, _TIGHT, window))
        return outline(field + self.roughness(style, window), window, style.height)

    def blurred(self, cells: Iterable[Cell], blur: float, window: Window) -> Field:
        """How much of the ground about each point belongs to the cells, 0 to 1."""
        member = np.zeros(self.grid.columns * (self.grid.rows + 1), dtype=np.float64)
        for cell in cells:
            member[self._code(cell)] = 1.0
        weights = _weights(blur)
        wide = window.grown(len(weights) // 2)
        field = member[wide.of(self._owners, _MARGIN)]
        for _ in range(2):
            length = field.shape[0] - len(weights) + 1
            field = sum(
                (weight * field[i : i + length] for i, weight in enumerate(weights)),
                np.zeros((length, field.shape[1])),
            ).T
        return field

    def roughness(self, style: Style, window: Window) -> Field:
        """What noise adds to a blurred field to move its outlines by up to `rough` units."""
        slow, fast = self._smooth(style.wave), self._smooth(style.wave * 0.45)
        scale = style.rough * _SLOPE / style.blur / 1.4
        both = window.of(slow, _BEYOND) + 0.4 * window.of(fast, _BEYOND)
        return np.asarray(scale * both)

    def _code(self, cell: Cell) -> int:
        return cell[0] * (self.grid.rows + 1) + self.grid.row(cell)

    @cached_property
    def _owners(self) -> NDArray[np.int64]:
        """The code of the hex at each point, mirrored over the edges."""
        x = np.arange(self._points[0])[:, None] * float(STEP)
        y = np.arange(self._points[1])[None, :] * float(STEP)
        best = np.full(self._points, np.inf)
        owners = np.zeros(self._points, dtype=np.int64)
        for beside in (0, 1):
            column = np.minimum(x // COLUMN_WIDTH + beside, self.grid.columns - 1)
            odd = column % 2
            row = np.clip((y + odd * HEX_HEIGHT / 2) // HEX_HEIGHT, 0, self.grid.rows - 1 + odd)
            middle = (row + (1 - odd) / 2) * HEX_HEIGHT
            far = (x - column * COLUMN_WIDTH) ** 2 + (y - middle) ** 2
            codes = (column * (self.grid.rows + 1) + row).astype(np.int64)
            owners = np.where(far < best, codes, owners)
            best = np.minimum(far, best)
        return np.pad(owners, _MARGIN, mode="reflect")

    def _smooth(self, wave: float) -> Field:
        """Slow noise over the board, -1 to 1: hills and dips about `wave` units apart."""
        if wave not in self._noise:
            across, down = (_knots(points, wave) for points in self._points)
            count = (across[1], down[1])
            knots = 2 * fractions(f"{self.name} {wave}", count[0] * count[1]).reshape(count) - 1
            self._noise[wave] = _mixed(_mixed(knots, across[0]).T, down[0]).T
        return self._noise[wave]


def outline(field: Field, window: Window, height: float) -> Shape:
    """Where a field is higher than `height`."""
    shape = traced(field, height, (window.left * STEP, window.top * STEP), STEP)
    return as_shape(shape.simplify(_FINE))


def _weights(blur: float) -> list[float]:
    """The bell curve, its values exact in few binary digits so that all machines agree."""
    reach = ceil(2.5 * blur / STEP)
    raw = [exp(-((i * STEP / blur) ** 2) / 2) for i in range(-reach, reach + 1)]
    return [round(weight / sum(raw) * _EXACT) / _EXACT for weight in raw]


def _knots(points: int, wave: float) -> tuple[Field, int]:
    """Where the points of one axis lie among the knots of noise, and how many knots there are."""
    places = np.arange(points + 2 * _BEYOND, dtype=np.float64) * np.float64(STEP / wave)
    return places, int(places[-1]) + 2


def _mixed(knots: Field, places: Field) -> Field:
    """Rows between the rows of knots."""
    first = places.astype(np.int64)
    share = places - first
    ease = (share * share * (3 - 2 * share))[:, None]
    return np.asarray(knots[first] * (1 - ease) + knots[first + 1] * ease)
