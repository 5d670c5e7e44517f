"""The cells of boards put together as they lie on a map.

A board's cells fill its part in play. On the line where two boards join both have cells; those of
a hex are the ones of its source (`merging.py`), so that its centre is what the hex is. Where no hex
is in play lies Open Ground, as low as the lowest ground of the map.
"""

import numpy as np
import numpy.typing as npt

from rules.board.geometry import Cell
from rules.board.grid.geometry import geometry_of
from rules.board.grid.losdata import LosData
from rules.board.grid.terrain import HEXSIDE, TerrainTable
from rules.board.lying import Lie
from rules.board.mesh import Mesh
from rules.mapmaking.merging import Merged

_HexAt = npt.NDArray[np.int16]
_Mask = npt.NDArray[np.bool_]


def composed(
    merged: Merged,
    lie: tuple[Lie, ...],
    cells: tuple[LosData, ...],
    table: TerrainTable,
    mesh: Mesh,
) -> LosData:
    """The cells of the map."""
    grid = merged.layout.grid
    shape = mesh.shape(grid.columns, grid.rows)
    hex_at = geometry_of(shape, even=True).hex_at
    size = shape.width, shape.height
    terrain = np.full(size, table.named("Open Ground").code, np.uint8)
    elevation = np.full(size, min(int(one.elevation.min()) for one in cells), np.int8)
    parts = [_Part(one, data, mesh, merged) for one, data in zip(lie, cells, strict=True)]
    for core in (False, True):
        for part in reversed(parts):
            part.put(terrain, elevation, part.in_play(hex_at, core=core), core=core)
    index = {cell: number for number, cell in enumerate(grid.cells())}
    for cell in sorted(merged.seams):
        part = parts[merged.sources[cell]]
        part.put(terrain, elevation, part.of_hex(hex_at, index[cell]), core=True)
    return LosData(grid.columns, grid.rows, elevation, terrain, _stairways(merged, lie, cells))


def in_play(data: LosData, lie: Lie, part: Lie, table: TerrainTable, mesh: Mesh) -> LosData:
    """The cells of one board, upright and cut down to a part (`Lie.cut_down`), with Open Ground
    where it is out of play.

    On a hexside between a hex in play and one that is not, there is what the former has there by
    itself: hexside terrain, and ground as high as its centre.
    """
    grid = part.grid
    shape = mesh.shape(grid.columns, grid.rows)
    left, r = lie.back(part.cell((0, 0)))
    x, y = round(left * mesh.width), round(lie.grid.row((left, r)) * mesh.height)
    here = np.s_[x : x + shape.width, y : y + shape.height]
    terrain, elevation = data.terrain[here], data.elevation[here]
    geometry = geometry_of(shape, even=True)
    has = np.array([part.crop.has(grid, cell) for cell in grid.cells()] + [True], np.bool_)
    hex_at = geometry.hex_at
    above = np.concatenate([hex_at[:, :1], hex_at[:, :-1]], axis=1)
    edge = has[hex_at] != has[above]
    stays = np.where(edge, table.has(HEXSIDE)[terrain], has[hex_at])
    base = elevation[geometry.centre[:, 0], geometry.centre[:, 1]]
    ground = np.where(has[hex_at], elevation, data.elevation.min())
    marked = _marked(lie, data)
    return LosData(
        grid.columns,
        grid.rows,
        np.where(edge, base[np.where(has[hex_at], hex_at, above)], ground),
        np.where(stays, terrain, table.named("Open Ground").code).astype(np.uint8),
        np.array([part.cell(cell) in marked for cell in grid.cells()], np.bool_) & has[:-1],
    )


class _Part:
    """The cells of one board, turned as it lies, and where on the map they go."""

    def __init__(self, lie: Lie, data: LosData, mesh: Mesh, merged: Merged) -> None:
        turn = np.s_[::-1, ::-1] if lie.turned else np.s_[:, :]
        self.terrain, self.elevation = data.terrain[turn], data.elevation[turn]
        self._mesh = mesh
        self._left, self._top = round(lie.column * mesh.width), round(lie.row * mesh.height)
        self._core = lie.core()
        grid = merged.layout.grid
        whole = lie.core() == lie.reach()
        self._has: _Mask = np.array([lie.has(cell) for cell in grid.cells()] + [whole], np.bool_)
        self._size = (
            round((grid.columns - 1) * mesh.width) + mesh.edge,
            round(grid.rows * mesh.height) + mesh.edge,
        )

    def in_play(self, hex_at: _HexAt, *, core: bool) -> _Mask:
        """Which cells of a part of the map are of hexes that the board has in play.

        Those of no hex, at the lower edge, come with a whole board; a hex of NO_HEX is the last.
        """
        return np.asarray(self._has[hex_at[self._box(core=core)]], np.bool_)

    def of_hex(self, hex_at: _HexAt, hex: int) -> _Mask:
        """Which cells of the board's core are of one hex."""
        return np.asarray(hex_at[self._box(core=True)] == hex, np.bool_)

    def put(
        self,
        terrain: npt.NDArray[np.uint8],
        elevation: npt.NDArray[np.int8],
        mask: _Mask,
        *,
        core: bool,
    ) -> None:
        """Copy the board's cells where the mask says so."""
        box = self._box(core=core)
        own = (
            slice(box[0].start - self._left, box[0].stop - self._left),
            slice(box[1].start - self._top, box[1].stop - self._top),
        )
        np.copyto(terrain[box], self.terrain[own], where=mask)
        np.copyto(elevation[box], self.elevation[own], where=mask)

    def _box(self, *, core: bool) -> tuple[slice, slice]:
        """The cells of the map that lie on the board, or in its core."""
        mesh, (width, height) = self._mesh, self.terrain.shape
        left, top, right, bottom = (
            self._left,
            self._top,
            self._left + width,
            self._top + height,
        )
        if core:
            x0, y0, x1, y1 = self._core
            left, top = max(left, round(x0 * mesh.width)), max(top, round(y0 * mesh.height))
            right = min(right, round(x1 * mesh.width) + mesh.edge)
            bottom = min(bottom, round(y1 * mesh.height) + mesh.edge)
        return (
            slice(max(left, 0), min(right, self._size[0])),
            slice(max(top, 0), min(bottom, self._size[1])),
        )


def _stairways(merged: Merged, lie: tuple[Lie, ...], cells: tuple[LosData, ...]) -> _Mask:
    """The hexes with a stairway, each as its source has it."""
    marked = [_marked(one, data) for one, data in zip(lie, cells, strict=True)]
    sources = merged.sources
    return np.array(
        [cell in sources and cell in marked[sources[cell]] for cell in merged.layout.grid.cells()],
        np.bool_,
    )


def _marked(lie: Lie, data: LosData) -> frozenset[Cell]:
    here = zip(lie.grid.cells(), data.stairways, strict=True)
    return frozenset(lie.cell(cell) for cell, marked in here if marked)
