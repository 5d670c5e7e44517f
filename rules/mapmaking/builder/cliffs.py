"""Cliffs: hexsides that contours and banks follow exactly (B11)."""

from collections.abc import Iterator

from shapely.geometry import Polygon

from rules.board.geometry import centre, corners
from rules.board.layout import Hexside, Layout, both_sides
from rules.board.terrain import HexsideTerrain

Vertex = tuple[float, float]


def cliffs(layout: Layout) -> Iterator[tuple[Hexside, Hexside]]:
    """Each cliff as its higher hex numbers it and as its lower one does."""
    for key in sorted(layout.hexsides):
        if layout.hexsides[key] is HexsideTerrain.CLIFF:
            yield downwards(layout, key)


def downwards(layout: Layout, key: Hexside) -> tuple[Hexside, Hexside]:
    """A hexside as the hex with the higher ground numbers it, then as the other does."""
    one, other = both_sides(key)
    return (one, other) if layout.level(one[0]) > layout.level(other[0]) else (other, one)


def wedge(key: Hexside) -> Polygon:
    """The sixth of a hex between one of its hexsides and the dot."""
    return Polygon([*ends(key), centre(key[0])])


def ends(key: Hexside) -> tuple[Vertex, Vertex]:
    """The two vertices of a hexside, its hex on the right of the way from one to the other."""
    around = corners(key[0])
    return around[key[1]], around[(key[1] + 1) % 6]
