"""Roads, paths and bridges: casings first, then fillings, so that junctions join."""

import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rules.board.features import Span
from rules.board.terrain import RoadKind
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import rightward
from rules.mapmaking.drawing.svg import (
    Look,
    courses,
    fill,
    layers,
    lines,
    outline,
    path,
    segments,
    shifted,
    stroke,
)

_DIRT, _PAVED = 8.0, 10.5
_PLANK, _STONES = 2.3, 3.4
_JOINT, _NEAR = 0.1, 1.0
_BANK = 1.0


def roads(plan: Plan) -> str:
    """Dirt and paved roads."""
    dirt = _lines(plan, RoadKind.DIRT, RoadKind.ELEVATED)
    paved = _lines(plan, RoadKind.PAVED)
    round_: Look = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return (
        path(paved, **stroke(palette.PAVED_EDGE, _PAVED + 2, **round_))
        + layers(
            "dirt",
            dirt,
            stroke(palette.DIRT_EDGE, _DIRT + 1.8, **round_),
            stroke(palette.DIRT, _DIRT, **round_),
            stroke(palette.DIRT_RUT, 3.6, stroke_dasharray="7 3 4 2.5"),
            stroke(palette.DIRT, 2.4),
        )
        + layers(
            "paved",
            paved,
            stroke(palette.PAVED, _PAVED, **round_),
            stroke(palette.PAVED_LIGHT, _PAVED * 0.5, **round_),
        )
    )


def paths(plan: Plan) -> str:
    """Paths, trodden through growth and over open ground; in a ford they are under water."""
    water = unary_union([river.shape for river in plan.features.rivers]).buffer(-_BANK)
    found = [way.line for way in plan.features.ways if way.kind is RoadKind.PATH]
    return layers(
        "trails",
        "".join(courses(line.difference(water)) for line in found),
        stroke(palette.TRAIL_EDGE, 3.4, stroke_opacity=0.75, stroke_linecap="round"),
        stroke(palette.TRAIL, 1.5, stroke_dasharray="4.2 2.2"),
    )


def _lines(plan: Plan, *kinds: RoadKind) -> str:
    return "".join(courses(way.line) for way in plan.features.ways if way.kind in kinds)


def bridges(plan: Plan) -> str:
    """Decks of stone or of planks between parapets; one over several hexes is one bridge."""
    return "".join(
        _bridges([span for span in plan.features.spans if span.stone is stone], stone=stone)
        for stone in (True, False)
    )


def _bridges(spans: list[Span], *, stone: bool) -> str:
    deck, plank, ink = palette.DECK[stone]
    decks = unary_union([span.deck.buffer(_JOINT, join_style="mitre") for span in spans])
    name = "stone" if stone else "wooden"
    return (
        layers(
            f"{name}deck",
            outline(decks),
            shifted(fill(palette.SHADOW, fill_opacity=0.35), 2.4),
            fill(deck),
        )
        + path(
            "".join(_planks(span) for span in spans),
            **stroke(plank, 0.6, stroke_opacity=0.55 if stone else 1.0),
        )
        + layers(
            f"{name}parapet",
            courses(_parapets(spans, decks)),
            stroke(ink, 2.8 if stone else 2.0, stroke_linecap="square"),
            stroke(deck, 1.3 if stone else 0.8),
        )
    )


def _planks(span: Span) -> str:
    over = _over(span)
    places, aside = rightward(over, _STONES if span.stone else _PLANK)
    across = aside * (_width(span) / 2)
    return segments(places - across, places + across)


def _parapets(spans: list[Span], decks: BaseGeometry) -> BaseGeometry:
    """The edges of decks but for those where a road comes upon them."""
    edge = decks.boundary
    for span in spans:
        for line in lines(_over(span)):
            for end in (Point(line.coords[0]), Point(line.coords[-1])):
                if edge.distance(end) < _NEAR:
                    edge = edge.difference(end.buffer(_width(span) * 0.46))
    return shapely.line_merge(edge)


def _over(span: Span) -> BaseGeometry:
    """The road's line as far as it runs on the deck."""
    return span.line.intersection(span.deck.buffer(_NEAR / 2))


def _width(span: Span) -> float:
    return float(span.deck.area / max(_over(span).length, 1.0))
