"""Roads, paths and bridges: casings first, then fillings, so that junctions join."""

from shapely.geometry import LineString, MultiPoint
from shapely.geometry.base import BaseGeometry

from rules.board.drawing import palette
from rules.board.drawing.plan import Plan
from rules.board.drawing.scatter import rightward
from rules.board.drawing.svg import (
    Look,
    courses,
    fill,
    layers,
    outline,
    path,
    segments,
    stroke,
)
from rules.board.features import Span
from rules.board.terrain import RoadKind

_DIRT, _PAVED = 8.0, 10.5
_PLANK = 2.3


def roads(plan: Plan) -> str:
    """Dirt and paved roads."""
    dirt, paved = (_lines(plan, kind) for kind in (RoadKind.DIRT, RoadKind.PAVED))
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
    """Paths, trodden through growth and over open ground."""
    return layers(
        "trails",
        _lines(plan, RoadKind.PATH),
        stroke(palette.TRAIL_EDGE, 3.4, stroke_opacity=0.75, stroke_linecap="round"),
        stroke(palette.TRAIL, 1.5, stroke_dasharray="4.2 2.2"),
    )


def _lines(plan: Plan, kind: RoadKind) -> str:
    return "".join(courses(way.line) for way in plan.features.ways if way.kind is kind)


def bridges(plan: Plan) -> str:
    """Decks of stone or of planks between parapets."""
    return "".join(_bridge(number, span) for number, span in enumerate(plan.features.spans))


def _bridge(number: int, span: Span) -> str:
    deck, plank, ink = palette.DECK[span.stone]
    over = span.line.intersection(span.deck.buffer(0.5))
    width = span.deck.area / max(over.length, 1.0)
    places, aside = rightward(over, 3.4 if span.stone else _PLANK)
    across = aside * (width / 2)
    data = outline(span.deck)
    return (
        path(
            data,
            **fill(palette.SHADOW, fill_opacity=0.35, transform="translate(2.4 3)"),
        )
        + path(data, **fill(deck))
        + path(
            segments(places - across, places + across),
            **stroke(plank, 0.6, stroke_opacity=0.55 if span.stone else 1.0),
        )
        + layers(
            f"parapet{number}",
            courses(_parapets(over, width, span)),
            stroke(ink, 2.8 if span.stone else 2.0, stroke_linecap="square"),
            stroke(deck, 1.3 if span.stone else 0.8),
        )
    )


def _parapets(over: BaseGeometry, width: float, span: Span) -> BaseGeometry:
    """The edges of a deck along its road."""
    if not isinstance(over, LineString):
        return span.deck.exterior
    edge = span.deck.exterior
    ends = MultiPoint([over.coords[0], over.coords[-1]]).buffer(width * 0.46)
    return edge.difference(ends)
