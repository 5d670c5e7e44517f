"""B24 What a layout becomes when rubble lies in some of its hexes."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from rules.board.geometry import Cell
from rules.board.layout import Building, Hexside, Layout, Road, both_sides
from rules.board.terrain import HexsideTerrain, Terrain

RUBBLE: Mapping[Terrain, Terrain] = MappingProxyType(
    {
        Terrain.WOODEN_BUILDING: Terrain.WOODEN_RUBBLE,
        Terrain.STONE_BUILDING: Terrain.STONE_RUBBLE,
    }
)
"""What is left of a building, by its material."""


class Heap(NamedTuple):
    """Rubble in a hex: of what material, and the lowest level that it is on. What is below stands
    still; nothing does below level 2, since rubble on level 1 is on the ground as well (B24.1).
    """

    material: Terrain
    level: int = 0


def in_rubble(layout: Layout, lies: Mapping[Cell, Heap]) -> Layout:
    """B24.1, B24.121: the layout with that rubble in those hexes. From the ground up no road leads
    through it, and what is left of a building is that building still; of a bridge nothing is left
    (B6.33). From an upper level up the building is lower there.
    """
    fallen = {cell: heap.material for cell, heap in lies.items() if not heap.level}
    tops = {cell: heap.level - 1 for cell, heap in lies.items() if heap.level}
    left = (_lowered(_left(building, fallen), tops) for building in layout.buildings)
    roads = (part for road in layout.roads for part in _parts(road, fallen))
    return without_bars(
        replace(
            layout,
            terrain=MappingProxyType({**layout.terrain, **fallen}),
            buildings=tuple(building for building in left if building.cells),
            roads=tuple(roads),
            bridges=MappingProxyType(_without(layout.bridges, fallen)),
        )
    )


def _lowered(building: Building, tops: Mapping[Cell, int]) -> Building:
    lowered = dict(building.lowered) | {c: tops[c] for c in building.cells if c in tops}
    return replace(building, lowered=tuple(sorted(lowered.items())))


def _without(bridges: Mapping[Cell, Terrain], gone: Collection[Cell]) -> dict[Cell, Terrain]:
    return {cell: material for cell, material in bridges.items() if cell not in gone}


def without_bars(layout: Layout) -> Layout:
    """B23.71: the layout without the Rowhouse bars that have rubble on both sides."""
    bars = {key: kind for key, kind in layout.hexsides.items() if not _is_fallen(layout, key, kind)}
    return replace(layout, hexsides=MappingProxyType(bars))


def _is_fallen(layout: Layout, key: Hexside, kind: HexsideTerrain) -> bool:
    if kind is not HexsideTerrain.ROWHOUSE_WALL:
        return False
    return all(layout.terrain_of(cell).is_rubble for cell, _ in both_sides(key))


def _left(building: Building, gone: Collection[Cell]) -> Building:
    return replace(
        building,
        cells=tuple(cell for cell in building.cells if cell not in gone),
        joints=tuple((a, b) for a, b in building.joints if a not in gone and b not in gone),
        stairwells=frozenset(cell for cell in building.stairwells if cell not in gone),
        lowered=tuple((cell, top) for cell, top in building.lowered if cell not in gone),
    )


def _parts(road: Road, gone: Collection[Cell]) -> Iterator[Road]:
    """What is left of a road: its runs of hexes without rubble that cross a hexside at least."""
    run: list[Cell] = []
    for cell in (*road.cells, None):
        if cell is not None and cell not in gone:
            run.append(cell)
            continue
        if len(run) > 1 or len(run) == len(road.cells):
            yield replace(road, cells=tuple(run))
        run = []
