"""What stands on hexsides, and what leads over water."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType

from rules.board.geometry import Cell, step
from rules.board.layout import Hexside, Layout, hexside
from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.editing.ground import without_barriers


def walled(layout: Layout, sides: Iterable[Hexside], kind: HexsideTerrain | None) -> Layout:
    """Hexsides get a wall, hedge, cliff or rowhouse wall in place of what stood there, or nothing
    for None. If all have that already they lose it. ValueError for the edge of the board."""
    keys = dict.fromkeys(hexside(cell, side) for cell, side in sides)
    for cell, side in keys:
        if not (layout.grid.has(cell) and layout.grid.has(step(cell, side))):
            raise ValueError("is the edge of the board")
    bare = without_barriers(layout, set(keys))
    if kind is None or all(layout.hexsides.get(key) is kind for key in keys):
        return bare
    return replace(bare, hexsides=MappingProxyType({**bare.hexsides, **dict.fromkeys(keys, kind)}))


def ford_turned(layout: Layout, cells: Sequence[Cell]) -> Layout:
    """River hexes get a ford in place of their bridge; if all have one they lose it.

    ValueError for a hex without water.
    """
    for cell in cells:
        if layout.terrain_of(cell) is not Terrain.WATER:
            raise ValueError(f"{layout.grid.name(cell)}: is not a river hex")
    own = frozenset(cells)
    if own <= layout.fords:
        return replace(layout, fords=layout.fords - own)
    bridges = {cell: kind for cell, kind in layout.bridges.items() if cell not in own}
    return replace(layout, fords=layout.fords | own, bridges=MappingProxyType(bridges))


def bridge_turned(layout: Layout, cell: Cell, material: Terrain) -> Layout:
    """A hex gets a bridge of a material; one of that material goes."""
    bridges = {own: kind for own, kind in layout.bridges.items() if own != cell}
    if layout.bridges.get(cell) is not material:
        bridges[cell] = material
    return replace(
        layout,
        bridges=MappingProxyType(bridges),
        fords=layout.fords - {cell},
        foot_bridges=layout.foot_bridges - {cell},
    )
