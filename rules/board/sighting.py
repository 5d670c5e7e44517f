"""A grid that judges LOS, asked by the cells of the map it lies on."""

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

from rules.board.geometry import Cell, step
from rules.board.grid.engine import GridBoard
from rules.board.grid.hexes import Kind, Spot
from rules.board.lying import Lie
from rules.board.mesh import Mesh


class Sighting:
    """One grid board and how it lies."""

    def __init__(self, board: GridBoard, lie: Lie, mesh: Mesh) -> None:
        self.board = board
        self._lie = lie
        self._mesh = mesh

    def spot(self, cell: Cell, level: int, kinds: Collection[Kind]) -> Spot:
        """The grid's Location in a hex at an absolute level.

        A grid that is not ours may have it at another one, as below some bridges. Then it is taken
        to be where it belongs.
        """
        spots = [spot for spot in self.board.spots[self._index[cell]] if spot.kind in kinds]
        if not spots:
            spots = [spot for spot in self.board.spots[self._index[cell]] if spot.central]
        nearest = min(spots, key=lambda spot: abs(spot.elevation - level))
        return nearest if nearest.elevation == level else replace(nearest, elevation=level)

    def index(self, cell: Cell) -> int | None:
        """The grid's hex at a cell of the map; None where the grid has none."""
        return self._index.get(cell)

    def turn(self, side: int) -> int:
        """The number that the grid has for a hexside or vertex of the map."""
        return self._lie.side(side)

    def cell(self, name: str) -> Cell:
        """The cell of a hex that the grid calls so.

        A line along a cut may meet something in the hex below it. That is in the one above.
        """
        return self._cells[name]

    def place(self, pixel: tuple[int, int]) -> tuple[float, float]:
        """Where a pixel lies on the map, in picture units."""
        lie, (x, y) = self._lie, pixel
        left, top = lie.column * self._mesh.width, lie.row * self._mesh.height
        if not lie.turned:
            return left + x, top + y
        width = (lie.grid.columns - 1) * self._mesh.width
        return left + width - x, top + lie.grid.rows * self._mesh.height - y

    @cached_property
    def _index(self) -> dict[Cell, int]:
        return {self._lie.cell(cell): index for index, cell in enumerate(self._lie.grid.cells())}

    @cached_property
    def _cells(self) -> dict[str, Cell]:
        cells = map(self._lie.cell, map(self._met, self._lie.grid.cells()))
        return dict(zip(self.board.names.all, cells, strict=True))

    def _met(self, cell: Cell) -> Cell:
        """The hex in play that is met where the grid names a hex."""
        grid, crop, above = self._lie.grid, self._lie.crop, step(cell, 0)
        below = not crop.has(grid, cell) and crop.has(grid, above)
        return above if below else cell
