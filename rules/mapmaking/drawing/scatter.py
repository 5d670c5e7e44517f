"""Strews things over areas, the same each time, and turned with an area that is turned.

Every area has a frame of its own, made from its outline. What is strewn depends on that and on the
area's name, never on where the area lies on the map.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, cos, floor, radians, sin

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from rules.mapmaking.drawing.svg import Places, lines, polygons, rings
from rules.mapmaking.noise import fractions

GROUPS = 8
"""No two places of a group lie nearer to each other than about twice the spacing."""

_SIDE = 24.0
_CANDIDATES = 9000
_APART = 1.85
_ALMOST = 1e-6
_NEAR = 0.4
_CLOSER = 0.9
_SWAY = 0.22


@dataclass(frozen=True, slots=True)
class Frame:
    """Where an area's own coordinates begin, and whether they run against those of the map."""

    origin: tuple[float, float]
    sign: float

    def inside(self, places: Places) -> Places:
        """Places of the map in the area's own coordinates."""
        return (places - self.origin) * self.sign

    def outside(self, places: Places) -> Places:
        """Places in the area's own coordinates on the map."""
        return places * self.sign + self.origin

    def own(self, shape: BaseGeometry, margin: float) -> BaseGeometry:
        """A shape in its own coordinates, drawn in by a margin."""
        return shapely.transform(shape, self.inside).buffer(-margin)


def frame(shape: BaseGeometry) -> Frame:
    """The frame of a shape: from the first place of its outline towards its middle."""
    first = next(polygons(shape), None)
    if first is None:
        return Frame((0.0, 0.0), 1.0)
    x, y = first.exterior.coords[0]
    dx, dy = first.centroid.x - x, first.centroid.y - y
    forward = dx if abs(dx) > _ALMOST else dy
    return Frame((x, y), 1.0 if forward >= 0 else -1.0)


@dataclass(frozen=True, slots=True)
class Strewn:
    """Places in an area; for each the group it belongs to, and a number from 0 to 1."""

    places: Places
    own: Places
    """The same places in the area's own coordinates."""
    groups: NDArray[np.int64]
    chance: NDArray[np.float64]
    sign: float
    """That of the area's frame."""

    def only(self, chosen: NDArray[np.bool_]) -> "Strewn":
        """Those of the places that are chosen."""
        return replace(
            self,
            places=self.places[chosen],
            own=self.own[chosen],
            groups=self.groups[chosen],
            chance=self.chance[chosen],
        )

    def clear_of(self, shape: BaseGeometry) -> "Strewn":
        """Those of the places that are not in a shape."""
        return self.only(~within(shape, self.places))


def within(shape: BaseGeometry, places: Places) -> NDArray[np.bool_]:
    """Which of the places are in a shape."""
    shapely.prepare(shape)
    return np.asarray(shapely.contains_xy(shape, places[:, 0], places[:, 1]), dtype=np.bool_)


def strew(shape: BaseGeometry, spacing: float, name: str, margin: float = 0.0) -> Strewn:
    """Places all over a shape but for a margin along its edge, none nearer to another than
    `spacing`, without any order."""
    lies = frame(shape)
    inner = lies.own(shape, margin)
    tile, groups = _tile()
    shift = fractions(f"{name} shift", 2) * _SIDE
    low, high = (_box(inner) / spacing + shift) / _SIDE
    offsets = [
        (column * _SIDE, row * _SIDE)
        for column in range(floor(low[0]), floor(high[0]) + 1)
        for row in range(floor(low[1]), floor(high[1]) + 1)
    ]
    own = ((tile + np.asarray(offsets)[:, None, :]).reshape(-1, 2) - shift) * spacing
    return _strewn(lies, inner, own, np.tile(groups, len(offsets)), name)


def _strewn(
    lies: Frame, inner: BaseGeometry, own: Places, groups: NDArray[np.int64], name: str
) -> Strewn:
    """Those of some places that are in a shape, all in its own coordinates."""
    chance = fractions(f"{name} chance", len(own))
    found = Strewn(lies.outside(own), own, groups, chance, lies.sign)
    return found.only(within(inner, own))


@cache
def _tile() -> tuple[Places, NDArray[np.int64]]:
    """Places strewn over a square that fits to itself on all sides, least distance 1; and groups
    of them, in which none are neighbours."""
    tries = fractions("strewn tile", 2 * _CANDIDATES).reshape(-1, 2) * _SIDE
    kept = np.empty((0, 2))
    for place in tries:
        if not len(kept) or _nearness(kept, place).min() >= 1:
            kept = np.vstack((kept, place))
    groups = np.full(len(kept), -1, dtype=np.int64)
    for index, place in enumerate(kept):
        near = _nearness(kept, place) < _APART
        free = [number for number in range(GROUPS) if number not in groups[near]]
        groups[index] = free[0] if free else index % GROUPS
    return kept, groups


def _nearness(places: Places, place: Places) -> NDArray[np.float64]:
    """Distances on the square, across its edges too."""
    apart = np.abs(places - place)
    apart = np.minimum(apart, _SIDE - apart)
    return np.asarray(np.hypot(apart[:, 0], apart[:, 1]), dtype=np.float64)


def lattice(
    shape: BaseGeometry, spacing: float, angle: float, name: str, margin: float = 0.0
) -> Strewn:
    """Places in rows and ranks, as people plant trees; `angle` in degrees. One group."""
    lies = frame(shape)
    inner = lies.own(shape, margin)
    reach = ceil(_reach(inner) / spacing / _CLOSER)
    across, down = (axis.ravel() for axis in np.meshgrid(*2 * [np.arange(-reach, reach + 1)]))
    sway = (fractions(f"{name} sway", 2 * len(across)).reshape(-1, 2) - 0.5) * _SWAY
    plain = (np.stack((across + 0.5 * (down % 2), down * _CLOSER), axis=1) + sway) * spacing
    groups = np.zeros(len(plain), dtype=np.int64)
    return _strewn(lies, inner, plain @ turning(angle), groups, name)


def rows(
    shape: BaseGeometry, spacing: float, angle: float, lies: Frame, shift: float = 0.0
) -> BaseGeometry:
    """Straight lines over a shape, `spacing` apart, at an angle in degrees, cut to the shape.

    Where they lie is reckoned in a frame, that of the shape or of a larger one.
    """
    reach = _reach(shapely.transform(shape, lies.inside))
    offs = np.arange(-ceil(reach / spacing), ceil(reach / spacing) + 1) * spacing + shift
    starts = np.stack((np.full_like(offs, -reach), offs), axis=1) @ turning(angle)
    ends = np.stack((np.full_like(offs, reach), offs), axis=1) @ turning(angle)
    drawn = np.stack((lies.outside(starts), lies.outside(ends)), axis=1)
    return MultiLineString(list(drawn)).intersection(shape)


def _reach(shape: BaseGeometry) -> float:
    """How far from the origin a shape can reach."""
    corners = np.abs(_box(shape)).max(axis=0)
    return float(np.hypot(*corners)) or 1.0


def _box(shape: BaseGeometry) -> Places:
    """The upper left and lower right corner of the box round a shape."""
    return np.zeros((2, 2)) if shape.is_empty else np.asarray([shape.bounds]).reshape(2, 2)


def turning(angle: float) -> Places:
    """What turns places, one in a row, by an angle in degrees."""
    along = radians(angle)
    return np.asarray(((cos(along), sin(along)), (-sin(along), cos(along))))


def rim(shape: BaseGeometry, spacing: float, name: str, margin: float) -> Strewn:
    """Places a margin within the outlines of a shape, about `spacing` apart; groups in turn."""
    lies = frame(shape)
    found = [np.empty((0, 2))]
    for ring in rings(lies.own(shape, margin)):
        count = max(3, round(ring.length / spacing))
        found.append(_along(ring, np.arange(count, dtype=np.float64) * (ring.length / count)))
    own = np.vstack(found)
    chance = fractions(f"{name} rim", len(own))
    return Strewn(lies.outside(own), own, np.arange(len(own)) % GROUPS, chance, lies.sign)


def inward(shape: BaseGeometry, spacing: float) -> tuple[Places, Places]:
    """Places along the outlines of a shape, and for each the direction into the shape."""
    return _sideways([ring for part in polygons(shape) for ring in rings(orient(part))], spacing)


def rightward(shape: BaseGeometry, spacing: float) -> tuple[Places, Places]:
    """Places along lines, and for each the direction to the right of the line as it runs."""
    return _sideways(list(lines(shape)), spacing)


def _sideways(edges: Sequence[LineString], spacing: float) -> tuple[Places, Places]:
    places, normals = [np.empty((0, 2))], [np.empty((0, 2))]
    for edge in edges:
        along = (np.arange(max(1, round(edge.length / spacing)), dtype=np.float64) + 0.5) * spacing
        along = np.asarray(along[along < edge.length], dtype=np.float64)
        here = _along(edge, along)
        ahead = _along(edge, along + _NEAR) - _along(edge, np.maximum(along - _NEAR, 0.0))
        lengths = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), _ALMOST)[:, None]
        places.append(here)
        normals.append(np.stack((-ahead[:, 1], ahead[:, 0]), axis=1) / lengths)
    return np.vstack(places), np.vstack(normals)


def _along(line: LineString, distances: NDArray[np.float64]) -> Places:
    return np.asarray(shapely.get_coordinates(line.interpolate(distances)))


def slow(key: str, own: Places, wave: float) -> NDArray[np.float64]:
    """Slow noise over places in an area's own coordinates, -1 to 1."""
    if not len(own):
        return np.empty(0)
    table = fractions(key, 64 * 64).reshape(64, 64) * 2 - 1
    scaled = own / wave
    base = np.floor(scaled).astype(np.int64)
    ease = scaled - base
    ease = ease * ease * (3 - 2 * ease)
    (x, y), (u, v) = base.T % 64, ease.T
    top = table[x, y] * (1 - u) + table[(x + 1) % 64, y] * u
    bottom = table[x, (y + 1) % 64] * (1 - u) + table[(x + 1) % 64, (y + 1) % 64] * u
    return np.asarray(top * (1 - v) + bottom * v, dtype=np.float64)
