"""Gullies, streams and sunken roads: beds along smooth lines (B19, B20, B6)."""

from shapely.geometry import LineString, Polygon

from rules.board.builder.lines import Lines
from rules.board.builder.shapes import playing_area, snapped
from rules.board.features import Course
from rules.board.terrain import DepressionKind

_HALF_WIDTH = {
    DepressionKind.GULLY: 14.0,
    DepressionKind.STREAM: 10.0,
    DepressionKind.SUNKEN_ROAD: 12.0,
}
_HALF_WATER = 5.0


def courses(lines: Lines) -> tuple[Course, ...]:
    """The Depressions of a board, in the order of its source."""
    return tuple(_course(lines, number) for number in range(len(lines.layout.depressions)))


def _course(lines: Lines, number: int) -> Course:
    layout = lines.layout
    one = layout.depressions[number]
    others = [run.cells for index, run in enumerate(layout.depressions) if index != number]
    line: LineString = lines.line(one.cells, others)
    area = playing_area(layout.grid)
    bed = snapped(line.buffer(_HALF_WIDTH[one.kind]).intersection(area))
    wet = one.kind is DepressionKind.STREAM
    water = snapped(line.buffer(_HALF_WATER).intersection(area)) if wet else Polygon()
    name = f"{layout.id}:{layout.grid.name(one.cells[0])} {one.kind.value} {number}"
    return Course(one.kind, line, bed, water, name)
