"""What cannot stay on a board when something else has gone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType

from rules.board.geometry import SIDES, Cell, step
from rules.board.layout import Building, Hexside, Layout, Road, hexside, sunken_roads
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.reading.draft import HIGHEST

_IN_AND_OUT = 2


def tidy(layout: Layout) -> Layout:
    """The layout without what has lost its sense.

    Roads end at water they can no longer cross, bridges go with the road or the ditch, cliffs with
    the height, rowhouse walls with the rowhouse.
    """
    while True:
        tidier = _crossings(layout)
        if tidier == layout:
            return _hexsides(layout)
        layout = tidier


def embanked(before: Layout, after: Layout) -> Layout:
    """B5: the ground goes a level up where an elevated road has come, and back where one is gone.
    ValueError if it would be higher than any.
    """
    come, gone = after.elevated - before.elevated, before.elevated - after.elevated
    for cell in sorted(come):
        if after.level(cell) >= HIGHEST:
            name = after.grid.name(cell)
            raise ValueError(f"{name}: the elevated road would lie above level {HIGHEST}")
    moved = dict.fromkeys(come, 1) | dict.fromkeys(gone, -1)
    levels = {**after.levels, **{c: after.level(c) + by for c, by in moved.items()}}
    return replace(after, levels=MappingProxyType({c: at for c, at in levels.items() if at}))


def _crossings(layout: Layout) -> Layout:
    dry = {
        cell
        for cell, kind in layout.terrain.items()
        if kind is Terrain.WATER and cell not in layout.bridges and cell not in layout.fords
    }
    sunk = {cell for course in layout.depressions for cell in course.cells}
    roads = tuple(
        Road(road.kind, cells)
        for road in layout.roads_on_the_ground()
        for cells in pieces(road.cells, _in_the_way(layout, road, dry, sunk))
    )
    ways = _ways_out(layout, roads)
    bridges = {
        cell: kind
        for cell, kind in layout.bridges.items()
        if ways[cell] >= _IN_AND_OUT and (cell in sunk or layout.terrain_of(cell) is Terrain.WATER)
    }
    adrift = {cell: Terrain.WATER for cell in layout.pontoons if ways[cell] < _IN_AND_OUT}
    return replace(
        layout,
        terrain=MappingProxyType({**layout.terrain, **adrift}),
        roads=roads + sunken_roads(layout.depressions),
        bridges=MappingProxyType(bridges),
        foot_bridges=frozenset(cell for cell in bridges if layout.is_foot_bridge(cell)),
    )


def _in_the_way(layout: Layout, road: Road, dry: set[Cell], sunk: set[Cell]) -> set[Cell]:
    """Where a road ends: at water without bridge or ford, and an elevated one (B5) at all water and
    Depressions.
    """
    if road.kind is not RoadKind.ELEVATED:
        return dry
    return dry | sunk | {one for one in road.cells if layout.terrain_of(one) is Terrain.WATER}


def pieces(cells: Iterable[Cell], without: set[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The runs of two hexes or more that are left of a run."""
    piece: list[Cell] = []
    for cell in cells:
        if cell not in without:
            piece.append(cell)
            continue
        if len(piece) > 1:
            yield tuple(piece)
        piece = []
    if len(piece) > 1:
        yield tuple(piece)


def _ways_out(layout: Layout, roads: Iterable[Road]) -> Counter[Cell]:
    """How often a road leaves each hex, over a hexside or the edge of the board; paths apart."""
    ways: Counter[Cell] = Counter()
    for road in roads:
        if road.kind is RoadKind.PATH:
            continue
        for cell, side in road.hexsides():
            ways.update((cell, step(cell, side)))
        ways.update(end for end in (road.cells[0], road.cells[-1]) if _on_edge(layout, end))
    return ways


def _on_edge(layout: Layout, cell: Cell) -> bool:
    """Whether the hex lies on the edge of the board."""
    return any(not layout.grid.has(step(cell, side)) for side in SIDES)


def _hexsides(layout: Layout) -> Layout:
    inside = {key for building in layout.buildings for key in _joints(building)}

    def stays(key: Hexside, kind: HexsideTerrain) -> bool:
        if kind is HexsideTerrain.ROWHOUSE_WALL:
            return key in inside
        flat = layout.level(key[0]) == layout.level(step(*key))
        return not (kind is HexsideTerrain.CLIFF and flat)

    kept = {key: kind for key, kind in layout.hexsides.items() if stays(key, kind)}
    return replace(layout, hexsides=MappingProxyType(kept))


def _joints(building: Building) -> Iterator[Hexside]:
    """The hexsides between two hexes of a building."""
    for a, b in building.joints:
        yield next(hexside(a, side) for side in SIDES if step(a, side) == b)
