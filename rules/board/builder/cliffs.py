"""Cliffs: hexsides that contours and banks follow exactly (B11)."""

from collections.abc import Iterator

from shapely.geometry import Polygon

from rules.board.geometry import Cell, centre, corners
from rules.board.layout import Hexside, Layout, both_sides
from rules.board.terrain import HexsideTerrain, Terrain


def elevation(layout: Layout, cell: Cell) -> int:
    """The level of a hex at its dot: in a Depression or WATER one lower than its ground."""
    wet = layout.terrain_of(cell) is Terrain.WATER
    return layout.level(cell) - (wet or any(cell in run.cells for run in layout.depressions))


def cliffs(layout: Layout) -> Iterator[tuple[Hexside, Hexside]]:
    """Each cliff as its higher hex numbers it and as its lower one does."""
    for key in sorted(layout.hexsides):
        if layout.hexsides[key] is HexsideTerrain.CLIFF:
            lower, higher = sorted(both_sides(key), key=lambda one: elevation(layout, one[0]))
            yield higher, lower


def wedge(key: Hexside) -> Polygon:
    """The sixth of a hex between one of its hexsides and the dot."""
    cell, side = key
    around = corners(cell)
    return Polygon([around[side], around[(side + 1) % 6], centre(cell)])


def ends(key: Hexside) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two vertices of a hexside, its hex on the right of the way from one to the other."""
    around = corners(key[0])
    return around[key[1]], around[(key[1] + 1) % 6]
