"""What the layers of a picture draw from: the features, joined and run over the edge of the map."""

from dataclasses import dataclass
from functools import cached_property

import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rules.board.features import Area, Features, Shape
from rules.board.terrain import RoadKind, Terrain

_BAND = 1.0
_BEYOND = 30.0
_CRACK = 0.05
_VERGE = 1.2


@dataclass(frozen=True, slots=True)
class HexLabel:
    """What is printed in a hex: its name, and the marks of the building in it.

    `centre` and the six `corners` lie where the hex lies on the map; the corners begin with
    vertex 0 of the hex on its own board. `key` names the hex for ornament. `stairwell` is for
    buildings in which not every hex has one.
    """

    name: str
    key: str
    centre: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    upper_levels: int = 0
    stairwell: bool = False

    @property
    def sign(self) -> float:
        """1 for a hex that lies as on its own board, -1 if it is turned by half a turn."""
        return 1.0 if self.corners[0][1] < self.centre[1] else -1.0


@dataclass(frozen=True, slots=True)
class Season:
    """What stands in the fields and is in leaf (B14.2, B15.6)."""

    grain: bool = True
    orchards: bool = True


@dataclass(frozen=True)
class Plan:
    """The features of one map and the labels of its hexes."""

    features: Features
    labels: tuple[HexLabel, ...]
    season: Season = Season()

    def areas(self, *terrain: Terrain) -> tuple[Area, ...]:
        """The areas of some kinds of terrain."""
        return tuple(area for area in self.features.areas if area.terrain in terrain)

    def beyond(self, shapes: list[Shape]) -> Shape:
        """Shapes made one, as if the map went on: no outline runs along its edge or a seam."""
        joined = unary_union([shape.buffer(_CRACK, join_style="mitre") for shape in shapes])
        return _areal(self._over_edge(joined))

    def _over_edge(self, shape: BaseGeometry) -> BaseGeometry:
        if shape.is_empty:
            return shape
        left, top, right, bottom = shape.bounds
        width, height = self.features.size
        pieces = [shape]
        if left <= _BAND:
            pieces.append(_stretched(shape, box(-_BAND, top, _BAND, bottom), (-_BEYOND, 0)))
        if right >= width - _BAND:
            band = box(width - _BAND, top, width + _BAND, bottom)
            pieces.append(_stretched(shape, band, (_BEYOND, 0)))
        if top <= _BAND:
            pieces.append(_stretched(shape, box(left, -_BAND, right, _BAND), (0, -_BEYOND)))
        if bottom >= height - _BAND:
            band = box(left, height - _BAND, right, height + _BAND)
            pieces.append(_stretched(shape, band, (0, _BEYOND)))
        return unary_union(pieces) if len(pieces) > 1 else shape

    @cached_property
    def levels(self) -> dict[int, Shape]:
        """The ground at each level or beyond, from 1 up, then from -1 down."""
        found: dict[int, list[Shape]] = {}
        for contour in self.features.contours:
            found.setdefault(contour.level, []).append(contour.shape)
        ordered = sorted(found, key=lambda level: (level < 0, abs(level)))
        return {level: self.beyond(found[level]) for level in ordered}

    @cached_property
    def beds(self) -> Shape:
        """What lies sunk between the banks of gullies, streams and sunken roads."""
        return _areal(unary_union([course.bed for course in self.features.courses]))

    @cached_property
    def built(self) -> Shape:
        """Roads, buildings, bridges and rivers, and a little to each side of them."""
        shapes: list[BaseGeometry] = [
            *(way.shape for way in self.features.ways if way.kind is not RoadKind.PATH),
            *(house.shape for house in self.features.houses),
            *(span.deck for span in self.features.spans),
            *(river.shape for river in self.features.rivers),
        ]
        return _areal(unary_union(shapes).buffer(_VERGE))

    @cached_property
    def trodden(self) -> Shape:
        """Where nothing grows thickly and nothing lies about: all that, and sunken ground."""
        return _areal(unary_union([self.built, self.beds]))

    @cached_property
    def verges(self) -> Shape:
        """That, and a little more."""
        return _areal(self.trodden.buffer(_VERGE))


def _stretched(shape: BaseGeometry, band: Polygon, out: tuple[float, float]) -> BaseGeometry:
    """What of a shape lies in a band along an edge, drawn out over the edge."""
    piece = shape.intersection(band)
    x, y = out
    wide, high = 1 + abs(x) / _BAND, 1 + abs(y) / _BAND
    left, top, right, bottom = band.bounds
    origin = (right if x < 0 else left, bottom if y < 0 else top)
    return affinity.scale(piece, wide, high, origin=(*origin, 0.0))


def _areal(shape: BaseGeometry) -> Shape:
    """A shape as polygons only."""
    if isinstance(shape, Polygon | MultiPolygon):
        return shape
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return MultiPolygon(parts)
