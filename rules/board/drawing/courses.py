"""Gullies, streams and sunken roads: beds sunk between hachured banks."""

from shapely import affinity
from shapely.ops import unary_union

from rules.board.drawing import palette
from rules.board.drawing.plan import Plan
from rules.board.drawing.scatter import inward
from rules.board.drawing.svg import courses as run
from rules.board.drawing.svg import fill, layers, outline, path, segments, stroke
from rules.board.features import Course, Shape
from rules.board.noise import fractions
from rules.board.terrain import DepressionKind

_HACHURE, _TICK = 2.4, 4.6
_CASING = 1.0
_BEDS = {
    DepressionKind.GULLY: palette.GULLY_BED,
    DepressionKind.STREAM: palette.BANK,
    DepressionKind.SUNKEN_ROAD: palette.SUNKEN_BED,
}


def courses(plan: Plan) -> str:
    """All that is sunk, gullies first, so that water shows where they join."""
    drawn = ""
    for kind in DepressionKind:
        found = [course for course in plan.features.courses if course.kind is kind]
        if found:
            drawn += _sunk(plan, kind, found)
    beds = plan.beyond([course.bed for course in plan.features.courses])
    return drawn + _banks(beds) + _water(plan)


def _sunk(plan: Plan, kind: DepressionKind, found: list[Course]) -> str:
    bed = plan.beyond([course.bed for course in found])
    floor = path(outline(bed), **fill(_BEDS[kind]))
    if kind is DepressionKind.GULLY:
        middles = "".join(run(course.line) for course in found)
        floor += path(
            middles,
            **stroke(palette.BANK, 7.0, stroke_opacity=0.55, stroke_linejoin="round"),
        ) + path(middles, **stroke(palette.HACHURE, 0.7, stroke_dasharray="5 4 2 4"))
    return floor


def _banks(bed: Shape) -> str:
    """Dark where a bank falls away from the light, bright where it faces it."""
    shaded = bed.difference(affinity.translate(bed, 2.6, 3.2))
    lit = bed.difference(affinity.translate(bed, -2.2, -2.8))
    places, down = inward(bed, _HACHURE)
    lengths = _TICK * (0.6 + 0.4 * fractions("hachures", len(places)))[:, None]
    return (
        path(outline(shaded), **fill(palette.SHADED, fill_opacity=0.3))
        + path(outline(lit), **fill(palette.LIT, fill_opacity=0.4))
        + path(segments(places, places + down * lengths), **stroke(palette.HACHURE, 0.7))
        + path(outline(bed), **stroke(palette.BANK_EDGE, 1.1))
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
    shaded = bed.difference(affinity.translate(bed, 2.6, 3.2)).intersection(under)
    return path(outline(under), **fill(palette.GULLY_BED, fill_opacity=0.5)) + path(
        outline(shaded), **fill(palette.SHADED, fill_opacity=0.3)
    )


def _water(plan: Plan) -> str:
    """The wet part of streams."""
    wet = [course for course in plan.features.courses if not course.water.is_empty]
    if not wet:
        return ""
    shape = plan.beyond([course.water for course in wet])
    return layers(
        "stream",
        outline(shape),
        stroke(palette.WATER_EDGE, 1.8, stroke_linejoin="round"),
        fill(palette.WATER),
    ) + path(
        "".join(run(course.line) for course in wet),
        **stroke(palette.WATER_LIGHT, 0.9, stroke_opacity=0.9, stroke_dasharray="9 6 4 7"),
    )
