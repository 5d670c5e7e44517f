"""Gullies, streams and sunken roads: beds along smooth lines (B19, B20, B6)."""

from itertools import pairwise

from shapely import union_all
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.features import Area, Course
from rules.board.terrain import DepressionKind
from rules.mapmaking.builder.lines import Lines
from rules.mapmaking.builder.shapes import playing_area, snapped, united
from rules.mapmaking.noise import smooth

_HALF_WIDTH = {
    DepressionKind.GULLY: 13.0,
    DepressionKind.STREAM: 10.0,
    DepressionKind.SUNKEN_ROAD: 12.0,
}
_UNEVEN = {
    DepressionKind.GULLY: 1.5,
    DepressionKind.STREAM: 1.2,
    DepressionKind.SUNKEN_ROAD: 0.4,
}
_HALF_WATER = 5.0
_WAVE = 20.0
_FINE = 0.15


def courses(lines: Lines, rivers: tuple[Area, ...]) -> tuple[Course, ...]:
    """The Depressions of a board, in the order of its source; they end at the bank of a river."""
    area = playing_area(lines.layout.grid).difference(united(one.shape for one in rivers))
    return tuple(_course(lines, number, area) for number in range(len(lines.layout.depressions)))


def _course(lines: Lines, number: int, area: BaseGeometry) -> Course:
    layout = lines.layout
    one = layout.depressions[number]
    name = f"{layout.id}:{layout.grid.name(one.cells[0])} {one.kind.value} {number}"
    others = [run.cells for index, run in enumerate(layout.depressions) if index != number]
    line = lines.line(one.cells, others)
    bed = _strip(line, _HALF_WIDTH[one.kind], _UNEVEN[one.kind], name).intersection(area)
    water: BaseGeometry = Polygon()
    if one.kind is DepressionKind.STREAM:
        water = _strip(line, _HALF_WATER, 0.5, f"{name} water").intersection(area)
    return Course(one.kind, line, snapped(bed), snapped(water), name)


def _strip(line: LineString, half_width: float, uneven: float, name: str) -> BaseGeometry:
    """The strip along a line, its half width changing slowly by up to `uneven`."""
    discs = [
        Point(x, y).buffer(half_width + uneven * smooth(name, x, y, _WAVE)) for x, y in line.coords
    ]
    links = [union_all(pair).convex_hull for pair in pairwise(discs)]
    return union_all(links).simplify(_FINE)
