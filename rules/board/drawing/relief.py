"""Hills and valleys: tints, lit and shaded slopes, contour lines."""

from shapely import affinity

from rules.board.drawing import palette
from rules.board.drawing.plan import Plan
from rules.board.drawing.scatter import inward
from rules.board.drawing.svg import (
    DOWN,
    Look,
    fill,
    layers,
    outline,
    path,
    segments,
    shifted,
    stroke,
)
from rules.board.features import Shape

_SHIFTS = (1.0, 2.0, 3.0, 4.2, 5.5, 7.0, 8.8, 11.0)
_CAST = (1.2, 2.4, 3.6)
_TICKS = 9.0
_TICK = 3.4


def relief(plan: Plan) -> str:
    """All levels of the ground, hills upwards from 1, then valleys downwards from -1."""
    found: dict[int, list[Shape]] = {}
    for contour in plan.features.contours:
        found.setdefault(contour.level, []).append(contour.shape)
    ordered = sorted(found, key=lambda level: (level < 0, abs(level)))
    return "".join(_level(level, plan.beyond(found[level])) for level in ordered)


def _level(level: int, shape: Shape) -> str:
    hill = level > 0
    tints = palette.HILLS if hill else palette.VALLEYS
    depth = min(abs(level), len(tints)) - 1
    ink = palette.CONTOURS[min(depth, len(palette.CONTOURS) - 1)] if hill else palette.VALLEY_LINE
    cast = [shifted(fill(palette.SHADED, fill_opacity=0.1), shift) for shift in _CAST if hill]
    name = f"level{level}"
    lit, shaded = (1, -1) if hill else (-1, 1)
    return (
        layers(name, outline(shape), *cast, fill(tints[depth]))
        + _slope(shape, lit, fill(palette.LIT, fill_opacity=0.1))
        + _slope(shape, shaded, fill(palette.SHADED, fill_opacity=0.045))
        + path(outline(shape), **stroke(ink, 1.2 if hill else 1.0))
        + ("" if hill else path(_falling(shape), **stroke(ink, 0.8)))
    )


def _slope(shape: Shape, way: int, look: Look) -> str:
    """Bands along the edges that face north-west (1) or south-east (-1), one over the other."""
    bands = (
        shape.difference(affinity.translate(shape, way * shift, way * shift * DOWN))
        for shift in _SHIFTS
    )
    return "".join(path(outline(band), **look) for band in bands)


def _falling(shape: Shape) -> str:
    """Short strokes along a contour, towards the lower ground, as on other maps."""
    places, down = inward(shape, _TICKS)
    return segments(places, places + down * _TICK)
