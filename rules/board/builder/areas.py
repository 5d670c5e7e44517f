"""Growth, water and other ground: one outline for each connected group of hexes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shapely.geometry.base import BaseGeometry

from rules.board.builder.cliffs import cliffs, wedge
from rules.board.builder.crowns import lobed
from rules.board.builder.pieces import connected
from rules.board.builder.shapes import playing_area, polygons, snapped, united
from rules.board.builder.soft import Ground, Style
from rules.board.features import Area, Shape
from rules.board.geometry import Cell
from rules.board.layout import Layout
from rules.board.noise import between
from rules.board.terrain import Terrain

STYLES: Mapping[Terrain, Style] = MappingProxyType(
    {
        Terrain.WOODS: Style(blur=11, rough=4, wave=30, height=0.64),
        Terrain.ORCHARD: Style(blur=8, rough=1, wave=30),
        Terrain.VINEYARD: Style(blur=8, rough=0.5, wave=40),
        Terrain.GRAIN: Style(blur=10, rough=1, wave=40),
        Terrain.BRUSH: Style(blur=12, rough=4.5, wave=24),
        Terrain.MARSH: Style(blur=13, rough=5, wave=27),
        Terrain.CRAG: Style(blur=10, rough=3, wave=15),
        Terrain.GRAVEYARD: Style(blur=6, rough=0.5, wave=40, height=0.6),
        Terrain.RICE_PADDY: Style(blur=8, rough=0.5, wave=40),
        Terrain.HUTS: Style(blur=12, rough=2.5, wave=27),
        Terrain.SHELLHOLES: Style(blur=12, rough=3.5, wave=24),
        Terrain.WOODEN_RUBBLE: Style(blur=9, rough=4, wave=12, height=0.6),
        Terrain.STONE_RUBBLE: Style(blur=9, rough=4, wave=12, height=0.6),
    }
)
"""How each kind runs, in the order in which one keeps its ground against the next."""

_RIVER = Style(blur=13, rough=3, wave=36, height=0.5)
_ROWS = {Terrain.GRAIN, Terrain.VINEYARD, Terrain.ORCHARD, Terrain.RICE_PADDY}
_LANED = {Terrain.WOODS, Terrain.BRUSH, Terrain.GRAIN}
_CRUMB = 60.0


@dataclass(frozen=True, slots=True)
class Cuts:
    """What is taken out of areas: `lanes` of roads out of woods, brush and grain (B13.31), `solid`
    (buildings, rivers) out of everything."""

    lanes: BaseGeometry
    solid: BaseGeometry


def areas(layout: Layout, ground: Ground, cuts: Cuts) -> tuple[Area, ...]:
    """Every area of the board but its rivers, kind by kind. No two lie over each other."""
    found: list[Area] = []
    for kind, style in STYLES.items():
        for name, cells in _groups(layout, kind):
            plain = ground.shape(cells, style)
            whole = lobed(plain, name) if kind is Terrain.WOODS else plain
            shape = whole.intersection(playing_area(layout.grid)).difference(cuts.solid)
            if kind in _LANED:
                shape = shape.difference(cuts.lanes)
            near = [one.shape for one in found if one.shape.intersects(shape)]
            shape = snapped(_without_crumbs(shape.difference(united(near)) if near else shape))
            angle = round(between(f"{name} rows", 0, 180)) if kind in _ROWS else 0
            found.append(Area(kind, shape, cells, name, float(angle)))
    return tuple(found)


def rivers(layout: Layout, ground: Ground) -> tuple[Area, ...]:
    """The areas of WATER (B21)."""
    edge = playing_area(layout.grid)
    found = []
    for name, cells in _groups(layout, Terrain.WATER):
        high, low = _rocks(layout, cells)
        shape = ground.shape(cells, _RIVER).union(low).difference(high).intersection(edge)
        found.append(Area(Terrain.WATER, snapped(shape), cells, name))
    return tuple(found)


def _rocks(layout: Layout, river: tuple[Cell, ...]) -> tuple[Shape, Shape]:
    """What lies above and below the cliffs that stand in a river: the bank runs along a cliff."""
    pairs = [pair for pair in cliffs(layout) if pair[1][0] in river]
    dry = (high for high, _ in pairs if high[0] not in river)
    return united(map(wedge, dry)), united(wedge(low) for _, low in pairs)


def _groups(layout: Layout, kind: Terrain) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    cells = (cell for cell, terrain in layout.terrain.items() if terrain is kind)
    for group in connected(cells):
        yield f"{layout.id}:{layout.grid.name(group[0])} {kind.value}", group


def _without_crumbs(shape: BaseGeometry) -> Shape:
    """The same without the little corners that a cut leaves."""
    return united(part for part in polygons(shape) if part.area > _CRUMB)
