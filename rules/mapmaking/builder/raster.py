"""From shapes to cells: terrain and elevation at every whole point of a playing area.

A cell is a point, not a square: cell (x, y) of an area W wide and H high is the point (x, y), with
x from 0 to W and y from 0 to H. So a board turned by half a turn has the same cells turned, and
two boards joined share those of the seam. A point on the outline of a shape is in it. Coordinates
of shapes count in sixteenths of a picture unit, and all is done in whole numbers.

Later layers lie over earlier ones, as `features.py` has them, but for these:

* Inherent Terrain fills its hexes whatever its outline covers (B.6), but for hexes with a bridge,
  which have none;
* a path is nothing to LOS (B13.6), and a road does not cover the Depression it runs in;
* a bridge is one within its own hex (beyond, its deck is ground), and has a roadway (B6.2);
* a cliff is as low as the ground below it;
* a wall or hedge stands on the higher of its two hexes (B9.35).
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from rules.board.features import Area, Barrier, Features, House, Shape
from rules.board.geometry import Cell
from rules.board.grid.standard import (
    FORD,
    STANDARD,
    area_name,
    bridge_name,
    building_name,
    depression_name,
    hexside_name,
    ruin_name,
    way_name,
)
from rules.board.grid.terrain import ROAD
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.builder.shapes import as_shape, hexagon

Ints = npt.NDArray[np.int64]

_GRAIN: Final = 16
_BESIDE_CLIFF: Final = 10.0
"""How far from the middle of a cliff the level of the ground below it is read."""
_TO_DOT: Final = 33.0
"""How far it is from the middle of a hexside to the dots of its hexes."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Elevation (levels) and terrain (codes of `standard.STANDARD`) by point, `[x, y]`."""

    elevation: npt.NDArray[np.int8]
    terrain: npt.NDArray[np.uint8]


def cells_of(features: Features, month: int) -> Cells:
    """The cells of a board in a month 1-12, which decides what grain and orchards are."""
    width, height = (round(length) for length in features.size)
    paint = _Paint((width + 1, height + 1))
    paint.ground(features)
    bridged = {span.cell for span in features.spans if not span.floats}
    for area in features.areas:
        paint.area(area, month, bridged)
    paint.low_ground(features, month)
    paint.built(features, month)
    for barrier in features.barriers:
        paint.barrier(barrier)
    return Cells(paint.levels - paint.sunk, paint.terrain)


class _Paint:
    """Cells in the making: the level of the ground, what of it is sunk by one, terrain, and what is
    `low`: the bed of a Depression or water, flooded or not.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.levels = np.zeros(size, np.int8)
        self.sunk = np.zeros(size, np.int8)
        self.terrain = np.zeros(size, np.uint8)
        self.low = np.zeros(size, np.bool_)

    def ground(self, features: Features) -> None:
        for contour in features.contours:
            self.levels.ravel()[self._in(contour.shape)] = contour.level

    def area(self, area: Area, month: int, bridged: Set[Cell]) -> None:
        name = area_name(area.terrain, month)
        if STANDARD.named(name).inherent:
            cells = [cell for cell in area.cells if cell not in bridged]
            self._cover(self._in(*(hexagon(cell) for cell in cells)), name)
        else:
            self._cover(self._in(area.shape), name)

    def low_ground(self, features: Features, month: int) -> None:
        """Rivers, fords and Depressions, whose surface or bed lies one level lower (A6.3, B21); the
        surface of flooded rivers does not (B21.122).
        """
        sunk, low = self.sunk.ravel(), self.low.ravel()
        for river in features.rivers:
            at = self._in(river.shape)
            sunk[at], low[at] = not features.flooded, True
            self._cover(at, area_name(river.terrain, month))
        for course in features.courses:
            at = self._in(course.bed)
            sunk[at], low[at] = 1, True
            self._cover(at, depression_name(course.kind))
        for ford in features.fords:
            at = self._in(ford.shape)
            self._cover(at[low[at]], FORD)

    def built(self, features: Features, month: int) -> None:
        """Roads, bridges (at the level of the ground beside them) and buildings."""
        sunk, low = self.sunk.ravel(), self.low.ravel()
        spans = [span for span in features.spans if not span.floats]
        for span in spans:
            at = self._in(span.deck)
            sunk[at], low[at] = 0, False
            self._cover(at, area_name(Terrain.OPEN_GROUND, month))
        ways = [way for way in features.ways if way.kind is not RoadKind.PATH]
        for way in ways:
            at = self._in(way.shape)
            self._cover(at[~low[at]], way_name(way.kind))
        for span in spans:
            at = self._in(as_shape(span.deck.intersection(hexagon(span.cell))))
            road = STANDARD.has(ROAD)[self.terrain.ravel()[at]]
            self._cover(at, bridge_name(stone=span.stone))
            self._cover(at[road], bridge_name(stone=span.stone, roadway=True))
        for house in features.houses:
            self._house(house)

    def _house(self, house: House) -> None:
        """A building: where rubble lies on what is left of it lower than the rest (B24.1)."""
        building = house.building
        whole: Shape = house.shape
        for cell, top in building.lowered:
            part = as_shape(house.shape.intersection(hexagon(cell)))
            whole = as_shape(whole.difference(hexagon(cell)))
            self._cover(self._in(part), ruin_name(building.material, top))
        self._cover(self._in(whole), building_name(building.material, building.upper_levels))

    def barrier(self, barrier: Barrier) -> None:
        at = self._in(barrier.shape)
        self._cover(at, hexside_name(barrier.kind, barrier.upper_levels))
        levels = self.levels.ravel()
        if barrier.kind is HexsideTerrain.CLIFF:
            levels[at] = np.minimum(levels[at], self._beside(barrier, _BESIDE_CLIFF))
        elif barrier.kind.has_tem:
            dots = (self._beside(barrier, away) for away in (_TO_DOT, -_TO_DOT))
            levels[at] = max(dots)

    def _beside(self, barrier: Barrier, away: float) -> int:
        """The level of the ground so far to the right of a barrier, as it runs."""
        (ax, ay), (bx, by) = barrier.line.coords[0], barrier.line.coords[-1]
        part = away / barrier.line.length
        x = round((ax + bx) / 2 - (by - ay) * part)
        y = round((ay + by) / 2 + (bx - ax) * part)
        last_x, last_y = self.size[0] - 1, self.size[1] - 1
        return int(self.levels[min(max(x, 0), last_x), min(max(y, 0), last_y)])

    def _in(self, *shapes: Shape) -> Ints:
        return points_in(shapes, self.size)

    def _cover(self, at: Ints, name: str) -> None:
        self.terrain.ravel()[at] = STANDARD.named(name).code


def points_in(shapes: Sequence[Shape], size: tuple[int, int]) -> Ints:
    """The flat indices of the points of an array in any of the shapes, outlines included.

    The shapes may touch but not overlap. A point may be named twice.
    """
    rings = shapely.get_rings(shapely.get_parts(list(shapes)))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    points = np.rint(points * _GRAIN).astype(np.int64)
    edges = np.concatenate([points[:-1], points[1:]], axis=1)[ring[1:] == ring[:-1]]
    edges = np.where((edges[:, 0] > edges[:, 2])[:, None], np.roll(edges, 2, axis=1), edges)
    edges = edges[edges[:, 0] < edges[:, 2]]
    on_column = np.zeros(size[0], np.bool_)
    at_column = points[points[:, 0] % _GRAIN == 0, 0] // _GRAIN
    on_column[at_column[(at_column >= 0) & (at_column < size[0])]] = True
    to_right = _spans(edges, -(-edges[:, 0] // _GRAIN), -(-edges[:, 2] // _GRAIN) - 1, size)
    to_left = _spans(edges, edges[:, 0] // _GRAIN + 1, edges[:, 2] // _GRAIN, size)
    spans = np.concatenate([to_right, to_left[on_column[to_left[:, 0]]]])
    column, low, high = np.maximum(spans, 0).T
    begin, count = column * size[1] + low, np.minimum(high, size[1] - 1) - low + 1
    reached = (count > 0) & (spans[:, 2] >= 0)
    return _runs(begin[reached], count[reached])


def _spans(edges: Ints, first: Ints, last: Ints, size: tuple[int, int]) -> Ints:
    """Column, first and last row of each run of points between two edges.

    Each edge is met in the columns `first` to `last`. Columns that vertices lie on are asked for
    twice: as one comes from the right, then from the left; a shape is the closure of both.
    """
    first, last = np.maximum(first, 0), np.minimum(last, size[0] - 1)
    count = np.maximum(last - first + 1, 0)
    column = _runs(first, count)
    x0, y0, x1, y1 = np.repeat(edges, count, axis=0).T
    rise, run = y0 * (x1 - x0) + (column * _GRAIN - x0) * (y1 - y0), (x1 - x0) * _GRAIN
    order = np.lexsort((rise / run, column))
    column, rise, run = column[order], rise[order], run[order]
    low, high = -(-rise[::2] // run[::2]), rise[1::2] // run[1::2]
    return np.stack([column[::2], low, high], axis=1)


def _runs(begin: Ints, count: Ints) -> Ints:
    """The whole numbers of several runs, one after the other."""
    numbers: Ints = np.repeat(begin - np.cumsum(count) + count, count)
    return numbers + np.arange(len(numbers))
