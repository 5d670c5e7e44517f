"""What a board lies on: the shapes its picture is drawn from, and the cells its LOS is judged by.

Made when first asked for, as neither is needed to know what a hex is.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol

from rules.board.features import Features
from rules.board.geometry import Cell
from rules.board.grid.engine import GridBoard
from rules.board.grid.losdata import LosData
from rules.board.grid.metadata import BoardMetadata
from rules.board.grid.options import Reading
from rules.board.grid.terrain import TerrainTable
from rules.board.layout import Layout
from rules.board.lying import in_place
from rules.board.mesh import Mesh
from rules.board.prints import Print
from rules.board.rubble import Heap
from rules.board.sighting import Sighting

Slopes = Mapping[str, frozenset[int]]
"""The hexsides 0-5 that slope, by the names that a grid has for its hexes."""

_NONE: Slopes = MappingProxyType({})


class Ground(Protocol):
    """What is under the hexes of a board or map. `table` says what the codes of its cells mean."""

    @property
    def layout(self) -> Layout:
        """What the hexes are."""

    @property
    def mesh(self) -> Mesh:
        """How its hexes lie on its cells; a cell is one picture unit."""

    @property
    def table(self) -> TerrainTable:
        """The terrain types of its cells."""

    @property
    def reading(self) -> Reading:
        """By which reading of the rules its LOS is judged."""

    @property
    def features(self) -> Features:
        """The shapes of its picture."""

    @property
    def prints(self) -> tuple[Print, ...]:
        """The printed boards of its picture, each laid over those before and over the shapes."""

    @property
    def printed(self) -> bool:
        """Whether the printed boards are the whole picture, and shapes are not needed."""

    @property
    def sloped(self) -> bool:
        """Whether its grid has hexsides that slope."""

    @property
    def cells(self) -> LosData:
        """Its cells."""

    @property
    def grid(self) -> GridBoard:
        """What answers for LOS."""

    def sighting(self, start: Cell, end: Cell) -> Sighting:
        """What judges the LOS between two hexes."""

    def prepare(self) -> None:
        """Make all that LOS will be judged by, which takes up to a second."""

    def changed(self, layout: Layout) -> "Ground":
        """The ground of the same board with its layout changed by SSR. ValueError if it cannot be
        changed so."""

    def rubbled(self, lies: Mapping[Cell, Heap]) -> "Ground":
        """B24.1: the ground of the same board with rubble that has come to these hexes in play."""

    def memory(self) -> int:
        """Bytes of its grid, 0 before LOS was first asked for."""


class GridGround(ABC):
    """A ground whose grid is made of its cells when first asked for."""

    mesh: Mesh
    table: TerrainTable
    reading: Reading
    sloped = False

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    @property
    @abstractmethod
    def cells(self) -> LosData:
        """Its cells."""

    @cached_property
    def grid(self) -> GridBoard:
        """What answers for LOS."""
        return self.grid_of(self.cells)

    def grid_of(self, cells: LosData, slopes: Slopes = _NONE) -> GridBoard:
        """A grid of these cells, read as those of this ground are."""
        mesh = self.mesh
        metadata = BoardMetadata(
            columns=cells.columns,
            rows=cells.rows,
            hex_width=mesh.width,
            hex_height=mesh.height,
            a1_x=0.0,
            a1_y=mesh.height / 2,
            slopes=slopes,
        )
        return GridBoard(cells, metadata, self.table, self.reading)

    @cached_property
    def whole(self) -> Sighting:
        """The grid, lying as it is."""
        return Sighting(self.grid, in_place(self.layout.grid), self.mesh)

    def sighting(self, start: Cell, end: Cell) -> Sighting:
        """What judges the LOS between two hexes."""
        return self.whole

    def prepare(self) -> None:
        """Make the grid."""
        _ = self.whole

    def __getstate__(self) -> dict[str, Any]:
        """All but the shapes, which are for the picture and large."""
        return {name: value for name, value in vars(self).items() if name != "features"}

    def memory(self) -> int:
        """Bytes of the grid, 0 before LOS was first asked for."""
        return self.grid.memory() if "grid" in vars(self) else 0
