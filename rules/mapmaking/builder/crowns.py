"""The edge of woods: lobes like the crowns of trees, since the edge that is drawn is judged."""

import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.features import Shape
from rules.mapmaking.builder.shapes import as_shape, polygons
from rules.mapmaking.noise import fractions

_APART = 9.0
_RADIUS = 4.0
_LARGER = 2.8


def lobed(shape: BaseGeometry, name: str) -> Shape:
    """The shape with crowns along its edge; they reach some 4 to 7 units beyond it."""
    crowns: list[BaseGeometry] = []
    for part in polygons(shape):
        for number, ring in enumerate((part.exterior, *part.interiors)):
            crowns += _along(Polygon(ring), f"{name} crowns {number}")
    return as_shape(shapely.union_all([shape, *crowns]))


def _along(ring: Polygon, key: str) -> list[BaseGeometry]:
    line = ring.exterior.simplify(0.5)
    count = max(3, int(line.length / _APART))
    chance = fractions(key, 2 * count)
    places = [(i + 0.5 * float(chance[2 * i])) / count for i in range(count)]
    sizes = [_RADIUS + _LARGER * float(chance[2 * i + 1]) for i in range(count)]
    return [
        _crown(line.interpolate(place, normalized=True), size)
        for place, size in zip(places, sizes, strict=True)
    ]


def _crown(middle: Point, size: float) -> BaseGeometry:
    return middle.buffer(size, quad_segs=4)
