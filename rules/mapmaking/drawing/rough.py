"""What lies about in small pieces: crags, graves, huts, shellholes, rubble."""

import numpy as np

from rules.board.features import Area
from rules.board.terrain import Terrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import Strewn, lattice, strew
from rules.mapmaking.drawing.svg import (
    Look,
    Places,
    chain,
    discs,
    dots,
    fill,
    layers,
    outline,
    path,
    segments,
    shifted,
    stamps,
    stroke,
)
from rules.mapmaking.noise import fractions

_CROSS = (((0.0, -3.0), (0.0, 3.0)), ((-1.7, -1.0), (1.7, -1.0)))
_ROCK_SPACING, _GRAVE_SPACING, _HUT_SPACING, _HOLE_SPACING, _PIECE_SPACING = 7.0, 9.0, 17, 12, 2.9
_ROCK_CORNERS = 7
_HUT_RADIUS = 5.4
_HOLES = ((0.0, 4.4), (0.45, 6.2), (0.75, 8.0))
_HUNDRED = 100.0


def shellholes(plan: Plan) -> str:
    """Craters with thrown up rims: their north-western inside is in shadow."""
    found = [
        _clear(plan, area, strew(area.shape, _HOLE_SPACING, area.name, 5))
        for area in plan.areas(Terrain.SHELLHOLES)
    ]
    drawn = ""
    for number, (least, size) in enumerate(_HOLES):
        most = _HOLES[number + 1][0] if number + 1 < len(_HOLES) else 1.0
        places = [np.empty((0, 2))]
        places += [holes.places[(holes.chance >= least) & (holes.chance < most)] for holes in found]
        drawn += layers(
            f"hole{number}",
            dots(np.vstack(places)),
            discs(palette.CRATER_RIM, size + 3.4, stroke_opacity=0.75),
            discs(palette.CRATER_DARK, size + 0.8, stroke_opacity=0.7),
            discs(palette.CRATER_BOWL, size),
            shifted(discs(palette.CRATER_DARK, size * 0.62, stroke_opacity=0.75), -0.5),
            shifted(discs(palette.CRATER_LIGHT, size * 0.26, stroke_opacity=0.5), size * 0.2),
        )
    return drawn


def crags(plan: Plan) -> str:
    """Rocks, lit from the north-west."""
    areas = plan.areas(Terrain.CRAG)
    ground = layers(
        "crag",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.CRAG),
        stroke(palette.CRAG_EDGE, 0.8, stroke_dasharray="3 2"),
    )
    rocks: list[Places] = []
    for area in areas:
        found = _clear(plan, area, strew(area.shape, _ROCK_SPACING, area.name, 4))
        rocks += _rocks(found, area.name)
    body = "".join(chain(rock) + "z" for rock in rocks)
    lit = "".join(chain(_lit_side(rock)) + "z" for rock in rocks)
    return (
        ground
        + layers(
            "rocks",
            body,
            shifted(fill(palette.SHADOW, fill_opacity=0.35), 1.1),
            {**fill(palette.ROCK), **_edge(palette.ROCK_EDGE, 0.8)},
        )
        + path(lit, **fill(palette.ROCK_LIGHT))
    )


def _rocks(found: Strewn, name: str) -> list[Places]:
    """Uneven outlines round places."""
    count = len(found.places)
    sizes = (1.6 + 3.4 * found.chance**2) * found.sign
    bumps = fractions(f"{name} rocks", count * _ROCK_CORNERS).reshape(-1, _ROCK_CORNERS)
    around = (np.arange(_ROCK_CORNERS) + 0.6 * bumps) * (2 * np.pi / _ROCK_CORNERS)
    reach = sizes[:, None] * (0.72 + 0.4 * bumps[:, ::-1])
    corners = np.stack((np.cos(around) * reach, np.sin(around) * reach * 0.85), axis=2)
    return list(found.places[:, None, :] + corners)


def _lit_side(rock: Places) -> Places:
    """The upper left face of a rock."""
    middle = rock.mean(axis=0)
    return np.asarray((rock - middle) * 0.55 + middle - (0.5, 0.6))


def _edge(colour: str, width: float) -> Look:
    return {"stroke": colour, "stroke_width": width, "stroke_linejoin": "round"}


def graveyards(plan: Plan) -> str:
    """Crosses in rows on grass; they stand upright however the board lies."""
    areas = plan.areas(Terrain.GRAVEYARD)
    ground = layers(
        "graveyard",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.GRAVEYARD),
        stroke(palette.GRAVEYARD_EDGE, 0.8, stroke_dasharray="1.2 2", stroke_linecap="round"),
    )
    graves = [np.empty((0, 2))]
    for area in areas:
        planned = lattice(area.shape, _GRAVE_SPACING, area.angle, area.name, 4.5)
        graves.append(_clear(plan, area, planned).places)
    return ground + layers(
        "graves",
        stamps(np.vstack(graves), _CROSS),
        shifted(stroke(palette.SHADOW, 1.1, stroke_opacity=0.3), 0.8),
        stroke(palette.GRAVE_LIGHT, 1.7),
        stroke(palette.GRAVE, 1.0),
    )


def huts(plan: Plan) -> str:
    """Round huts under thatch, on trodden ground."""
    areas = plan.areas(Terrain.HUTS)
    ground = layers(
        "yard",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.YARD),
        stroke(palette.YARD_EDGE, 0.8, stroke_dasharray="3 2"),
    )
    found = [np.empty((0, 2))]
    for area in areas:
        built = strew(area.shape, _HUT_SPACING, area.name, _HUT_RADIUS + 1)
        found.append(_clear(plan, area, built, _HUT_RADIUS).places)
    places = np.vstack(found)
    around = np.arange(16) * (np.pi / 8)
    spokes = np.stack((np.cos(around), np.sin(around)), axis=1)
    near, far = (
        (places[:, None, :] + spokes * reach).reshape(-1, 2) for reach in (1.6, _HUT_RADIUS - 0.7)
    )
    thatch = layers(
        "huts",
        dots(places),
        shifted(discs(palette.SHADOW, 2 * _HUT_RADIUS, stroke_opacity=0.32), 2.0),
        discs(palette.THATCH_EDGE, 2 * _HUT_RADIUS + 1.2),
        discs(palette.THATCH, 2 * _HUT_RADIUS),
        shifted(discs(palette.THATCH_LIGHT, 1.15 * _HUT_RADIUS, stroke_opacity=0.55), -1.5),
    )
    straw = path(segments(near, far), **stroke(palette.THATCH_EDGE, 0.6, stroke_opacity=0.55))
    return ground + thatch + straw + path(dots(places), **discs(palette.THATCH_EDGE, 1.8))


def rubble(plan: Plan) -> str:
    """Heaps of stone or of beams, where a building was."""
    return "".join(
        _heaps(plan, plan.areas(terrain), stone=terrain is Terrain.STONE_RUBBLE)
        for terrain in (Terrain.WOODEN_RUBBLE, Terrain.STONE_RUBBLE)
    )


def _heaps(plan: Plan, areas: tuple[Area, ...], *, stone: bool) -> str:
    name = "stonerubble" if stone else "woodrubble"
    dust, edge = palette.RUBBLE[stone]
    ground = layers(
        name,
        outline(plan.beyond([area.shape for area in areas])),
        shifted(fill(palette.SHADOW, fill_opacity=0.25), 1.6),
        fill(dust),
        stroke(edge, 1.0, stroke_dasharray="3 1.6"),
    )
    tones = palette.STONE_PIECES if stone else palette.WOOD_PIECES
    pieces = ["" for _ in tones]
    for area in areas:
        found = _clear(plan, area, strew(area.shape, _PIECE_SPACING, area.name, 2))
        for number, piece in enumerate(_pieces(found, stone=stone)):
            pieces[number % len(tones)] += chain(piece) + "z"
    ink = palette.STONE_PIECE_EDGE if stone else palette.WOOD_PIECE_EDGE
    return ground + "".join(
        layers(
            f"{name}{number}",
            data,
            shifted(fill(palette.SHADOW, fill_opacity=0.3), 0.5),
            {**fill(tones[number], fill_rule="nonzero"), **_edge(ink, 0.45)},
        )
        for number, data in enumerate(pieces)
    )


def _pieces(found: Strewn, *, stone: bool) -> Places:
    """Quadrilaterals at places: blocks of stone, or beams."""
    turn = found.chance * _HUNDRED
    size = 0.7 + 1.1 * (found.chance * 7 % 1)
    longer = 0.85 if stone else 0.32
    shape = np.asarray(((-1, -1), (1, -1), (1, 1), (-1, 1)), dtype=np.float64)
    flat = shape * np.stack((size, size * longer), axis=1)[:, None, :] * (1.0 if stone else 1.7)
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = flat[:, :, 0] * cos - flat[:, :, 1] * sin, flat[:, :, 0] * sin + flat[:, :, 1] * cos
    return np.asarray(found.places[:, None, :] + np.stack((x, y), axis=2))


def _clear(plan: Plan, area: Area, found: Strewn, margin: float = 0.0) -> Strewn:
    """What does not lie on roads, water or buildings."""
    if not area.shape.intersects(plan.verges):
        return found
    return found.clear_of(plan.verges.buffer(margin) if margin else plan.verges)
