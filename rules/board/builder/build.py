"""From what a source says of each hex to the shapes that are drawn and judged."""

from shapely.geometry.base import BaseGeometry

from rules.board.builder.areas import areas, pieces
from rules.board.builder.barriers import barriers
from rules.board.builder.contours import contours
from rules.board.builder.courses import courses
from rules.board.builder.houses import houses
from rules.board.builder.lines import Lines
from rules.board.builder.shapes import hexagon, snapped, united
from rules.board.builder.ways import spans, ways
from rules.board.features import Area, Features, Ford, Way
from rules.board.layout import Layout
from rules.board.terrain import RoadKind, Terrain

_VERGE = 3.0
_YARD = 1.5


def build(layout: Layout) -> Features:
    """All shapes of one board, lying as its source has it; the same ones on every run."""
    lines = Lines(layout)
    roads, beds = ways(lines), courses(lines)
    rivers = tuple(_river(area, shape) for shape, area in pieces(layout, Terrain.WATER))
    buildings = houses(layout)
    solid = united(
        [*(house.shape.buffer(_YARD) for house in buildings), *(river.shape for river in rivers)]
    )
    low = united([*(river.shape for river in rivers), *(course.bed for course in beds)])
    return Features(
        layout.grid.size(),
        contours=contours(layout),
        areas=areas(layout, _lanes(roads), solid),
        rivers=rivers,
        courses=beds,
        fords=_fords(layout, rivers),
        ways=roads,
        spans=spans(lines, roads, low),
        houses=buildings,
        barriers=barriers(layout),
    )


def _river(area: Area, shape: BaseGeometry) -> Area:
    return Area(Terrain.WATER, snapped(shape), area.cells, area.name)


def _lanes(roads: tuple[Way, ...]) -> BaseGeometry:
    """What roads open through growth; a path opens nothing (B13.6)."""
    return united(way.shape.buffer(_VERGE) for way in roads if way.kind is not RoadKind.PATH)


def _fords(layout: Layout, rivers: tuple[Area, ...]) -> tuple[Ford, ...]:
    water = united(river.shape for river in rivers)
    return tuple(
        Ford(cell, snapped(hexagon(cell).buffer(-6).buffer(3).intersection(water)))
        for cell in sorted(layout.fords)
    )
