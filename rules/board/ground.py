"""What a board lies on: the shapes its picture is drawn from, and the cells its LOS is judged by.

Made when first asked for, as neither is needed to know what a hex is.
"""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Protocol

from rules.board.builder.build import build
from rules.board.builder.built import cached_cells, losdata_of
from rules.board.composing import Mesh, composed
from rules.board.features import Features
from rules.board.geometry import COLUMN_WIDTH, HEX_HEIGHT
from rules.board.grid.engine import GridBoard
from rules.board.grid.losdata import LosData
from rules.board.grid.metadata import BoardMetadata
from rules.board.grid.options import Reading
from rules.board.grid.standard import STANDARD
from rules.board.grid.terrain import TerrainTable
from rules.board.joining import joined_features
from rules.board.layout import Layout
from rules.board.merging import Merged
from rules.board.placing import Lie

OWN_MESH = Mesh(COLUMN_WIDTH, HEX_HEIGHT, edge=1)


class Ground(Protocol):
    """What is under the hexes of a board or map. `table` says what the codes of its cells mean."""

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
    def cells(self) -> LosData:
        """Its cells."""

    @property
    def grid(self) -> GridBoard:
        """What answers for LOS."""

    def changed(self, layout: Layout) -> "Ground":
        """The ground of the same board with its layout changed by SSR. ValueError if it cannot be
        changed so."""

    def memory(self) -> int:
        """Bytes of its grid, 0 before LOS was first asked for."""


class _LazyGround(ABC):
    """A ground whose grid is made of its cells when first asked for."""

    mesh: Mesh
    table: TerrainTable
    reading: Reading

    @property
    @abstractmethod
    def cells(self) -> LosData:
        """Its cells."""

    @cached_property
    def grid(self) -> GridBoard:
        """What answers for LOS."""
        cells, mesh = self.cells, self.mesh
        metadata = BoardMetadata(
            columns=cells.columns,
            rows=cells.rows,
            hex_width=mesh.width,
            hex_height=mesh.height,
            a1_x=0.0,
            a1_y=mesh.height / 2,
        )
        return GridBoard(cells, metadata, self.table, self.reading)

    def memory(self) -> int:
        """Bytes of the grid, 0 before LOS was first asked for."""
        return self.grid.memory() if "grid" in vars(self) else 0


class BuiltGround(_LazyGround):
    """The ground of a board of ours, built from its layout for a month 1-12."""

    mesh = OWN_MESH
    table = STANDARD
    reading = Reading.RULEBOOK

    def __init__(self, layout: Layout, month: int, *, kept: bool = False) -> None:
        """`kept` boards have their cells on disk, once they were built."""
        self._layout = layout
        self._month = month
        self._kept = kept

    @cached_property
    def features(self) -> Features:
        """The shapes the builder makes of the layout."""
        return build(self._layout)

    @property
    def cells(self) -> LosData:
        """The shapes in cells."""
        if self._kept:
            return cached_cells(self._layout, self._month)
        return losdata_of(self._layout, self.features, self._month)

    def changed(self, layout: Layout) -> "BuiltGround":
        """The ground of another layout, in the same month."""
        return BuiltGround(layout, self._month, kept=self._kept)


class JoinedGround(_LazyGround):
    """The ground of several boards as they lie on a map, all of one mesh, table and reading."""

    def __init__(self, grounds: tuple[Ground, ...], lie: tuple[Lie, ...], merged: Merged) -> None:
        self._grounds = grounds
        self._lie = lie
        self._merged = merged
        self.mesh = grounds[0].mesh
        self.table = grounds[0].table
        self.reading = grounds[0].reading

    @cached_property
    def features(self) -> Features:
        """The shapes of all boards, turned, moved and cut as they lie."""
        return joined_features(
            tuple(ground.features for ground in self._grounds), self._lie, self._merged.layout
        )

    @property
    def cells(self) -> LosData:
        """The cells of all boards put together."""
        cells = tuple(ground.cells for ground in self._grounds)
        return composed(self._merged, self._lie, cells, self.table, self.mesh)

    def changed(self, layout: Layout) -> Ground:
        """Boards are changed before they are put together. Raises ValueError."""
        raise ValueError(f"the map {layout.id} cannot be changed as a whole")
