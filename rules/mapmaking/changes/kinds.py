"""The kinds of change an SSR may make to the terrain of a board."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, unique
from types import MappingProxyType
from typing import TypeAlias

from rules.board.layout import Layout
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.changes.buildings import Bridged, Built, Rubbled, Storeys
from rules.mapmaking.changes.ground import Becomes, Levelled, Placed, Resolver, Snowed, mapped
from rules.mapmaking.changes.tidy import embanked, tidy
from rules.mapmaking.changes.ways import Courses, Flooded, Streams, Surface, turned, with_courses


@unique
class Feature(Enum):
    """What may be left out as a whole."""

    ROADS = "roads"
    PATHS = "paths"
    BRIDGES = "bridges"
    FORDS = "fords"
    WALLS = "walls"
    HEDGES = "hedges"
    BOCAGE = "bocage"
    CLIFFS = "cliffs"
    BUILDINGS = "buildings"
    GULLIES = "gullies"
    STREAMS = "streams"
    SUNKEN_ROADS = "sunken roads"


@dataclass(frozen=True, slots=True)
class Without:
    """Something is not there at all.

    Roads take their bridges with them and leave gullies of sunken roads. Where a building, a
    Depression or a hill was, there is the ground of its hex.
    """

    feature: Feature

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        return _WITHOUT[self.feature](layout)


@dataclass(frozen=True, slots=True)
class Hexsides:
    """All walls are hedges, or all hedges walls (B9)."""

    old: HexsideTerrain
    new: HexsideTerrain

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        kinds = {
            key: self.new if kind is self.old else kind for key, kind in layout.hexsides.items()
        }
        return replace(layout, hexsides=MappingProxyType(kinds))


Change: TypeAlias = (
    Becomes
    | Placed
    | Snowed
    | Levelled
    | Without
    | Courses
    | Streams
    | Flooded
    | Surface
    | Hexsides
    | Built
    | Bridged
    | Storeys
    | Rubbled
)


def change(layout: Layout, changes: Iterable[Change], find: Resolver | None = None) -> Layout:
    """The layout as the changes, one after the other, leave it.

    `find` finds hexes by name, by itself those of the layout's own grid. Raises ValueError for a
    hex that is not there or cannot be changed so.
    """
    for one in changes:
        changed = embanked(layout, one.on(layout, find or layout.grid.cell))
        layout = embanked(changed, tidy(changed))
    return layout


def _no_hexside(kind: HexsideTerrain) -> Callable[[Layout], Layout]:
    def without(layout: Layout) -> Layout:
        kept = {key: own for key, own in layout.hexsides.items() if own is not kind}
        return replace(layout, hexsides=MappingProxyType(kept))

    return without


def _no_course(kind: DepressionKind) -> Callable[[Layout], Layout]:
    def without(layout: Layout) -> Layout:
        return with_courses(layout, (one for one in layout.depressions if one.kind is not kind))

    return without


def _no_roads(layout: Layout) -> Layout:
    ditches = turned(layout, DepressionKind.SUNKEN_ROAD, DepressionKind.GULLY)
    paths = (road for road in ditches.roads if road.kind is RoadKind.PATH)
    return replace(ditches, roads=tuple(paths))


def _no_paths(layout: Layout) -> Layout:
    roads = (road for road in layout.roads if road.kind is not RoadKind.PATH)
    return replace(layout, roads=tuple(roads))


def _no_bridges(layout: Layout) -> Layout:
    pontoons = {kind: Terrain.WATER for kind in Terrain if kind.is_pontoon}
    return replace(mapped(layout, pontoons), bridges=MappingProxyType({}))


def _no_fords(layout: Layout) -> Layout:
    return replace(layout, fords=frozenset())


def _no_buildings(layout: Layout) -> Layout:
    kinds = {kind: Terrain.OPEN_GROUND for kind in Terrain if kind.is_building}
    return replace(mapped(layout, kinds), buildings=())


_WITHOUT: Mapping[Feature, Callable[[Layout], Layout]] = MappingProxyType(
    {
        Feature.ROADS: _no_roads,
        Feature.PATHS: _no_paths,
        Feature.BRIDGES: _no_bridges,
        Feature.FORDS: _no_fords,
        Feature.WALLS: _no_hexside(HexsideTerrain.WALL),
        Feature.HEDGES: _no_hexside(HexsideTerrain.HEDGE),
        Feature.BOCAGE: _no_hexside(HexsideTerrain.BOCAGE),
        Feature.CLIFFS: _no_hexside(HexsideTerrain.CLIFF),
        Feature.BUILDINGS: _no_buildings,
        Feature.GULLIES: _no_course(DepressionKind.GULLY),
        Feature.STREAMS: _no_course(DepressionKind.STREAM),
        Feature.SUNKEN_ROADS: _no_course(DepressionKind.SUNKEN_ROAD),
    }
)
