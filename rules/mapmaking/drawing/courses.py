"""Gullies, streams and sunken roads: beds sunk between hachured banks."""

from shapely import affinity
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rules.board.features import Course, Shape
from rules.board.terrain import DepressionKind
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import inward, within
from rules.mapmaking.drawing.svg import DOWN, fill, outline, path, segments, stroke
from rules.mapmaking.drawing.svg import courses as run
from rules.mapmaking.noise import fractions

_HACHURE, _TICK = 2.4, 4.6
_CASING = 1.0
_SHADE, _LIGHT = 2.6, 2.2
_MOUTH = 1.5
_BEDS = {
    DepressionKind.GULLY: palette.GULLY_BED,
    DepressionKind.STREAM: palette.BANK,
    DepressionKind.SUNKEN_ROAD: palette.SUNKEN_BED,
}


def courses(plan: Plan) -> str:
    """All that is sunk, gullies first, so that water shows where they join."""
    drawn = ""
    river = plan.beyond([river.shape for river in plan.features.rivers]).buffer(-_MOUTH)
    for kind in DepressionKind:
        found = [course for course in plan.features.courses if course.kind is kind]
        if found:
            drawn += _sunk(plan, kind, found, river)
    beds = plan.beyond([course.bed for course in plan.features.courses])
    return drawn + _banks(beds, river) + _water(plan, river)


def _sunk(plan: Plan, kind: DepressionKind, found: list[Course], river: BaseGeometry) -> str:
    bed = plan.beyond([course.bed for course in found])
    floor = path(outline(bed.difference(river)), **fill(_BEDS[kind]))
    if kind is DepressionKind.GULLY:
        middles = _middles(found, river)
        floor += path(
            middles,
            **stroke(palette.BANK, 7.0, stroke_opacity=0.55, stroke_linejoin="round"),
        ) + path(middles, **stroke(palette.HACHURE, 0.7, stroke_dasharray="5 4 2 4"))
    return floor


def _middles(found: list[Course], river: BaseGeometry) -> str:
    return "".join(run(course.line.difference(river)) for course in found)


def _banks(bed: Shape, river: BaseGeometry) -> str:
    """Dark where a bank falls away from the light, bright where it faces it."""
    shaded = bed.difference(affinity.translate(bed, _SHADE, _SHADE * DOWN)).difference(river)
    lit = bed.difference(affinity.translate(bed, -_LIGHT, -_LIGHT * DOWN)).difference(river)
    places, down = inward(bed, _HACHURE)
    lengths = _TICK * (0.6 + 0.4 * fractions("hachures", len(places)))[:, None]
    dry = ~within(river, places)
    hachures = segments(places[dry], (places + down * lengths)[dry])
    return (
        path(outline(shaded), **fill(palette.SHADED, fill_opacity=0.3))
        + path(outline(lit), **fill(palette.LIT, fill_opacity=0.4))
        + path(hachures, **stroke(palette.HACHURE, 0.7))
        + path(run(bed.boundary.difference(river)), **stroke(palette.BANK_EDGE, 1.1))
    )


def dips(plan: Plan) -> str:
    """Where a road goes down into a Depression and up again, having no bridge."""
    sunk = [course.bed for course in plan.features.courses]
    roads = unary_union([way.shape.buffer(_CASING) for way in plan.features.ways])
    decks = unary_union([span.deck.buffer(_CASING) for span in plan.features.spans])
    kept = [
        course.bed for course in plan.features.courses if course.kind is DepressionKind.SUNKEN_ROAD
    ]
    bed = unary_union(sunk)
    under = roads.intersection(bed).difference(unary_union([decks, *kept]))
    shaded = bed.difference(affinity.translate(bed, _SHADE, _SHADE * DOWN)).intersection(under)
    return path(outline(under), **fill(palette.GULLY_BED, fill_opacity=0.5)) + path(
        outline(shaded), **fill(palette.SHADED, fill_opacity=0.3)
    )


def _water(plan: Plan, river: BaseGeometry) -> str:
    """The wet part of streams; where they reach a river there is no bank between."""
    wet = [course for course in plan.features.courses if not course.water.is_empty]
    shape = plan.beyond([course.water for course in wet])
    return (
        path(
            run(shape.boundary.difference(river)),
            **stroke(palette.WATER_EDGE, 1.8, stroke_linejoin="round"),
        )
        + path(outline(shape.difference(river.buffer(-_MOUTH))), **fill(palette.WATER))
        + path(
            _middles(wet, river),
            **stroke(palette.WATER_LIGHT, 0.9, stroke_opacity=0.9, stroke_dasharray="9 6 4 7"),
        )
    )
