"""Brush, orchards and woods."""

import numpy as np

from rules.board.features import Area
from rules.board.terrain import Terrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import Strewn, lattice, rim, slow, strew, within
from rules.mapmaking.drawing.svg import (
    Places,
    discs,
    dots,
    fill,
    layers,
    outline,
    path,
    shifted,
    stroke,
)

_BUSH_SPACING, _BUSH_MARGIN = 7.2, 3.4
_LOBES = np.asarray(((-1.3, 0.5), (1.4, 0.6), (0.0, -0.8)))
_TREE_SPACING, _TREE_MARGIN = 14.0, 3.5
_TREE = 8.6
_CROWN_SPACING, _CROWN_MARGIN, _RIM_DEPTH = 6.3, 8.0, 4.2
_RIM_SPACING = 6.6
_SUNK = 0.2
_CROWNS = (11.6, 10.8, 10.0, 11.2, 9.4, 10.4, 9.0, 10.0)
_TONES = len(palette.CROWNS)
_WAVE = 60.0
_IN_LEAF = (
    shifted(discs(palette.SHADOW, _TREE, stroke_opacity=0.28), 1.8),
    discs(palette.TREE_EDGE, _TREE + 1),
    discs(palette.TREE, _TREE),
    shifted(discs(palette.TREE_LIGHT, _TREE * 0.55, stroke_opacity=0.45), -1.0),
    shifted(discs(palette.TREE_LIGHT, _TREE * 0.26, stroke_opacity=0.8), -1.4),
)
_BARE = (
    shifted(discs(palette.SHADOW, _TREE * 0.8, stroke_opacity=0.14), 1.8),
    discs(palette.TWIGS, _TREE * 0.9, stroke_opacity=0.45),
    discs(palette.BARE_TREE, _TREE * 0.7, stroke_opacity=0.75),
    discs(palette.TWIGS, _TREE * 0.22),
)


def brush(plan: Plan) -> str:
    """Patches of brush with bushes strewn over them."""
    areas = plan.areas(Terrain.BRUSH)
    ground = layers(
        "brush",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.BRUSH, fill_opacity=0.8),
        stroke(palette.BRUSH_EDGE, 0.9, stroke_dasharray="2.6 1.8"),
    )
    bushes = [_bushes(plan, area) for area in areas]
    return ground + "".join(
        _bush_layers(f"bush{tone}", np.vstack([places[tone] for places in bushes]))
        for tone in range(len(palette.BUSHES) if bushes else 0)
    )


def _bushes(plan: Plan, area: Area) -> list[Places]:
    """Three lobes for each bush, for each tone of bushes."""
    found = strew(area.shape, _BUSH_SPACING, area.name, _BUSH_MARGIN)
    found = found.clear_of(plan.verges)
    sizes = (0.55 + 0.6 * found.chance)[:, None, None]
    lobes = found.places[:, None, :] + _LOBES * sizes
    tones = slow(f"{area.name} tone", found.own, _WAVE) + 0.6 * (found.chance - 0.5) > 0
    return [lobes[tones == bool(tone)].reshape(-1, 2) for tone in range(len(palette.BUSHES))]


def _bush_layers(name: str, lobes: Places) -> str:
    tone = palette.BUSHES[int(name[-1])]
    return layers(
        name,
        dots(lobes),
        shifted(discs(palette.BUSH_DARK, 3.5, stroke_opacity=0.8), 0.7),
        discs(tone, 3.1),
        shifted(discs(palette.BUSH_LIGHT, 1.2, stroke_opacity=0.85), -0.5),
    )


def orchard_floor(plan: Plan) -> str:
    """The grass under orchards."""
    return layers(
        "orchard",
        outline(plan.beyond([area.shape for area in plan.areas(Terrain.ORCHARD)])),
        fill(palette.ORCHARD),
        stroke(palette.ORCHARD_EDGE, 0.8, stroke_dasharray="1.2 2.2", stroke_linecap="round"),
    )


def orchard_trees(plan: Plan) -> str:
    """The trees of orchards, in rows; bare out of season."""
    areas = plan.areas(Terrain.ORCHARD)
    trees = [np.empty((0, 2))]
    kept_clear = plan.trodden.buffer(_TREE / 2 - 1)
    for area in areas:
        planted = lattice(area.shape, _TREE_SPACING, area.angle, area.name, _TREE_MARGIN)
        trees.append(planted.clear_of(kept_clear).places)
    look = _IN_LEAF if plan.season.orchards else _BARE
    return layers("trees", dots(np.vstack(trees)), *look)


def woods(plan: Plan) -> str:
    """Woods: their shadow, dark edge and floor, and the crowns of the trees."""
    areas = plan.areas(Terrain.WOODS)
    ground = plan.beyond([area.shape for area in areas])
    floor = layers(
        "woods",
        outline(ground.difference(plan.beds)),
        shifted(fill(palette.SHADOW, fill_opacity=0.3, filter="url(#bd-soft)"), 2.6),
        stroke(palette.WOODS_EDGE, 2.4, stroke_linejoin="round"),
        fill(palette.WOODS),
    )
    sunk = path(outline(ground.intersection(plan.beds)), **fill(palette.WOODS, fill_opacity=0.45))
    return floor + sunk + _crowns(plan, areas)


def _crowns(plan: Plan, areas: tuple[Area, ...]) -> str:
    """All crowns, group by group, so that those drawn together do not run into each other."""
    found = [crowns for area in areas for crowns in _crowns_of(plan, area)]
    tones = [
        np.clip(
            (slow("crowns", trees.own, _WAVE) + 1.3 * trees.chance - 0.65 + 1) * _TONES / 2,
            0,
            _TONES - 1,
        ).astype(np.int64)
        for trees in found
    ]
    drawn = ""
    for number, size in enumerate(_CROWNS):
        for tone in range(_TONES):
            places = [
                trees.places[(trees.groups == number) & (toned == tone)]
                for trees, toned in zip(found, tones, strict=True)
            ]
            if places:
                drawn += _crown_layers(f"crown{number}{tone}", np.vstack(places), tone, size)
    return drawn


def _crowns_of(plan: Plan, area: Area) -> list[Strewn]:
    """A rim of crowns along the edge of the woods, those inside it, a few in gullies."""
    border = rim(area.shape, _RIM_SPACING, area.name, _RIM_DEPTH)
    inside = strew(area.shape, _CROWN_SPACING, f"{area.name} crown", _CROWN_MARGIN)
    sunk = inside.only((inside.chance < _SUNK) & within(plan.beds, inside.places))
    return [border.clear_of(plan.verges), inside.clear_of(plan.verges), sunk.clear_of(plan.built)]


def _crown_layers(name: str, places: Places, tone: int, size: float) -> str:
    return layers(
        name,
        dots(places),
        discs(palette.CROWN_EDGE, size + 0.9),
        discs(palette.CROWNS[tone], size),
        shifted(discs(palette.CROWN_LIGHT, size * 0.62, stroke_opacity=0.22), -1.1),
        shifted(discs(palette.CROWN_LIGHT, size * 0.3, stroke_opacity=0.4), -1.5),
    )
