"""Walls, hedges, cliffs and rowhouse walls: strips along hexsides (B9, B11, B23.71)."""

from shapely.geometry import LineString, Polygon

from rules.board.builder.cliffs import elevation, ends
from rules.board.builder.shapes import snapped
from rules.board.features import Barrier
from rules.board.geometry import Cell, step
from rules.board.layout import Hexside, Layout, both_sides
from rules.board.terrain import HexsideTerrain

_HALF_WIDTH = {
    HexsideTerrain.WALL: 2.5,
    HexsideTerrain.HEDGE: 3.5,
    HexsideTerrain.ROWHOUSE_WALL: 2.0,
}
_SCARP = 8.0


def barriers(layout: Layout) -> tuple[Barrier, ...]:
    """All hexside terrain, column by column."""
    return tuple(_barrier(layout, key, layout.hexsides[key]) for key in sorted(layout.hexsides))


def _line(layout: Layout, key: Hexside) -> LineString:
    """A hexside from vertex to vertex, its first hex on the right; what the board has of it."""
    width, _ = layout.grid.size()
    return LineString([(min(max(x, 0.0), width), y) for x, y in ends(key)])


def _barrier(layout: Layout, key: Hexside, kind: HexsideTerrain) -> Barrier:
    cell, side = key
    other = step(cell, side)
    name = f"{layout.id}:{layout.grid.name(cell)}/{side} {kind.value}"
    if kind is HexsideTerrain.CLIFF:
        lower = min(both_sides(key), key=lambda one: elevation(layout, one[0]))
        line = _line(layout, lower)
        return Barrier(kind, line, snapped(_beside(line, 0.0, _SCARP)), name)
    line, half = _line(layout, key), _HALF_WIDTH[kind]
    return Barrier(
        kind, line, snapped(_beside(line, -half, half)), name, _upper_levels(layout, cell, other)
    )


def _beside(line: LineString, left: float, right: float) -> Polygon:
    """The strip between two lines alongside; a distance is to the right as the line runs."""
    (x1, y1), (x2, y2) = line.coords
    dx, dy = -(y2 - y1) / line.length, (x2 - x1) / line.length
    return Polygon(
        [
            (x1 + dx * left, y1 + dy * left),
            (x2 + dx * left, y2 + dy * left),
            (x2 + dx * right, y2 + dy * right),
            (x1 + dx * right, y1 + dy * right),
        ]
    )


def _upper_levels(layout: Layout, cell: Cell, other: Cell) -> int:
    shared = (one for one in layout.buildings if cell in one.cells and other in one.cells)
    return next((one.upper_levels for one in shared), 0)
