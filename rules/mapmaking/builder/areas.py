"""Growth, water and other ground: one outline for each connected group of hexes."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from shapely.geometry.base import BaseGeometry

from rules.board.features import Area, Shape
from rules.board.geometry import SIDES, Cell, Grid, step
from rules.board.layout import Layout
from rules.board.terrain import Terrain
from rules.mapmaking.builder.cliffs import cliffs, wedge
from rules.mapmaking.builder.crowns import lobed
from rules.mapmaking.builder.pieces import connected
from rules.mapmaking.builder.shapes import hexagon, playing_area, polygons, snapped, united
from rules.mapmaking.builder.soft import Ground, Style
from rules.mapmaking.noise import between

STYLES: Mapping[Terrain, Style] = MappingProxyType(
    {
        Terrain.WOODS: Style(blur=11, rough=3, wave=30, height=0.76),
        Terrain.ORCHARD: Style(blur=8, rough=1, wave=30, height=0.6),
        Terrain.VINEYARD: Style(blur=8, rough=0.5, wave=40, height=0.58),
        Terrain.GRAIN: Style(blur=9, rough=1, wave=40, height=0.58),
        Terrain.BRUSH: Style(blur=12, rough=4, wave=24, height=0.63),
        Terrain.MARSH: Style(blur=13, rough=4.5, wave=27, height=0.63),
        Terrain.CRAG: Style(blur=10, rough=3, wave=15, height=0.62),
        Terrain.GRAVEYARD: Style(blur=6, rough=0.5, wave=40, height=0.6),
        Terrain.RICE_PADDY: Style(blur=8, rough=0.5, wave=40, height=0.58),
        Terrain.HUTS: Style(blur=12, rough=2.5, wave=27, height=0.6),
        Terrain.SHELLHOLES: Style(blur=12, rough=3.5, wave=24, height=0.62),
        Terrain.WOODEN_RUBBLE: Style(blur=9, rough=4, wave=12, height=0.6),
        Terrain.STONE_RUBBLE: Style(blur=9, rough=4, wave=12, height=0.6),
    }
)
"""How each kind runs, in the order of the areas of a board."""

_RIVER = Style(blur=13, rough=3, wave=36, keeps=False)
_ROWS = {Terrain.GRAIN, Terrain.VINEYARD, Terrain.ORCHARD, Terrain.RICE_PADDY}
_LANED = {Terrain.WOODS, Terrain.BRUSH, Terrain.GRAIN}
_CRUMB = 60.0
_TRUNKS = 5.5
"""How far within their hexes woods stand under the crowns at their edge."""
_CLEAR = 1.0
"""How far growth stays off the hexsides of its hexes: no point of a neighbour's is then in it."""


def areas(
    layout: Layout, ground: Ground, water: BaseGeometry, lanes: BaseGeometry
) -> tuple[Area, ...]:
    """Every area of the board but its rivers, kind by kind, none beyond its own hexes.

    So a LOS along a hexside has growth on both sides only where both hexes have it (A6.2). `water`
    is cut out of all, `lanes` out of woods, brush and grain (B13.31).
    """
    both = water.union(lanes)
    return tuple(
        _area(layout, ground, kind, cells, both if kind in _LANED else water)
        for kind in STYLES
        for cells in _groups(layout, kind)
    )


def _area(
    layout: Layout, ground: Ground, kind: Terrain, cells: tuple[Cell, ...], cut: BaseGeometry
) -> Area:
    name = _name(layout, kind, cells)
    whole: BaseGeometry = ground.shape(cells, STYLES[kind])
    if kind is Terrain.WOODS:
        whole = lobed(whole.intersection(_home(layout.grid, cells, _TRUNKS)), name)
    shape = whole.intersection(_home(layout.grid, cells, _CLEAR)).difference(cut)
    angle = round(between(f"{name} rows", 0, 180)) if kind in _ROWS else 0
    return Area(kind, snapped(_without_crumbs(shape)), cells, name, float(angle))


def _home(grid: Grid, cells: tuple[Cell, ...], far: float) -> BaseGeometry:
    """The ground of some hexes, so far from their outer hexsides, but up to the board's edge."""
    beside = {step(cell, side) for cell in cells for side in SIDES}
    hexes = [*cells, *(cell for cell in beside if not grid.has(cell))]
    ground = united(map(hexagon, sorted(hexes))).buffer(-far, join_style="mitre")
    return ground.intersection(playing_area(grid))


def rivers(layout: Layout, ground: Ground) -> tuple[Area, ...]:
    """The areas of WATER (B21); in the angles between their hexes banks may lie beyond them."""
    edge = playing_area(layout.grid)
    found = []
    wet = (cell for cell, terrain in layout.terrain.items() if terrain.is_river)
    for cells in connected(wet):
        high, low = _rocks(layout, cells)
        shape = ground.shape(cells, _RIVER).union(low).difference(high).intersection(edge)
        name = _name(layout, Terrain.WATER, cells)
        found.append(Area(Terrain.WATER, snapped(shape), cells, name))
    return tuple(found)


def _rocks(layout: Layout, river: tuple[Cell, ...]) -> tuple[Shape, Shape]:
    """What lies above and below the cliffs that stand in a river: the bank runs along a cliff."""
    pairs = [pair for pair in cliffs(layout) if pair[1][0] in river]
    dry = (high for high, _ in pairs if high[0] not in river)
    return united(map(wedge, dry)), united(wedge(low) for _, low in pairs)


def _groups(layout: Layout, kind: Terrain) -> Iterator[tuple[Cell, ...]]:
    return connected(cell for cell, terrain in layout.terrain.items() if terrain is kind)


def _name(layout: Layout, kind: Terrain, cells: tuple[Cell, ...]) -> str:
    return f"{layout.id}:{layout.grid.name(cells[0])} {kind.value}"


def _without_crumbs(shape: BaseGeometry) -> Shape:
    """The same without the little corners that a cut leaves."""
    return united(part for part in polygons(shape) if part.area > _CRUMB)
