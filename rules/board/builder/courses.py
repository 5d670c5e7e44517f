"""Gullies, streams and sunken roads: beds along smooth lines (B19, B20, B6)."""

from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.builder.lines import Lines
from rules.board.builder.shapes import playing_area, snapped, united
from rules.board.features import Area, Course
from rules.board.terrain import DepressionKind

_HALF_WIDTH = {
    DepressionKind.GULLY: 14.0,
    DepressionKind.STREAM: 10.0,
    DepressionKind.SUNKEN_ROAD: 12.0,
}
_HALF_WATER = 5.0


def courses(lines: Lines, rivers: tuple[Area, ...]) -> tuple[Course, ...]:
    """The Depressions of a board, in the order of its source; they end at the bank of a river."""
    area = playing_area(lines.layout.grid).difference(united(one.shape for one in rivers))
    return tuple(_course(lines, number, area) for number in range(len(lines.layout.depressions)))


def _course(lines: Lines, number: int, area: BaseGeometry) -> Course:
    layout = lines.layout
    one = layout.depressions[number]
    others = [run.cells for index, run in enumerate(layout.depressions) if index != number]
    line: LineString = lines.line(one.cells, others)
    bed = snapped(line.buffer(_HALF_WIDTH[one.kind]).intersection(area))
    wet = one.kind is DepressionKind.STREAM
    water = snapped(line.buffer(_HALF_WATER).intersection(area)) if wet else Polygon()
    name = f"{layout.id}:{layout.grid.name(one.cells[0])} {one.kind.value} {number}"
    return Course(one.kind, line, bed, water, name)
