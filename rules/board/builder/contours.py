"""Contours: where the ground rises to a level, or falls to one below 0 (B10)."""

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.builder.barriers import elevation
from rules.board.builder.shapes import as_shape, playing_area, snapped, united
from rules.board.builder.soft import Field, Ground, Style, outline
from rules.board.features import Contour, Shape
from rules.board.geometry import Cell, centre, corners
from rules.board.layout import Hexside, Layout, both_sides
from rules.board.terrain import HexsideTerrain

_SLOPES = Style(blur=17.0, rough=5.0, wave=34.0)
_BLUR_AT_CLIFF = 6.0
_APART = 0.13
_AT_MOST = 0.3
_CALM = 24.0
_WILD = 52.0


def contours(layout: Layout, ground: Ground) -> tuple[Contour, ...]:
    """From level 1 up, then from -1 down; each lies inside the one before."""
    levels = {layout.level(cell) for cell in layout.grid.cells()}
    steps = range(min(levels) + 1, max(levels) + 1)
    if not steps:
        return ()
    edge = playing_area(layout.grid)
    above = _Slopes(layout, ground).above(steps)
    up = [Contour(level, above[level]) for level in steps if level > 0]
    down = [Contour(level - 1, snapped(edge.difference(above[level]))) for level in steps[::-1]]
    return (*up, *(one for one in down if one.level < 0))


def cliff_edges(layout: Layout) -> list[tuple[Cell, Cell, Hexside]]:
    """Each cliff: the higher hex, the lower one, and the hexside as the higher numbers it (B11)."""
    found = []
    for key, kind in sorted(layout.hexsides.items(), key=lambda item: item[0]):
        if kind is HexsideTerrain.CLIFF:
            lower, higher = sorted(both_sides(key), key=lambda one: elevation(layout, one[0]))
            found.append((higher[0], lower[0], higher))
    return found


def wedge(cell: Cell, side: int) -> Polygon:
    """The sixth of a hex between a hexside and the dot."""
    around = corners(cell)
    return Polygon([around[side], around[(side + 1) % 6], centre(cell)])


class _Slopes:
    """Finds where the ground lies at a level or higher."""

    def __init__(self, layout: Layout, ground: Ground) -> None:
        self.layout = layout
        self.ground = ground
        self.cliffs = cliff_edges(layout)
        self.window = ground.whole
        self.rough = ground.roughness(_SLOPES, self.window)
        self.wild = self._wild()

    def above(self, levels: range) -> dict[int, Shape]:
        """For each level the ground at it or higher, on the board."""
        edge = playing_area(self.layout.grid)
        found: dict[int, Shape] = {}
        upper: BaseGeometry = Polygon()
        for number, level in sorted(enumerate(levels), reverse=True):
            height = min(_APART * (len(levels) - 1), _AT_MOST) * (number + 0.5) / len(levels)
            height -= min(_APART * (len(levels) - 1), _AT_MOST) / 2
            slope = self._with_cliffs(self._slope(level, height), level).intersection(edge)
            found[level] = snapped(slope.union(upper))
            upper = found[level]
        return found

    def _slope(self, level: int, height: float) -> Shape:
        cells = [cell for cell in self.layout.grid.cells() if self.layout.level(cell) >= level]
        soft = self.ground.blurred(cells, _SLOPES.blur, self.window) + self.rough - height
        if self.cliffs:
            sharp = self.ground.blurred(cells, _BLUR_AT_CLIFF, self.window)
            soft = sharp + (soft - sharp) * self.wild
        return outline(soft, self.window, 0.5)

    def _wild(self) -> Field:
        """How freely the ground may run: 0 at a cliff, 1 away from all."""
        across = np.arange(self.window.left, self.window.right)[:, None] * 3.0
        down = np.arange(self.window.top, self.window.bottom)[None, :] * 3.0
        wild = np.ones((across.shape[0], down.shape[1]))
        for _, _, (cell, side) in self.cliffs:
            (x1, y1), (x2, y2) = corners(cell)[side], corners(cell)[(side + 1) % 6]
            far = np.hypot(across - (x1 + x2) / 2, down - (y1 + y2) / 2)
            wild = np.minimum(wild, np.clip((far - _CALM) / (_WILD - _CALM), 0.0, 1.0))
        return wild

    def _with_cliffs(self, slope: BaseGeometry, level: int) -> BaseGeometry:
        """The same, running along the cliffs' hexsides exactly."""
        high = [
            wedge(*key)
            for higher, lower, key in self.cliffs
            if self.layout.level(lower) < level <= self.layout.level(higher)
        ]
        low = [
            wedge(lower, (key[1] + 3) % 6)
            for _, lower, key in self.cliffs
            if self.layout.level(lower) < level
        ]
        return slope.union(united(high)).difference(united(low)) if low else as_shape(slope)
