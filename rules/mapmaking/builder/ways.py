"""Roads and paths, and the bridges that carry them (B3, B6, B13.6)."""

from shapely import get_parts, line_merge
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from rules.board.features import Span, Way
from rules.board.geometry import Cell, centre
from rules.board.layout import Road
from rules.board.terrain import RoadKind, Terrain
from rules.mapmaking.builder.lines import Lines
from rules.mapmaking.builder.shapes import hexagon, playing_area, polygons, snapped, snapped_line

HALF_WIDTH = {RoadKind.PAVED: 5.25, RoadKind.DIRT: 4.0, RoadKind.ELEVATED: 4.0, RoadKind.PATH: 2.0}
_PARAPET = 1.75
_ABUTMENT = 4.0
_FINE = 0.3


def ways(lines: Lines) -> tuple[Way, ...]:
    """The roads and paths of a board, in the order of its source."""
    return tuple(_way(lines, number) for number in range(len(lines.layout.roads)))


def _way(lines: Lines, number: int) -> Way:
    layout = lines.layout
    road: Road = layout.roads[number]
    others = [other.cells for index, other in enumerate(layout.roads) if index != number]
    line = lines.line(road.cells, others)
    shape = snapped(line.buffer(HALF_WIDTH[road.kind]).intersection(playing_area(layout.grid)))
    name = f"{layout.id}:{layout.grid.name(road.cells[0])} {road.kind.value} {number}"
    return Way(road.kind, line, shape, name)


def spans(lines: Lines, found: tuple[Way, ...], low: BaseGeometry) -> tuple[Span, ...]:
    """The bridges of a board, each over the low ground (`low`: beds and rivers) in its hex."""
    cells = sorted({*lines.layout.bridges, *lines.layout.pontoons})
    return tuple(_span(lines, cell, _over(lines, cell, found), low) for cell in cells)


def _over(lines: Lines, cell: Cell, found: tuple[Way, ...]) -> tuple[Road, Way]:
    pairs = zip(lines.layout.roads, found, strict=True)
    here = [(road, way) for road, way in pairs if cell in road.cells]
    return next((one for one in here if cell in one[0].cells[1:-1]), here[0])


def _span(lines: Lines, cell: Cell, over: tuple[Road, Way], low: BaseGeometry) -> Span:
    layout, (road, way) = lines.layout, over
    near: BaseGeometry = hexagon(cell)
    place = road.cells.index(cell)
    for neighbour in road.cells[max(place - 1, 0) : place + 2]:
        if neighbour not in {*layout.bridges, *layout.fords, *layout.pontoons}:
            near = near.union(hexagon(neighbour))
    line = _piece_at(
        way.line.intersection(near).intersection(low.buffer(_ABUTMENT)), way.line, cell
    )
    half = HALF_WIDTH[road.kind] + _PARAPET
    deck = snapped(line.buffer(half, cap_style="flat").intersection(playing_area(layout.grid)))
    largest = max(polygons(deck), key=lambda part: part.area)
    stone = layout.bridges.get(cell) is Terrain.STONE_BUILDING
    return Span(cell, largest, line, stone, floats=cell in layout.pontoons)


def _piece_at(cut: BaseGeometry, whole: LineString, cell: Cell) -> LineString:
    """The piece of a cut line that passes the dot of a cell, running as the whole does."""
    dot = Point(centre(cell))
    merged = line_merge(cut) if cut.geom_type == "MultiLineString" else cut
    parts = [part for part in get_parts(merged).tolist() if isinstance(part, LineString)]
    piece = min(parts, key=lambda part: (part.distance(dot), -part.length))
    ends = [whole.project(Point(piece.coords[end])) for end in (0, -1)]
    onward = piece if ends[0] <= ends[1] else LineString(piece.coords[::-1])
    return snapped_line(LineString(onward.simplify(_FINE).coords))
