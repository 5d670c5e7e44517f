"""What is printed over the ground: grid, centre dots, marks of upper levels, names of hexes."""

from collections.abc import Iterable

import numpy as np
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import HexLabel, Plan
from rules.mapmaking.drawing.svg import (
    Place,
    Places,
    at,
    discs,
    dots,
    element,
    fill,
    group,
    layers,
    outline,
    path,
    stamps,
    stroke,
)

FONTS = "'Barlow Semi Condensed','Barlow Condensed',sans-serif"
_ABOVE_DOT = 23.4
_EDGE, _INSET, _TOP_EDGE = 3.0, 2.0, 7.6
_SQUARE = (((-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2), (-4.2, -4.6)),)
_PIP = 2.7
_SEAM = 0.05


def surroundings(plan: Plan) -> str:
    """What of the map is no hex in play: covered, as the table beside the boards."""
    hexes = unary_union([Polygon(label.corners) for label in plan.labels])
    beside = box(0.0, 0.0, *plan.features.size).difference(hexes.buffer(_SEAM))
    if not plan.labels or beside.is_empty:
        return ""
    return path(
        outline(beside),
        **fill(palette.TABLE),
        stroke=palette.INK,
        stroke_width=0.9,
        stroke_opacity=0.6,
    )


def grid(labels: Iterable[HexLabel]) -> str:
    """Every hexside once."""
    sides: dict[tuple[Place, Place], None] = {}
    for label in labels:
        for start, end in zip(label.corners, (*label.corners[1:], label.corners[0]), strict=True):
            sides.setdefault((min(start, end), max(start, end)))
    lines = "".join(f"M{at(start)}L{at(end)}" for start, end in sides)
    return path(lines, **stroke(palette.INK, 0.6, stroke_opacity=0.5))


def marks(plan: Plan) -> str:
    """Grid, dots, levels and names."""
    width, _ = plan.features.size
    plain = [label.centre for label in plan.labels if not label.stairwell]
    centres = layers(
        "centres",
        dots(_places(plain)),
        discs(palette.CREAM, 3.8, stroke_opacity=0.42),
        stroke(palette.INK, 1.8, stroke_opacity=0.9, stroke_linecap="square"),
    )
    names = group(
        (_name(label, width) for label in plan.labels),
        font_family=FONTS,
        font_size=6.6,
        font_weight=600,
        text_anchor="middle",
        fill=palette.INK,
        stroke=palette.CREAM,
        stroke_opacity=0.78,
        stroke_width=1.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )
    return grid(plan.labels) + _levels(plan) + centres + names


def _places(places: list[Place]) -> Places:
    return np.asarray(places, dtype=np.float64).reshape(-1, 2)


def _levels(plan: Plan) -> str:
    """B23.2: as many pips as a building has upper levels; where one goes up, on a white square."""
    stairs = [label.centre for label in plan.labels if label.stairwell]
    square = layers(
        "stairs",
        stamps(_places(stairs), _SQUARE),
        {"fill": palette.CREAM, "stroke": palette.INK, "stroke_width": 0.9},
    )
    inside = [pip for label in plan.labels if label.stairwell for pip in _pips(label, 0.0)]
    beside = [pip for label in plan.labels if not label.stairwell for pip in _pips(label, 5.2)]
    return (
        square
        + path(dots(_places(inside)), **discs(palette.INK, 1.8))
        + layers(
            "pips",
            dots(_places(beside)),
            discs(palette.INK, 3.1),
            discs(palette.CREAM, 2.1),
        )
    )


def _pips(label: HexLabel, below: float) -> list[Place]:
    """Places of the pips of a hex, on or below its centre dot."""
    x, y = label.centre
    count = label.upper_levels
    return [(x + (pip - (count - 1) / 2) * _PIP, y + below) for pip in range(count)]


def _name(label: HexLabel, width: float) -> str:
    x, y = label.centre
    height = round(max(y - _ABOVE_DOT, _TOP_EDGE), 1)
    if x < _EDGE:
        return element("text", label.name, x=_INSET, y=height, text_anchor="start")
    if x > width - _EDGE:
        return element("text", label.name, x=width - _INSET, y=height, text_anchor="end")
    return element("text", label.name, x=x, y=height)
