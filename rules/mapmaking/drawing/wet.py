"""Marshes, rivers and the places to ford them."""

import numpy as np
from shapely import affinity

from rules.board.terrain import Terrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.scatter import inward, strew
from rules.mapmaking.drawing.svg import (
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

_REED = (
    ((-2.0, 0.0), (-3.0, -2.8)),
    ((-0.8, 0.0), (-1.0, -3.8)),
    ((0.6, 0.0), (1.2, -4.2)),
    ((1.8, 0.0), (3.2, -2.9)),
    ((-3.2, 0.0), (3.2, 0.0)),
)
_RIPPLE = (((-3.4, 0.0), (-2.3, -0.7), (-1.2, -0.1), (0.0, 0.5), (1.2, -0.1), (2.3, -0.7)),)
_REEDS, _POOLS = 9.0, 12.0
_WET_MARGIN, _POOL_MARGIN = 4.0, 7.5
_BANKS = (3.0, 6.5)
_PEBBLES = 4.6
_SHALLOWER = (0.0, 1.5, 3.0, 5.0, 7.5)


def marshes(plan: Plan) -> str:
    """Wet ground: dashes of water, tufts of reed."""
    areas = plan.areas(Terrain.MARSH)
    ground = layers(
        "marsh",
        outline(plan.beyond([area.shape for area in areas])),
        fill(palette.MARSH),
        stroke(palette.MARSH_EDGE, 1.0, stroke_dasharray="5 2 2 2"),
    )
    pools, reeds = [np.empty((0, 2))], [np.empty((0, 2))]
    lengths = [np.empty(0)]
    for area in areas:
        wet = strew(area.shape, _POOLS, f"{area.name} pool", _POOL_MARGIN).clear_of(plan.trodden)
        pools.append(wet.places)
        lengths.append(2.0 + 4.5 * wet.chance)
        grown = strew(area.shape, _REEDS, f"{area.name} reed", _WET_MARGIN)
        reeds.append(grown.clear_of(plan.trodden).places)
    middles, half = np.vstack(pools), np.hstack(lengths)[:, None] * (1.0, 0.0)
    water = segments(middles - half, middles + half)
    return (
        ground
        + layers(
            "pools",
            water,
            stroke(palette.POOL_EDGE, 3.6, stroke_linecap="round"),
            stroke(palette.POOL, 2.8, stroke_linecap="round"),
        )
        + path(
            stamps(np.vstack(reeds), _REED),
            **stroke(palette.REED, 0.7, stroke_linecap="round"),
        )
    )


def rivers(plan: Plan) -> str:
    """Water between banks, the nearer to the bank the lighter, with ripples."""
    shape = plan.beyond([river.shape for river in plan.features.rivers])
    outside, inside = inward(shape, 3.2)
    bank = layers(
        "bank",
        outline(shape),
        stroke(palette.BANK, 6.0, stroke_linejoin="round"),
    ) + path(
        segments(outside - inside * 0.4, outside - inside * 2.8),
        **stroke(palette.HACHURE, 0.7, stroke_opacity=0.8),
    )
    shade = shape.difference(affinity.translate(shape, 2.6, 3.2))
    lining = "".join(outline(shape.buffer(-depth)) for depth in _BANKS)
    return (
        bank
        + path(outline(shape), **fill(palette.WATER))
        + path(outline(shade), **fill(palette.WATER_DARK, fill_opacity=0.75))
        + path(lining, **stroke(palette.WATER_LIGHT, 0.6, stroke_opacity=0.7))
        + path(outline(shape), **stroke(palette.WATER_EDGE, 1.2))
        + path(_ripples(plan), **stroke(palette.WATER_LIGHT, 0.8, stroke_linecap="round"))
    )


def _ripples(plan: Plan) -> str:
    found = [
        strew(river.shape, 15.0, f"{river.name} ripple", 10.0).places
        for river in plan.features.rivers
    ]
    return stamps(np.vstack([np.empty((0, 2)), *found]), _RIPPLE)


def fords(plan: Plan) -> str:
    """Shallows: gravel under the water, stones that stand out of it."""
    shallows = [ford.shape for ford in plan.features.fords]
    stones, waves = [np.empty((0, 2))], [np.empty((0, 2))]
    for shape in shallows:
        stones.append(strew(shape, _PEBBLES, "ford", 2.0).places)
        waves.append(strew(shape, 3 * _PEBBLES, "ford wave", 3.0).places)
    return (
        "".join(
            path(
                "".join(outline(shape.buffer(-depth)) for shape in shallows),
                **fill(palette.FORD, fill_opacity=0.24),
            )
            for depth in _SHALLOWER
        )
        + path(
            stamps(np.vstack(waves), _RIPPLE),
            **stroke(palette.WATER_EDGE, 0.8, stroke_opacity=0.8),
        )
        + layers(
            "pebbles",
            dots(np.vstack(stones)),
            shifted(discs(palette.WATER_EDGE, 2.8, stroke_opacity=0.6), 0.5),
            discs(palette.PEBBLE_EDGE, 2.6),
            discs(palette.PEBBLE, 2.0),
        )
    )
