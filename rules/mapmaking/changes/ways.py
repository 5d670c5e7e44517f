"""Changes of roads and Depressions."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.board.layout import Depression, Layout, sunken_roads
from rules.board.terrain import DepressionKind, RoadKind, StreamDepth
from rules.mapmaking.changes.ground import Resolver
from rules.mapmaking.flooding import flooded

_OF_THEIR_OWN = frozenset({RoadKind.PATH, RoadKind.ELEVATED})


@dataclass(frozen=True, slots=True)
class Courses:
    """All Depressions of a kind are another."""

    old: DepressionKind
    new: DepressionKind

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        return turned(layout, self.old, self.new)


@dataclass(frozen=True, slots=True)
class Streams:
    """How deep the streams are (B20.4), flooded ones too (B20.44)."""

    depth: StreamDepth

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        return flooded(replace(layout, streams=self.depth))


@dataclass(frozen=True, slots=True)
class Flooded:
    """Rivers and ponds are flooded (B21.122)."""

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        return flooded(replace(layout, flooded=True))


@dataclass(frozen=True, slots=True)
class Surface:
    """All roads but paths, sunken and elevated roads are paved, or none is (B3)."""

    kind: RoadKind

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        roads = tuple(
            road if road.kind in _OF_THEIR_OWN else replace(road, kind=self.kind)
            for road in layout.roads_on_the_ground()
        )
        return replace(layout, roads=roads + sunken_roads(layout.depressions))


def turned(layout: Layout, old: DepressionKind, new: DepressionKind) -> Layout:
    """Depressions of one kind turned into another."""
    changed = (
        replace(course, kind=new) if course.kind is old else course for course in layout.depressions
    )
    return with_courses(layout, changed)


def with_courses(layout: Layout, courses: Iterable[Depression]) -> Layout:
    """Other Depressions, and the sunken roads among them."""
    depressions = tuple(courses)
    roads = layout.roads_on_the_ground() + sunken_roads(depressions)
    return replace(layout, depressions=depressions, roads=roads)
