"""What a board's builder makes of its layout: shapes, from which come both picture and LOS.

Shapes are shapely's, in picture units (`geometry.py`), x to the right and y down. The builder makes
them for one board lying as its source has it; `placed` turns and moves them for a map of several.
Everything here is what is *judged*. Ornament (crowns, courses of stone) is the drawing's own, made
from these shapes and their names.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from rules.board.geometry import Cell
from rules.board.layout import Building
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain

Shape: TypeAlias = Polygon | MultiPolygon


@dataclass(frozen=True, slots=True)
class Contour:
    """The ground at a level or beyond: at `level` or higher above 0, or lower below it."""

    level: int
    shape: Shape


@dataclass(frozen=True, slots=True)
class Area:
    """Growth and other ground with an outline: one piece of it, the hexes it stands for.

    `angle` (degrees) is the direction of its rows, where it has rows. `name` seeds its ornament.
    """

    terrain: Terrain
    shape: Shape
    cells: tuple[Cell, ...]
    name: str
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Course:
    """A gully, stream or sunken road: its bed as LOS sees it, and the middle line of it.

    `bed` is where the ground is one level lower; `water` the wet part of a stream, else empty.
    """

    kind: DepressionKind
    line: LineString
    bed: Shape
    water: Shape
    name: str


@dataclass(frozen=True, slots=True)
class Way:
    """A road or path: its middle line, and the strip it covers."""

    kind: RoadKind
    line: LineString
    shape: Shape
    name: str


@dataclass(frozen=True, slots=True)
class Span:
    """A bridge in one hex: the deck, the line of the road over it, and whether it is of stone, or a
    pontoon bridge, which `floats` (B6.41).
    """

    cell: Cell
    deck: Polygon
    line: LineString
    stone: bool
    floats: bool = False


@dataclass(frozen=True, slots=True)
class Ford:
    """A place to cross the water on foot (B21.41)."""

    cell: Cell
    shape: Shape


@dataclass(frozen=True, slots=True)
class Roof:
    """One block of a building: a quadrilateral whose ridge runs along its first side, or a
    triangle between three joined hexes. A `link` joins hexes, a `tower` is a church's.
    """

    corners: tuple[tuple[float, float], ...]
    link: bool = False
    tower: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """A building: its whole footprint, as LOS sees it, and the roofs that cover it."""

    building: Building
    shape: Shape
    roofs: tuple[Roof, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Barrier:
    """Hexside terrain: the hexside from vertex to vertex, and the strip it covers.

    For a cliff, the lower ground lies to the right of `line` as it runs.
    """

    kind: HexsideTerrain
    line: LineString
    shape: Shape
    name: str
    upper_levels: int = 0
    """For a rowhouse wall, those of its building."""


@dataclass(frozen=True, slots=True)
class Features:
    """All that is on one board, or on a map of several.

    `size` is width and height of the playing area. `contours` go from level 1 up, then from -1
    down; each lies inside the one before. `rivers` are the areas of WATER, whose surface is a level
    below the ground unless they are `flooded`. The later of these tuples lies over the earlier:
    areas, rivers and courses, ways, spans, houses, barriers.
    """

    size: tuple[float, float]
    contours: tuple[Contour, ...] = ()
    areas: tuple[Area, ...] = ()
    rivers: tuple[Area, ...] = ()
    courses: tuple[Course, ...] = ()
    fords: tuple[Ford, ...] = ()
    ways: tuple[Way, ...] = ()
    spans: tuple[Span, ...] = ()
    houses: tuple[House, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    flooded: bool = False


G = TypeVar("G", bound=BaseGeometry)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a board lies on a map: its size, whether it is turned, and how far it is moved."""

    size: tuple[float, float]
    turned: bool
    dx: float
    dy: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        width, height = self.size
        x, y = (width - x, height - y) if self.turned else (x, y)
        return x + self.dx, y + self.dy

    def of(self, shape: G) -> G:
        sign = -1.0 if self.turned else 1.0
        moved: G = affinity.affine_transform(shape, [sign, 0.0, 0.0, sign, *self.point(0.0, 0.0)])
        return moved

    def roof(self, roof: Roof) -> Roof:
        return replace(roof, corners=tuple(self.point(x, y) for x, y in roof.corners))


def placed(features: Features, dx: float, dy: float, *, turned: bool) -> Features:
    """The features of a board that lies elsewhere on a map: turned by half a turn, then moved.

    `cells` stay those of the board itself; `size` too.
    """
    to = _Place(features.size, turned, dx, dy)
    return replace(
        features,
        contours=tuple(replace(one, shape=to.of(one.shape)) for one in features.contours),
        areas=tuple(replace(one, shape=to.of(one.shape)) for one in features.areas),
        rivers=tuple(replace(one, shape=to.of(one.shape)) for one in features.rivers),
        courses=tuple(
            replace(one, line=to.of(one.line), bed=to.of(one.bed), water=to.of(one.water))
            for one in features.courses
        ),
        fords=tuple(replace(one, shape=to.of(one.shape)) for one in features.fords),
        ways=tuple(
            replace(one, line=to.of(one.line), shape=to.of(one.shape)) for one in features.ways
        ),
        spans=tuple(
            replace(one, line=to.of(one.line), deck=to.of(one.deck)) for one in features.spans
        ),
        houses=tuple(
            replace(one, shape=to.of(one.shape), roofs=tuple(to.roof(r) for r in one.roofs))
            for one in features.houses
        ),
        barriers=tuple(
            replace(one, line=to.of(one.line), shape=to.of(one.shape)) for one in features.barriers
        ),
    )
