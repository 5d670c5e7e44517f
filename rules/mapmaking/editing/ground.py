"""Terrain and levels of hexes, and clearing them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.board.geometry import SIDES, Cell, step
from rules.board.layout import (
    Building,
    Depression,
    Hexside,
    Layout,
    Road,
    hexside,
    sunken_roads,
)
from rules.board.terrain import RoadKind, Terrain
from rules.mapmaking.changes.buildings import named, parts
from rules.mapmaking.changes.ground import with_terrain
from rules.mapmaking.changes.tidy import pieces
from rules.mapmaking.changes.ways import with_courses
from rules.mapmaking.reading.draft import HIGHEST, LOWEST


def painted(layout: Layout, cells: Iterable[Cell], kind: Terrain) -> Layout:
    """The hexes become a terrain, whatever they were; a building loses its hexes here.

    A river laid under a road is bridged; a path ends there. ValueError for a building, which is
    more than terrain.
    """
    if kind.is_building:
        raise ValueError("a building is put up, not painted")
    own = set(cells)
    bare = unbuilt(layout, own)
    wet = with_terrain(bare, {**bare.terrain, **dict.fromkeys(own, kind)})
    if kind is Terrain.WATER:
        return without_barriers(bridged(wet, own), _under_water(wet))
    return replace(wet, fords=wet.fords - own)


def raised(layout: Layout, cells: Iterable[Cell], by: int) -> Layout:
    """The ground of the hexes goes up or down by levels; buildings go as a whole."""
    own = _with_buildings(layout, cells)
    return _at(layout, {cell: layout.level(cell) + by for cell in own})


def levelled(layout: Layout, cells: Iterable[Cell], level: int) -> Layout:
    """The ground of the hexes lies at a level; buildings go as a whole."""
    return _at(layout, dict.fromkeys(_with_buildings(layout, cells), level))


def cleared(layout: Layout, cells: Iterable[Cell]) -> Layout:
    """The hexes are Open Ground with nothing on them or on their hexsides; their level stays.

    Roads and Depressions end before them.
    """
    own = set(cells)
    open_ = painted(layout, own, Terrain.OPEN_GROUND)
    roads = (
        Road(road.kind, run)
        for road in open_.roads_on_the_ground()
        for run in pieces(road.cells, own)
    )
    courses = (
        Depression(course.kind, run)
        for course in open_.depressions
        for run in pieces(course.cells, own)
    )
    cut = with_courses(with_roads(open_, roads), courses)
    return without_barriers(cut, {hexside(cell, side) for cell in own for side in SIDES})


def unbuilt(layout: Layout, cells: set[Cell]) -> Layout:
    """The layout without the parts of buildings in some hexes, which become Open Ground.

    The rest of a building stands, in parts if need be; one that has lost its stairwells gets
    another.
    """
    touched = [part for one in layout.buildings for part in _rest(one, cells)]
    left = {
        cell: kind
        for cell, kind in layout.terrain.items()
        if not (cell in cells and kind.is_building)
    }
    return replace(with_terrain(layout, left), buildings=tuple(named(layout, touched)))


def with_roads(layout: Layout, roads: Iterable[Road]) -> Layout:
    """Other roads on the ground; those that are sunken stay."""
    return replace(layout, roads=(*roads, *sunken_roads(layout.depressions)))


def bridged(layout: Layout, cells: Iterable[Cell]) -> Layout:
    """Bridges where a road runs through water without bridge or ford: stone for a paved one."""
    surface = {
        cell: road.kind
        for road in layout.roads_on_the_ground()
        if road.kind is not RoadKind.PATH
        for cell in road.cells
    }
    bridges = {
        cell: _bridge_of(surface[cell])
        for cell in cells
        if layout.terrain_of(cell) is Terrain.WATER and cell in surface and cell not in layout.fords
    }
    return replace(layout, bridges=MappingProxyType({**bridges, **layout.bridges}))


def without_barriers(layout: Layout, keys: set[Hexside]) -> Layout:
    """The layout with nothing on some hexsides."""
    kept = {key: kind for key, kind in layout.hexsides.items() if key not in keys}
    return replace(layout, hexsides=MappingProxyType(kept))


def _bridge_of(surface: RoadKind) -> Terrain:
    return Terrain.STONE_BUILDING if surface is RoadKind.PAVED else Terrain.WOODEN_BUILDING


def _under_water(layout: Layout) -> set[Hexside]:
    """The hexsides between two river hexes."""
    return {
        key
        for key in layout.hexsides
        if all(layout.terrain_of(cell) is Terrain.WATER for cell in (key[0], step(*key)))
    }


def _rest(building: Building, gone: set[Cell]) -> Iterable[Building]:
    if not gone.intersection(building.cells):
        return [building]
    return [
        replace(part, stairwells=frozenset(part.cells[:1]))
        if part.upper_levels > 1 and not part.stairwells
        else part
        for part in parts(building, gone)
    ]


def _with_buildings(layout: Layout, cells: Iterable[Cell]) -> set[Cell]:
    """The hexes, and all hexes of the buildings in them."""
    own = set(cells)
    return own.union(*(one.cells for one in layout.buildings if own.intersection(one.cells)))


def _at(layout: Layout, levels: Mapping[Cell, int]) -> Layout:
    bounded = {cell: max(LOWEST, min(HIGHEST, level)) for cell, level in levels.items()}
    kept = {cell: level for cell, level in {**layout.levels, **bounded}.items() if level}
    return replace(layout, levels=MappingProxyType(kept))
