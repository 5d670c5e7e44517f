"""Growth and other ground: one outline for each connected group of hexes."""

from collections.abc import Iterator

from shapely.geometry.base import BaseGeometry

from rules.board.builder.pieces import connected
from rules.board.builder.shapes import as_shape, hexagon, playing_area, snapped, united
from rules.board.features import Area
from rules.board.layout import Layout
from rules.board.noise import between
from rules.board.terrain import Terrain

KINDS = (
    Terrain.WOODS,
    Terrain.ORCHARD,
    Terrain.VINEYARD,
    Terrain.GRAIN,
    Terrain.BRUSH,
    Terrain.MARSH,
    Terrain.CRAG,
    Terrain.GRAVEYARD,
    Terrain.RICE_PADDY,
    Terrain.HUTS,
    Terrain.SHELLHOLES,
    Terrain.WOODEN_RUBBLE,
    Terrain.STONE_RUBBLE,
)
_LANED = {Terrain.WOODS, Terrain.BRUSH, Terrain.GRAIN}


def areas(layout: Layout, lanes: BaseGeometry, solid: BaseGeometry) -> tuple[Area, ...]:
    """Every area of the board, kind by kind.

    `lanes` are cut out of woods, brush and grain (B13.31), `solid` (buildings and rivers) out of
    everything.
    """
    return tuple(_areas(layout, lanes, solid))


def _areas(layout: Layout, lanes: BaseGeometry, solid: BaseGeometry) -> Iterator[Area]:
    for kind in KINDS:
        for shape, area in pieces(layout, kind):
            cut = shape.difference(solid)
            if kind in _LANED:
                cut = cut.difference(lanes)
            yield Area(kind, snapped(cut), area.cells, area.name, area.angle)


def pieces(layout: Layout, kind: Terrain) -> Iterator[tuple[BaseGeometry, Area]]:
    """The areas of one kind of terrain, before anything is cut out of them."""
    edge = playing_area(layout.grid)
    cells = (cell for cell, terrain in layout.terrain.items() if terrain is kind)
    for group in connected(cells):
        name = f"{layout.id}:{layout.grid.name(group[0])} {kind.value}"
        whole = united(hexagon(cell) for cell in group)
        shape = as_shape(whole.buffer(-2).buffer(-8).buffer(8).intersection(edge))
        yield shape, Area(kind, shape, group, name, round(between(name, 0, 180)))
