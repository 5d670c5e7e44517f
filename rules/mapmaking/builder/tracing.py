"""Outlines of a field of heights: marching squares."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from rules.board.features import Shape

Field = NDArray[np.float64]
Ring = list[tuple[float, float]]

_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
# Corners of a square that are inside: 1 upper left, 2 upper right, 4 lower right, 8 lower left.
# The outline enters and leaves it over these edges, what is inside on its right.
_TURNS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_TOP, _LEFT),),
    2: ((_RIGHT, _TOP),),
    3: ((_RIGHT, _LEFT),),
    4: ((_BOTTOM, _RIGHT),),
    5: ((_TOP, _LEFT), (_BOTTOM, _RIGHT)),
    6: ((_BOTTOM, _TOP),),
    7: ((_BOTTOM, _LEFT),),
    8: ((_LEFT, _BOTTOM),),
    9: ((_TOP, _BOTTOM),),
    10: ((_RIGHT, _TOP), (_LEFT, _BOTTOM)),
    11: ((_RIGHT, _BOTTOM),),
    12: ((_LEFT, _RIGHT),),
    13: ((_TOP, _RIGHT),),
    14: ((_LEFT, _TOP),),
}
_LEAST_AREA = 20.0


def traced(field: Field, height: float, origin: tuple[float, float], step: float) -> Shape:
    """Where the field, `step` apart with its first point at `origin`, is higher than `height`.

    Outside the field is low. Where opposite corners of a square are high, they are kept apart.
    """
    walled = np.pad(field - height, 1, constant_values=-1.0)
    walled[walled == 0.0] = -1e-9
    rings = [
        [(origin[0] + (x - 1) * step, origin[1] + (y - 1) * step) for x, y in ring]
        for ring in _rings(walled)
    ]
    outer = [Polygon(ring) for ring in rings if _area(ring) > _LEAST_AREA]
    holes = [ring for ring in rings if _area(ring) < -_LEAST_AREA]
    return _assembled(outer, holes)


def _assembled(outer: list[Polygon], holes: list[Ring]) -> Shape:
    inside: dict[int, list[Ring]] = {}
    for hole in holes:
        about = [index for index, one in enumerate(outer) if one.contains(Polygon(hole))]
        least = min(about, key=lambda index: outer[index].area)
        inside.setdefault(least, []).append(hole)
    whole = [Polygon(one.exterior, inside.get(index)) for index, one in enumerate(outer)]
    return whole[0] if len(whole) == 1 else MultiPolygon(whole)


def _rings(field: Field) -> Iterator[Ring]:
    """The outlines, in points of the field; clockwise round what is high."""
    following = _following(field > 0)
    along = _crossings(field, 0), _crossings(field, 1)
    half, tall = field.shape[0] * field.shape[1], field.shape[1]
    while following:
        edge, _ = next(iter(following.items()))
        ring: Ring = []
        while edge in following:
            upright, (i, j) = edge >= half, divmod(edge % half, tall)
            share = float(along[upright][i, j])
            ring.append((i, j + share) if upright else (i + share, j))
            edge = following.pop(edge)
        yield ring


def _following(high: NDArray[np.bool_]) -> dict[int, int]:
    """For each edge between a high and a low point, where the outline goes on.

    The edge to the right of point (i, j) has its number in the field, the one below it that plus
    the count of points.
    """
    codes = high[:-1, :-1] + 2 * high[1:, :-1] + 4 * high[1:, 1:] + 8 * high[:-1, 1:]
    numbers = np.arange(high.size).reshape(high.shape)[:-1, :-1]
    edges = (numbers, numbers + high.shape[1] + high.size, numbers + 1, numbers + high.size)
    following: dict[int, int] = {}
    for code, turns in _TURNS.items():
        here = codes == code
        for start, end in turns:
            following.update(
                zip(edges[start][here].tolist(), edges[end][here].tolist(), strict=True)
            )
    return following


def _crossings(field: Field, axis: int) -> Field:
    """How far along each edge to the next point of an axis the field is zero."""
    start, end = (field[:-1], field[1:]) if axis == 0 else (field[:, :-1], field[:, 1:])
    differs = (start > 0) != (end > 0)
    return np.divide(start, start - end, out=np.zeros_like(start), where=differs)


def _area(ring: Ring) -> float:
    """The area of a ring, negative if it runs round a hole."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])) / 2
