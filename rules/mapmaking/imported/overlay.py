"""What is laid over the picture of an imported board where an SSR has changed it.

Those hexes are drawn as on our own boards, with their names; the rest of the picture shows.
"""

from dataclasses import replace
from typing import Final

from shapely.geometry import Polygon
from shapely.ops import unary_union

from rules.board.features import Features
from rules.board.geometry import Cell, centre, corners
from rules.board.layout import Layout
from rules.board.prints import Print
from rules.mapmaking.drawing.plan import HexLabel, Season
from rules.mapmaking.drawing.svg import element, outline
from rules.mapmaking.picture import features_svg

_CLIP: Final = "bd-changed"


def overlay(layout: Layout, features: Features, cells: frozenset[Cell], season: Season) -> Print:
    """The hexes `cells` of a board, drawn from its features, as a picture of the whole board."""
    size = layout.grid.size()
    ground = unary_union([Polygon(corners(cell)) for cell in sorted(cells)])
    within = replace(
        features,
        areas=tuple(one for one in features.areas if one.shape.intersects(ground)),
        ways=tuple(one for one in features.ways if one.shape.intersects(ground)),
        houses=tuple(one for one in features.houses if one.shape.intersects(ground)),
        barriers=tuple(one for one in features.barriers if one.shape.intersects(ground)),
    )
    drawn = features_svg(within, _labels(layout, cells), title=layout.title, season=season)
    box = (0.0, 0.0, *size)
    return Print(_clipped(drawn, outline(ground), size).encode(), "svg+xml", box=box, shown=box)


def _labels(layout: Layout, cells: frozenset[Cell]) -> tuple[HexLabel, ...]:
    """Names and marks of the hexes drawn."""
    houses = {cell: one for one in layout.buildings for cell in one.cells}
    found = []
    for cell in sorted(cells):
        name, house = layout.grid.name(cell), houses.get(cell)
        levels = house.upper_levels if house else 0
        stairs = house is not None and levels > 1 and cell in house.stairwells
        around = tuple(corners(cell))
        found.append(HexLabel(name, f"{layout.id}:{name}", centre(cell), around, levels, stairs))
    return tuple(found)


def _clipped(drawn: str, ground: str, size: tuple[float, float]) -> str:
    """A picture of which only some ground shows."""
    width, height = size
    clip = element("clipPath", element("path", d=ground), id=_CLIP)
    inside = element("g", drawn, clip_path=f"url(#{_CLIP})")
    head = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{element("defs", clip)}{inside}</svg>'
