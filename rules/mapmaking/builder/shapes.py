"""Small things done with shapes: hexes as polygons, rounding, keeping what has an area."""

from collections.abc import Iterable

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from rules.board.features import Shape
from rules.board.geometry import Cell, Grid, corners

GRAIN = 1 / 16
"""Every coordinate is a multiple of this."""


def hexagon(cell: Cell) -> Polygon:
    """A whole hex, on the board or not."""
    return Polygon(corners(cell))


def playing_area(grid: Grid) -> Polygon:
    """The ground of a board, half hexes cut."""
    return box(0.0, 0.0, *grid.size())


def polygons(shape: BaseGeometry) -> tuple[Polygon, ...]:
    """The parts of a shape that have an area."""
    parts = shapely.get_parts(shape).tolist()
    found: list[Polygon] = []
    for part in parts:
        if isinstance(part, Polygon) and not part.is_empty:
            found.append(part)
        elif isinstance(part, MultiPolygon):
            found += polygons(part)
    return tuple(found)


def as_shape(geometry: BaseGeometry) -> Shape:
    """The same as one polygon or several, lines and points left out."""
    parts = polygons(geometry)
    return parts[0] if len(parts) == 1 else MultiPolygon(parts) if parts else Polygon()


def united(shapes: Iterable[BaseGeometry]) -> Shape:
    """All shapes as one."""
    return as_shape(shapely.union_all(list(shapes)))


def snapped(geometry: BaseGeometry) -> Shape:
    """A shape with its coordinates on the grain, turned into one valid shape again."""
    return as_shape(shapely.normalize(shapely.set_precision(geometry, GRAIN)))


def snapped_line(line: LineString) -> LineString:
    """A line with its coordinates on the grain, in the order it had."""
    rounded = [(_round(x), _round(y)) for x, y in line.coords]
    return LineString(
        [place for index, place in enumerate(rounded) if index == 0 or place != rounded[index - 1]]
    )


def _round(value: float) -> float:
    return round(value / GRAIN) * GRAIN
