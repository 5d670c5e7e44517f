"""Hills and valleys: tints, lit and shaded slopes, contour lines."""

from shapely import affinity

from rules.board.features import Shape
from rules.board.terrain import Terrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import inward
from rules.mapmaking.drawing.svg import (
    DOWN,
    Look,
    courses,
    fill,
    layers,
    outline,
    path,
    segments,
    shifted,
    stroke,
)

_SHIFTS = (1.0, 2.0, 3.0, 4.2, 5.5, 7.0, 8.8, 11.0)
_CAST = (1.2, 2.4, 3.6)
_TICKS = 9.0
_TICK = 3.4
_VEIL = 0.1
_INK_ON_GROUND, _INK_ON_WOODS = 0.75, 0.6


def relief(plan: Plan) -> str:
    """All levels of the ground, hills upwards from 1, then valleys downwards from -1."""
    return "".join(_level(level, shape) for level, shape in plan.levels.items())


def _level(level: int, shape: Shape) -> str:
    hill = level > 0
    tints = palette.HILLS if hill else palette.VALLEYS
    depth = min(abs(level), len(tints)) - 1
    cast = [shifted(fill(palette.SHADED, fill_opacity=0.1), shift) for shift in _CAST if hill]
    lit, shaded = (1, -1) if hill else (-1, 1)
    return (
        layers(f"level{level}", outline(shape), *cast, fill(tints[depth]))
        + _slope(shape, lit, fill(palette.LIT, fill_opacity=0.1))
        + _slope(shape, shaded, fill(palette.SHADED, fill_opacity=0.045))
        + path(outline(shape), **_contour(level))
        + ("" if hill else path(_falling(shape), **stroke(palette.VALLEY_LINE, 0.8)))
    )


def _contour(level: int, **more: float) -> Look:
    """The ink of a contour line."""
    if level < 0:
        return stroke(palette.VALLEY_LINE, 1.0, **more)
    return stroke(palette.CONTOURS[min(level, len(palette.CONTOURS)) - 1], 1.2, **more)


def over_ground(plan: Plan) -> str:
    """Levels once more, over fields and low growth."""
    low = [area.shape for area in plan.features.areas if area.terrain is not Terrain.WOODS]
    return _veil(plan, low, _INK_ON_GROUND)


def over_woods(plan: Plan) -> str:
    """Levels once more, over woods."""
    return _veil(plan, [area.shape for area in plan.areas(Terrain.WOODS)], _INK_ON_WOODS)


def _veil(plan: Plan, shapes: list[Shape], ink: float) -> str:
    """What of the levels lies under other things: a shade the darker the higher, and contours."""
    if not plan.levels:
        return ""
    cover = plan.beyond(shapes)
    return "".join(
        path(
            outline(shape.intersection(cover)),
            **fill(palette.HEIGHT if level > 0 else palette.DEPTH, fill_opacity=_VEIL),
        )
        + path(courses(shape.boundary.intersection(cover)), **_contour(level, stroke_opacity=ink))
        for level, shape in plan.levels.items()
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
