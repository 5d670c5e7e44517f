"""Where buildings stand: the same shapes block LOS and are drawn under roofs (B23).

Every building hex has a block over its centre dot; where a building crosses a hexside a bar runs
from centre dot to centre dot, so that the middle of that hexside is inside it. All other hexsides
keep some ground between them and the building. How a house is built and which way it faces follows
from the name of its hex alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

import shapely
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from rules.board.features import House, Roof, Shape
from rules.board.geometry import SIDES, Cell, centre, step
from rules.board.layout import Building, Layout, hexside
from rules.board.terrain import HexsideTerrain
from rules.mapmaking.noise import between, number

Vector = tuple[float, float]

_GRAIN: Final = 16
"""Coordinates are whole sixteenths of a picture unit."""

_FACINGS: Final[tuple[Vector, ...]] = (
    (1.0, 0.0),
    (0.985, 0.174),
    (0.966, 0.259),
    (0.906, 0.423),
    (0.985, -0.174),
    (0.966, -0.259),
    (0.906, -0.423),
    (0.0, 1.0),
    (0.174, 0.985),
    (-0.174, 0.985),
    (0.259, 0.966),
    (-0.259, 0.966),
)
_STYLES: Final = 5
_EVERY_SIDE: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class _Frame:
    """A place to build: where its middle is, and the direction the ridge runs."""

    middle: Vector
    along: Vector

    def point(self, along: float, across: float) -> Vector:
        (x, y), (dx, dy) = self.middle, self.along
        return (
            round((x + dx * along - dy * across) * _GRAIN) / _GRAIN,
            round((y + dy * along + dx * across) * _GRAIN) / _GRAIN,
        )

    def roof(
        self,
        half_length: float,
        half_width: float,
        at: Vector = (0.0, 0.0),
        *,
        link: bool = False,
        tower: bool = False,
    ) -> Roof:
        """A rectangle about a point of the frame, in picture units along and across."""
        corners = tuple(
            self.point(at[0] + i * half_length, at[1] + j * half_width) for i, j in _EVERY_SIDE
        )
        return Roof(corners, link=link, tower=tower)

    def turned(self) -> "_Frame":
        """The frame of a wing, whose ridge runs across."""
        return _Frame(self.middle, (-self.along[1], self.along[0]))


def houses(layout: Layout) -> tuple[House, ...]:
    """Every building of a board, in the order of its source."""
    area = box(0, 0, *layout.grid.size())
    return tuple(_house(layout, building, area) for building in layout.buildings)


def _house(layout: Layout, building: Building, area: Polygon) -> House:
    roofs = tuple(sorted(_roofs(layout, building), key=lambda roof: (roof.tower, not roof.link)))
    whole = shapely.union_all([Polygon(roof.corners) for roof in roofs])
    return House(
        building=building,
        shape=_snapped(whole.intersection(area)),
        roofs=roofs,
        name=f"{layout.id}:{building.id}",
    )


def _snapped(shape: BaseGeometry) -> Shape:
    """The shape on the grain; a shape that kept its grain would snap what is made of it."""
    snapped = shapely.set_precision(shapely.set_precision(shape, 1 / _GRAIN), 0)
    if not isinstance(snapped, Polygon | MultiPolygon):
        raise TypeError(f"a building is no {snapped.geom_type}")
    return snapped


def _roofs(layout: Layout, building: Building) -> Iterator[Roof]:
    if len(building.cells) == 1:
        yield from _single(layout, building, building.cells[0])
        return
    terrace = any(
        layout.hexsides.get(hexside(*_joint(joint))) is HexsideTerrain.ROWHOUSE_WALL
        for joint in building.joints
    )
    yield from _links(building, terrace=terrace)
    for cell in building.cells:
        frame = _Frame(centre(cell), _heading(building, cell))
        if building.church:
            yield from _church_part(frame, first=cell == building.cells[0])
        elif terrace:
            yield frame.roof(18, 13)
        else:
            yield _wing(building, frame, first=cell == building.cells[0])


# A house of one hex


def _single(layout: Layout, building: Building, cell: Cell) -> Iterator[Roof]:
    key = f"{layout.id}:{layout.grid.name(cell)}"
    frame = _Frame(centre(cell), _FACINGS[number(f"{key} facing", len(_FACINGS))])
    half_length = between(f"{key} length", 17, 20)
    half_width = between(f"{key} width", 10, 12)
    if building.church:
        yield from _chapel(frame, half_width - 1)
    elif building.upper_levels:
        yield frame.roof(half_length + 1, half_width + 4)
    else:
        yield frame.roof(half_length, half_width)
        yield from _annex(key, frame, half_length, half_width)


def _chapel(frame: _Frame, half_width: float) -> Iterator[Roof]:
    yield frame.roof(20, half_width)
    yield frame.roof(3.5, 6, (22, 0))
    yield frame.roof(7.5, 7.5, (-16, 0), tower=True)


def _annex(key: str, frame: _Frame, half_length: float, half_width: float) -> Iterator[Roof]:
    """What makes one house unlike the other: a wing at an end or in the middle, a lean-to."""
    end = 1 if number(f"{key} end", 2) else -1
    side = 1 if number(f"{key} side", 2) else -1
    style = number(f"{key} style", _STYLES)
    if style == 0:
        reach = between(f"{key} wing", 17, 19.5)
        yield frame.turned().roof(reach / 2, 6.5, (side * reach / 2, end * (half_length - 6.5)))
    elif style == 1:
        reach = between(f"{key} wing", 16, 18)
        yield frame.turned().roof(reach / 2, 7, (side * reach / 2, 0))
    elif style == 2:  # noqa: PLR2004 # styles are only counted
        yield frame.roof(4, half_width - 4, (end * (half_length + 2), -2 * side))


# A building of several hexes


def _links(building: Building, *, terrace: bool) -> Iterator[Roof]:
    """Bars from hex to hex, and floors where three hexes of the building meet."""
    half_width = 13.0 if terrace else 14.0 if building.upper_levels > 1 else 10.5
    floors: dict[tuple[Cell, ...], None] = {}
    for joint in building.joints:
        cell, side = _joint(joint)
        for third in (step(cell, (side + 1) % 6), step(cell, (side - 1) % 6)):
            if third in building.cells:
                floors[tuple(sorted((*joint, third)))] = None
    for cells in floors:
        yield Roof(_clockwise(tuple(centre(cell) for cell in cells)), link=True)
    for a, b in building.joints:
        yield _bar(centre(a), centre(b), half_width)


def _bar(start: Vector, end: Vector, half_width: float) -> Roof:
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    reach = end[0] - start[0], end[1] - start[1]
    return _Frame(middle, _unit(reach)).roof(hypot(*reach) / 2, half_width, link=True)


def _wing(building: Building, frame: _Frame, *, first: bool) -> Roof:
    """The block over a centre dot; the first hex has the main one."""
    if building.upper_levels > 1:
        return frame.roof(19, 17) if first else frame.roof(17, 15.5)
    return frame.roof(16, 14.5) if first else frame.roof(13.5, 12.5)


def _church_part(frame: _Frame, *, first: bool) -> Iterator[Roof]:
    if first:
        yield frame.roof(11, 11, tower=True)
        return
    yield frame.turned().roof(23, 9.5)
    yield frame.roof(17.5, 10.5)


def _heading(building: Building, cell: Cell) -> Vector:
    """The direction in which a building goes on from a hex."""
    joint = next((joint for joint in building.joints if cell in joint), None)
    if joint is None:
        return _FACINGS[0]
    (ax, ay), (bx, by) = centre(joint[0]), centre(joint[1])
    return _unit((bx - ax, by - ay))


def _joint(joint: tuple[Cell, Cell]) -> tuple[Cell, int]:
    """A joint as a hex and its hexside."""
    a, b = joint
    return a, next(side for side in SIDES if step(a, side) == b)


def _unit(vector: Vector) -> Vector:
    length = hypot(*vector)
    return vector[0] / length, vector[1] / length


def _clockwise(corners: tuple[Vector, ...]) -> tuple[Vector, ...]:
    (ax, ay), (bx, by), (cx, cy) = corners
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return corners if turn > 0 else corners[::-1]
