"""The picture of a board, made from its features alone: the same board gives the same picture.

Its units are those of `Board.centre`. The layers lie on each other as on a printed map, and their
outlines are those that LOS uses.
"""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from rules.board.features import Features
from rules.board.geometry import Cell, centre, corners
from rules.mapmaking.drawing import (
    barriers,
    buildings,
    courses,
    fields,
    ground,
    growth,
    marks,
    relief,
    rough,
    ways,
    wet,
)
from rules.mapmaking.drawing.plan import HexLabel, Plan, Season
from rules.mapmaking.drawing.svg import element
from rules.mapmaking.prints import prints_svg

if TYPE_CHECKING:
    from rules.board.board import Board
    from rules.board.locations import HexId

__all__ = ["LAYERS", "HexLabel", "Season", "board_svg", "features_svg"]

_SOFT = element(
    "filter",
    element("feGaussianBlur", stdDeviation=1.3),
    id="bd-soft",
    color_interpolation_filters="sRGB",
)
LAYERS = (
    ground.paper,
    ground.patches,
    relief.relief,
    ground.tufts,
    rough.shellholes,
    growth.brush,
    fields.grain,
    fields.vineyards,
    fields.paddies,
    growth.orchard_floor,
    wet.marshes,
    rough.crags,
    rough.graveyards,
    rough.huts,
    rough.rubble,
    relief.over_ground,
    wet.rivers,
    courses.courses,
    wet.fords,
    ways.roads,
    courses.dips,
    ways.bridges,
    growth.orchard_trees,
    growth.woods,
    relief.over_woods,
    ways.paths,
    barriers.barriers,
    buildings.buildings,
    barriers.rowhouse_walls,
    marks.surroundings,
    marks.marks,
)
"""What draws the picture, from the bottom up."""
_OVER_PRINTS = 2
"""How many of the last layers lie over printed boards too: what is no hex in play, and marks."""


def board_svg(board: "Board") -> str:
    """The board, or map, as an SVG document. A standard board has the viewBox 0 0 1824 660.

    Boards whose hexes have other measures are drawn in ours and stretched to their size.
    """
    labels = tuple(_label(board, cell, hex) for cell, hex in board.names.ids.items())
    season = Season(grain=board.grain_in_season, orchards=board.orchard_in_season)
    prints = board.ground.prints
    features = Features(board.grid.size()) if board.ground.printed else board.features
    plan = Plan(features, labels, season)
    if board.ground.printed:
        over = marks.surroundings(plan) + marks.grid(labels)
        drawn = ground.paper(plan) + prints_svg(prints) + over
    elif prints:
        under = "".join(layer(plan) for layer in LAYERS[:-_OVER_PRINTS])
        over = "".join(layer(plan) for layer in LAYERS[-_OVER_PRINTS:])
        drawn = under + prints_svg(prints) + over
    else:
        drawn = "".join(layer(plan) for layer in LAYERS)
    return _document(plan, drawn, board.title, board.size)


def features_svg(
    features: Features, labels: Iterable[HexLabel], *, title: str, season: Season | None = None
) -> str:
    """Features as an SVG document, with the grid and names of the hexes that are labelled.

    Fields stand and orchards are in leaf unless the season says otherwise.
    """
    plan = Plan(features, tuple(labels), season or Season())
    return _document(plan, "".join(layer(plan) for layer in LAYERS), title, features.size)


def _document(plan: Plan, drawn: str, title: str, size: tuple[float, float]) -> str:
    box = " ".join(f"{length:g}" for length in plan.features.size)
    width, height = (f"{length:g}" for length in size)
    stretched = "" if size == plan.features.size else ' preserveAspectRatio="none"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" '
        f'width="{width}" height="{height}"{stretched}>'
        f"{element('title', escape(title))}{element('defs', _SOFT + ground.defs())}{drawn}</svg>\n"
    )


def _label(board: "Board", cell: Cell, hex: "HexId") -> HexLabel:
    around = tuple(corners(cell))
    levels = board.upper_levels(hex)
    return HexLabel(
        name=board.name(hex),
        key=hex,
        centre=centre(cell),
        corners=(*around[3:], *around[:3]) if board.turned(hex) else around,
        upper_levels=levels,
        stairwell=board.stairwell(hex) and levels > 1,
    )
