"""Walls, hedges, bocage and cliffs along their hexsides, and the walls between rowhouses."""

import numpy as np
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rules.board.features import Barrier
from rules.board.terrain import HexsideTerrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import rightward
from rules.mapmaking.drawing.svg import (
    Places,
    chain,
    courses,
    discs,
    dots,
    fill,
    layers,
    path,
    segments,
    shifted,
    stroke,
)
from rules.mapmaking.noise import fractions

_BEADS = 12
_SCARP = 7.5
_PROUD = 2.0


def barriers(plan: Plan) -> str:
    """All that stands along hexsides but the walls within buildings."""
    return (
        _cliffs(_of(plan, HexsideTerrain.CLIFF))
        + _walls(_of(plan, HexsideTerrain.WALL))
        + _hedges(_of(plan, HexsideTerrain.HEDGE), "hedges", 1.0)
        + _hedges(_of(plan, HexsideTerrain.BOCAGE), "bocage", 1.6)
    )


def rowhouse_walls(plan: Plan) -> str:
    """Dark bars over the roofs (B23.71)."""
    roofs = unary_union([house.shape.buffer(_PROUD) for house in plan.features.houses])
    return layers(
        "rowhouse",
        courses(_lines(_of(plan, HexsideTerrain.ROWHOUSE_WALL)).intersection(roofs)),
        stroke(palette.ROWHOUSE, 4.0),
        stroke(palette.ROWHOUSE_LIGHT, 0.8),
    )


def _of(plan: Plan, kind: HexsideTerrain) -> list[Barrier]:
    return [barrier for barrier in plan.features.barriers if barrier.kind is kind]


def _lines(found: list[Barrier]) -> BaseGeometry:
    return MultiLineString([barrier.line for barrier in found])


def _ends(found: list[Barrier]) -> Places:
    """The vertices at which barriers begin or end, once each."""
    places = [end for barrier in found for end in (barrier.line.coords[0], barrier.line.coords[-1])]
    return np.asarray(list(dict.fromkeys(places))).reshape(-1, 2)


def _walls(found: list[Barrier]) -> str:
    posts = dots(_ends(found))
    return (
        layers(
            "walls",
            courses(_lines(found)),
            shifted(stroke(palette.SHADOW, 4.6, stroke_opacity=0.32, stroke_linecap="round"), 1.6),
            stroke(palette.WALL, 4.6),
            stroke(palette.WALL_STONE, 3.1, stroke_dasharray="3.9 .7"),
            stroke(palette.WALL_STONE_2, 3.1, stroke_dasharray="3.9 5.3", stroke_dashoffset=4.6),
        )
        + path(posts, **discs(palette.WALL, 5.0))
        + path(posts, **discs(palette.WALL_STONE_2, 3.1))
    )


def _hedges(found: list[Barrier], name: str, size: float) -> str:
    """Rows of bushes, those of bocage the larger."""
    beads = [np.empty((0, 2)), *(_beads(barrier) for barrier in found)]
    shadow = stroke(palette.SHADOW, 6.0 * size, stroke_opacity=0.32, stroke_linecap="round")
    return path(courses(_lines(found)), transform="translate(1.6 2)", **shadow) + layers(
        name,
        dots(np.vstack(beads)),
        discs(palette.HEDGE_EDGE, 6.4 * size),
        discs(palette.HEDGE, 4.8 * size),
        shifted(discs(palette.HEDGE_LIGHT, 2.0 * size, stroke_opacity=0.75), -0.6),
    )


def _beads(barrier: Barrier) -> Places:
    """The bushes of a hedge, the outer ones on the vertices."""
    (x1, y1), (x2, y2) = barrier.line.coords[0], barrier.line.coords[-1]
    shares = np.arange(_BEADS + 1) / _BEADS
    sway = fractions(f"{barrier.name} beads", 2 * (_BEADS + 1)).reshape(-1, 2) - 0.5
    sway[[0, -1]] = 0.0
    way = np.asarray((x2 - x1, y2 - y1))
    sign = 1.0 if (x2, y2) > (x1, y1) else -1.0
    return np.asarray(np.asarray((x1, y1)) + shares[:, None] * way + sway * 1.2 * sign)


def _cliffs(found: list[Barrier]) -> str:
    """A scarp: a dark crest, and a face that falls to the lower ground on the line's right."""
    crests = [barrier.line for barrier in found]
    faces = "".join(_face(line) for line in crests)
    places, down = rightward(MultiLineString(crests), 3.0)
    lengths = _SCARP * (0.55 + 0.45 * fractions("scarps", len(places)))[:, None]
    return (
        path(faces, **fill(palette.CLIFF_FACE, fill_opacity=0.8))
        + path(segments(places, places + down * lengths), **stroke(palette.CLIFF, 1.0))
        + layers(
            "crests",
            courses(MultiLineString(crests)),
            stroke(palette.CLIFF, 2.6, stroke_linecap="round"),
            shifted(stroke(palette.CLIFF_LIGHT, 0.8, stroke_opacity=0.8), -0.7),
        )
    )


def _face(line: LineString) -> str:
    """The strip on the lower side of a cliff, with a ragged foot."""
    ends = np.asarray((line.coords[0], line.coords[-1]))
    along = ends[1] - ends[0]
    aside = np.asarray((-along[1], along[0])) / max(float(np.hypot(*along)), 1.0)
    shares = np.linspace(0.98, 0.02, 9)[:, None]
    ragged = _SCARP * (0.6 + 0.35 * (np.arange(9) % 2))[:, None]
    return chain(np.vstack((ends, ends[0] + along * shares + aside * ragged))) + "z"
