"""B20.44, B21.122 What water that is flooded does to a layout.

It lies level with the ground. Flooded streams are water like any pond, apart from the fords through
them, which are deep streams (B20.8); marsh that flooded water reaches is water as well, unless a
road runs through it. Nothing stands on hexsides between the water and what was flooded, and paths
end there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType

from rules.board.geometry import SIDES, Cell, step
from rules.board.layout import Depression, Layout, Road, sunken_roads
from rules.board.terrain import DepressionKind, RoadKind, StreamDepth, Terrain


def flooded(layout: Layout) -> Layout:
    """The layout with its streams flooded if they are said to be, and marsh beside flooded water;
    as it is where nothing is flooded. To flood it again changes nothing.
    """
    layout = replace(layout, flooded=True) if layout.streams is StreamDepth.FLOODED else layout
    if not layout.flooded:
        return layout
    under = _with_marsh(layout, _streams(layout))
    terrain = {**layout.terrain, **dict.fromkeys(under, Terrain.WATER)}
    wet = frozenset(cell for cell, kind in terrain.items() if kind.is_river)
    courses = tuple(_courses(layout.depressions, wet))
    roads = tuple(_roads(layout, wet))
    hexsides = {
        key: kind
        for key, kind in layout.hexsides.items()
        if not (wet.issuperset((key[0], step(*key))) and {key[0], step(*key)} & under)
    }
    return replace(
        layout,
        terrain=MappingProxyType(terrain),
        depressions=courses,
        roads=roads + sunken_roads(courses),
        hexsides=MappingProxyType(hexsides),
    )


def _streams(layout: Layout) -> frozenset[Cell]:
    """The hexes of flooded streams but for the fords."""
    if layout.streams is not StreamDepth.FLOODED:
        return frozenset()
    streams = (one for one in layout.depressions if one.kind is DepressionKind.STREAM)
    driven = {
        cell for road in layout.roads if road.kind is not RoadKind.PATH for cell in road.cells
    }
    fords = driven - layout.bridges.keys()
    return frozenset(
        cell
        for one in streams
        for cell in one.cells
        if cell not in fords and not layout.terrain_of(cell).is_river
    )


def _with_marsh(layout: Layout, under: frozenset[Cell]) -> frozenset[Cell]:
    """B16: what is flooded, and the marsh that it reaches, from marsh to marsh."""
    roads = {cell for road in layout.roads for cell in road.cells}
    marsh = {cell for cell, kind in layout.terrain.items() if kind is Terrain.MARSH} - roads
    front = [*under, *(cell for cell, kind in layout.terrain.items() if kind.is_river)]
    found = set(under)
    while front:
        here = front.pop()
        beside = {step(here, side) for side in SIDES} & marsh - found
        found |= beside
        front += sorted(beside)
    return frozenset(found)


def _courses(courses: Iterable[Depression], wet: frozenset[Cell]) -> Iterator[Depression]:
    """Depressions as far as they are not under water: each ends in the first that it meets."""
    for one in courses:
        for run in _runs(one.cells, wet):
            yield replace(one, cells=run)


def _runs(cells: tuple[Cell, ...], wet: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The runs of what is dry, each with the water at its ends."""
    run: list[Cell] = []
    for cell in cells:
        run.append(cell)
        if cell in wet:
            if len(run) > 1 and not wet.issuperset(run):
                yield tuple(run)
            run = [cell]
    if run and not wet.issuperset(run):
        yield tuple(run)


def _roads(layout: Layout, wet: frozenset[Cell]) -> Iterator[Road]:
    """The roads on the ground; paths without what is under water, fords and bridges apart."""
    crossed = {*layout.bridges, *layout.fords, *layout.pontoons}
    for road in layout.roads_on_the_ground():
        if road.kind is not RoadKind.PATH or wet.difference(crossed).isdisjoint(road.cells):
            yield road
            continue
        run: list[Cell] = []
        for cell in (*road.cells, None):
            if cell is not None and cell not in wet - crossed:
                run.append(cell)
                continue
            if len(run) > 1:
                yield replace(road, cells=tuple(run))
            run = []
