"""Contours: where the ground rises to a level, or falls to one below 0 (B10)."""

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.features import Contour, Shape
from rules.board.layout import Layout
from rules.mapmaking.builder.cliffs import cliffs, ends, wedge
from rules.mapmaking.builder.shapes import playing_area, snapped, united
from rules.mapmaking.builder.soft import Field, Ground, Style, outline

_SLOPES = Style(blur=17, rough=5, wave=34, height=0.5)
_BLUR_AT_CLIFF = 6.0
_APART = 0.13
_AT_MOST = 0.3
"""How far apart the heights are at which the levels are cut, and the first and last of them: 0.1
moves a contour by some 4 units, so that several at one abrupt change (B10.5) stay apart."""
_CALM, _WILD = 24.0, 52.0
"""From the middle of a cliff: within the one a contour keeps to the hexes, beyond the other it runs
free."""


def contours(layout: Layout, ground: Ground) -> tuple[Contour, ...]:
    """From level 1 up, then from -1 down; each lies inside the one before."""
    levels = {0, *(layout.level(cell) for cell in layout.grid.cells())}
    steps = range(min(levels) + 1, max(levels) + 1)
    if not steps:
        return ()
    edge = playing_area(layout.grid)
    above = _Slopes(layout, ground).above(steps)
    up = [Contour(level, above[level]) for level in steps if level > 0]
    down = [Contour(level - 1, snapped(edge.difference(above[level]))) for level in steps[::-1]]
    return (*up, *(one for one in down if one.level < 0))


class _Slopes:
    """Finds where the ground lies at a level or higher."""

    def __init__(self, layout: Layout, ground: Ground) -> None:
        self.layout = layout
        self.ground = ground
        self.cliffs = tuple(cliffs(layout))
        self.window = ground.whole
        self.rough = ground.roughness(_SLOPES, self.window)
        self.wild = self._wild()

    def above(self, levels: range) -> dict[int, Shape]:
        """For each level the ground at it or higher, on the board."""
        edge = playing_area(self.layout.grid)
        found: dict[int, Shape] = {}
        upper: BaseGeometry = Polygon()
        apart = min(_APART, _AT_MOST / len(levels))
        for level in reversed(levels):
            raised = apart * (level - (levels[0] + levels[-1]) / 2)
            slope = self._with_cliffs(self._slope(level, raised), level).intersection(edge)
            found[level] = snapped(slope.union(upper))
            upper = found[level]
        return found

    def _slope(self, level: int, raised: float) -> Shape:
        cells = [cell for cell in self.layout.grid.cells() if self.layout.level(cell) >= level]
        soft = self.ground.blurred(cells, _SLOPES.blur, self.window) + self.rough - raised
        if self.cliffs:
            sharp = self.ground.blurred(cells, _BLUR_AT_CLIFF, self.window)
            soft = sharp + (soft - sharp) * self.wild
        return outline(soft, self.window, _SLOPES.height)

    def _wild(self) -> Field:
        """How freely the ground may run: 0 at a cliff, 1 away from all."""
        across, down = self.window.places()
        wild = np.ones((across.shape[0], down.shape[1]))
        for higher, _ in self.cliffs:
            (x1, y1), (x2, y2) = ends(higher)
            far = np.hypot(across - (x1 + x2) / 2, down - (y1 + y2) / 2)
            wild = np.minimum(wild, np.clip((far - _CALM) / (_WILD - _CALM), 0.0, 1.0))
        return wild

    def _with_cliffs(self, slope: BaseGeometry, level: int) -> BaseGeometry:
        """The same, running along the cliffs' hexsides exactly."""
        here = [pair for pair in self.cliffs if self.layout.level(pair[1][0]) < level]
        high = [wedge(high) for high, _ in here if self.layout.level(high[0]) >= level]
        return slope.union(united(high)).difference(united(wedge(low) for _, low in here))
