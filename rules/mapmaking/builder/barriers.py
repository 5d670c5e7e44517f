"""Walls, hedges, bocage, cliffs and rowhouse walls: strips along hexsides (B9, B11, B23.71)."""

from shapely.geometry import LineString, Polygon

from rules.board.facts import Facts, facts_of
from rules.board.features import Barrier
from rules.board.layout import Hexside, Layout, both_sides
from rules.board.terrain import HexsideTerrain
from rules.mapmaking.builder.cliffs import downwards, ends
from rules.mapmaking.builder.shapes import playing_area, snapped

_HALF_WIDTH = {
    HexsideTerrain.WALL: 2.5,
    HexsideTerrain.HEDGE: 3.5,
    HexsideTerrain.BOCAGE: 4.5,
    HexsideTerrain.ROWHOUSE_WALL: 2.0,
}
_SCARP = 8.0


def barriers(layout: Layout) -> tuple[Barrier, ...]:
    """All hexside terrain, column by column."""
    facts = facts_of(layout)
    return tuple(_barrier(layout, facts, key) for key in sorted(layout.hexsides))


def _barrier(layout: Layout, facts: Facts, key: Hexside) -> Barrier:
    kind, cell = layout.hexsides[key], key[0]
    name = f"{layout.id}:{layout.grid.name(cell)}/{key[1]} {kind.value}"
    if kind is HexsideTerrain.CLIFF:
        _, lower = downwards(layout, key)
        line = _line(layout, lower)
        strip = _beside(line, 0.0, _SCARP)
    else:
        line, half = _line(layout, key), _HALF_WIDTH[kind]
        strip = _beside(line, -half, half)
    shape = snapped(strip.intersection(playing_area(layout.grid)))
    levels = _storeys(facts, key) if kind is HexsideTerrain.ROWHOUSE_WALL else 0
    return Barrier(kind, line, shape, name, levels)


def _storeys(facts: Facts, key: Hexside) -> int:
    """B23.71: the upper levels of the building on either side of a Rowhouse bar; one of the hexes
    may be rubble.
    """
    beside = [cell for cell, _ in both_sides(key) if cell in facts.buildings]
    return max(facts.buildings[cell].top(cell) for cell in beside)


def _line(layout: Layout, key: Hexside) -> LineString:
    """A hexside from vertex to vertex, its first hex on the right; what the board has of it."""
    width, _ = layout.grid.size()
    return LineString([(min(max(x, 0.0), width), y) for x, y in ends(key)])


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
