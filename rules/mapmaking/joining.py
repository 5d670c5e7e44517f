"""The features of boards put together as they lie on a map, for its picture.

Shapes keep the names they have on their own board, and the cells too. Where a board is cut, its
shapes are cut along the hexes in play.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rules.board.features import (
    Area,
    Barrier,
    Contour,
    Course,
    Features,
    Ford,
    House,
    Shape,
    Way,
    placed,
)
from rules.board.geometry import COLUMN_WIDTH, HEX_HEIGHT
from rules.board.layout import Layout
from rules.board.lying import Lie
from rules.mapmaking.builder.shapes import as_shape, hexagon, united

_BESIDE_LINE = 24.0
_NEAR_EDGE = 1.0


def joined_features(parts: tuple[Features, ...], lie: tuple[Lie, ...], map: Layout) -> Features:
    """The features of all boards of a map whose layout is given."""
    lying = []
    for number, (features, one) in enumerate(zip(parts, lie, strict=True)):
        moved = placed(features, one.column * COLUMN_WIDTH, one.row * HEX_HEIGHT, turned=one.turned)
        others = [other for index, other in enumerate(lie) if index != number]
        lying.append(moved if _whole(one) else _cut(moved, _in_play(one, others)))
    return Features(
        size=map.grid.size(),
        contours=_contours(lying),
        areas=tuple(area for features in lying for area in features.areas),
        rivers=tuple(area for features in lying for area in features.rivers),
        courses=tuple(course for features in lying for course in features.courses),
        fords=tuple(ford for features in lying for ford in features.fords),
        ways=tuple(way for features in lying for way in features.ways),
        spans=tuple(span for features in lying for span in features.spans),
        houses=tuple(house for features in lying for house in features.houses),
        barriers=tuple(barrier for features in lying for barrier in features.barriers),
    )


def _contours(parts: Iterable[Features]) -> tuple[Contour, ...]:
    """One contour for each level: from 1 up, then from -1 down."""
    shapes: dict[int, list[Shape]] = {}
    for features in parts:
        for contour in features.contours:
            shapes.setdefault(contour.level, []).append(contour.shape)
    order = sorted(shapes, key=lambda level: (level < 0, abs(level)))
    return tuple(Contour(level, united(shapes[level])) for level in order)


def _whole(lie: Lie) -> bool:
    return lie.core() == lie.reach()


def _in_play(lie: Lie, others: Iterable[Lie]) -> BaseGeometry:
    """The hexes of a board that are in play, less what lies on the others."""
    board = Lie(lie.grid, lie.whole(), lie.turned, lie.column, lie.row)
    hexes = unary_union([hexagon(cell) for _, cell in lie.cells()])
    taken = unary_union([_core(other) for other in others])
    return hexes.intersection(_core(board)).difference(taken).union(hexes.intersection(_core(lie)))


def _core(lie: Lie) -> Polygon:
    left, top, right, bottom = lie.core()
    return box(left * COLUMN_WIDTH, top * HEX_HEIGHT, right * COLUMN_WIDTH, bottom * HEX_HEIGHT)


def _cut(features: Features, area: BaseGeometry) -> Features:
    """Features without what lies outside an area."""
    near = area.buffer(_NEAR_EDGE)
    return replace(
        features,
        contours=tuple(
            Contour(contour.level, shape)
            for contour in features.contours
            for shape in _shapes(contour.shape, area)
        ),
        areas=_areas(features.areas, area),
        rivers=_areas(features.rivers, area),
        courses=tuple(part for course in features.courses for part in _course(course, area)),
        fords=tuple(
            Ford(ford.cell, shape) for ford in features.fords for shape in _shapes(ford.shape, area)
        ),
        ways=tuple(part for way in features.ways for part in _way(way, area)),
        spans=tuple(span for span in features.spans if area.contains(span.deck.centroid)),
        houses=tuple(part for house in features.houses for part in _house(house, area)),
        barriers=tuple(one for one in features.barriers if _inside(one, near)),
    )


def _shapes(shape: BaseGeometry, area: BaseGeometry) -> Iterator[Shape]:
    cut = as_shape(shape.intersection(area))
    if not cut.is_empty:
        yield cut


def _lines(line: LineString, area: BaseGeometry) -> Iterator[LineString]:
    cut = line.intersection(area)
    for part in getattr(cut, "geoms", [cut]):
        if isinstance(part, LineString) and not part.is_empty:
            yield part


def _areas(areas: Iterable[Area], within: BaseGeometry) -> tuple[Area, ...]:
    return tuple(
        replace(area, shape=shape) for area in areas for shape in _shapes(area.shape, within)
    )


def _course(course: Course, area: BaseGeometry) -> Iterator[Course]:
    for line in _lines(course.line, area):
        beside = area.intersection(line.buffer(_BESIDE_LINE))
        bed, water = (as_shape(shape.intersection(beside)) for shape in (course.bed, course.water))
        yield replace(course, line=line, bed=bed, water=water)


def _way(way: Way, area: BaseGeometry) -> Iterator[Way]:
    for line in _lines(way.line, area):
        beside = area.intersection(line.buffer(_BESIDE_LINE))
        yield replace(way, line=line, shape=as_shape(way.shape.intersection(beside)))


def _house(house: House, area: BaseGeometry) -> Iterator[House]:
    for shape in _shapes(house.shape, area):
        roofs = (roof for roof in house.roofs if area.contains(Polygon(roof.corners).centroid))
        yield replace(house, shape=shape, roofs=tuple(roofs))


def _inside(barrier: Barrier, area: BaseGeometry) -> bool:
    middle: Point = barrier.line.interpolate(0.5, normalized=True)
    return bool(area.contains(middle))
