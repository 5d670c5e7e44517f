"""From what a source says of each hex to the shapes that are drawn and judged."""

from rules.board.features import Features, Ford, Shape, Way
from rules.board.layout import Layout
from rules.board.terrain import RoadKind
from rules.mapmaking.builder.areas import areas, rivers
from rules.mapmaking.builder.barriers import barriers
from rules.mapmaking.builder.contours import contours
from rules.mapmaking.builder.courses import courses
from rules.mapmaking.builder.houses import houses
from rules.mapmaking.builder.lines import Lines
from rules.mapmaking.builder.shapes import snapped, united
from rules.mapmaking.builder.soft import Ground, Style
from rules.mapmaking.builder.ways import spans, ways

_VERGE = 3.0
_SHALLOWS = Style(blur=14, rough=3, wave=20, height=0.62)


def build(layout: Layout) -> Features:
    """All shapes of one board, lying as its source has it; the same ones on every run."""
    lines, ground = Lines(layout), Ground(layout.grid, layout.id)
    roads, water = ways(lines), rivers(layout, ground)
    beds = courses(lines, water)
    wet = united(river.shape for river in water)
    return Features(
        layout.grid.size(),
        contours=contours(layout, ground),
        areas=areas(layout, ground, wet, _lanes(roads)),
        rivers=water,
        courses=beds,
        fords=_fords(layout, ground, wet),
        ways=roads,
        spans=spans(lines, roads, united([wet, *(course.bed for course in beds)])),
        houses=houses(layout),
        barriers=barriers(layout),
        flooded=layout.flooded,
    )


def _lanes(roads: tuple[Way, ...]) -> Shape:
    """What roads open through growth; a path opens nothing (B13.6)."""
    return united(way.shape.buffer(_VERGE) for way in roads if way.kind is not RoadKind.PATH)


def _fords(layout: Layout, ground: Ground, water: Shape) -> tuple[Ford, ...]:
    return tuple(
        Ford(cell, snapped(ground.shape([cell], _SHALLOWS).intersection(water)))
        for cell in sorted(layout.fords)
    )
