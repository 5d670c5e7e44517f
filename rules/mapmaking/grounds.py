"""The grounds of boards of ours and of maps: made of their layouts, or of their boards'."""

from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np

from rules.board.features import Features
from rules.board.geometry import Cell, Grid, lattice, step
from rules.board.grid.engine import GridBoard
from rules.board.grid.ground import SIDE_SLOPES
from rules.board.grid.losdata import LosData
from rules.board.grid.options import Reading
from rules.board.grid.standard import STANDARD
from rules.board.ground import GridGround, Ground, Slopes
from rules.board.layout import Layout
from rules.board.lying import Lie, in_place
from rules.board.mesh import OWN_MESH
from rules.board.prints import Print
from rules.board.rubble import Heap, in_rubble
from rules.board.sighting import Sighting
from rules.mapmaking.builder.build import build
from rules.mapmaking.builder.built import cached_cells, losdata_of
from rules.mapmaking.composing import composed, in_play
from rules.mapmaking.joining import joined_features
from rules.mapmaking.merging import Merged, merged
from rules.mapmaking.prints import joined_prints


class BuiltGround(GridGround):
    """The ground of a board of ours, built from its layout for a month 1-12."""

    mesh = OWN_MESH
    table = STANDARD
    reading = Reading.RULEBOOK
    prints: tuple[Print, ...] = ()
    printed = False

    def __init__(self, layout: Layout, month: int, *, kept: bool = False) -> None:
        """`kept` boards have their cells on disk, once they were built."""
        super().__init__(layout)
        self._month = month
        self._kept = kept

    @cached_property
    def features(self) -> Features:
        """The shapes the builder makes of the layout."""
        return build(self.layout)

    @property
    def cells(self) -> LosData:
        """The shapes in cells."""
        if self._kept:
            return cached_cells(self.layout, self._month)
        return losdata_of(self.layout, self.features, self._month)

    def changed(self, layout: Layout) -> "BuiltGround":
        """The ground of another layout, in the same month."""
        return BuiltGround(layout, self._month, kept=self._kept)

    def rubbled(self, lies: Mapping[Cell, Heap]) -> "BuiltGround":
        """The ground with rubble in these hexes: built anew, and not kept on disk."""
        if not lies:
            return self
        return BuiltGround(in_rubble(self.layout, lies), self._month)


class JoinedGround(GridGround):
    """The ground of several boards as they lie on a map, all of one mesh, table and reading.

    A grid may say otherwise of a line that grazes something when it is turned, as pixels are
    rounded. So lines within one board are judged by its own grid, without what a cut by numbers
    leaves beside them, and the grid of the map has the board upright that was placed first: LOS is
    the same whichever way a board or a map lies. Lines along the hexsides of a seam meet hexes of
    which another board has half.
    """

    def __init__(
        self,
        grounds: tuple[Ground, ...],
        lie: tuple[Lie, ...],
        map: Merged,
        upright: "JoinedGround | None" = None,
    ) -> None:
        """`upright` is the same map turned, if only that has the first board upright."""
        super().__init__(map.layout)
        self._upright = upright
        self._grounds = grounds
        self._lie = lie
        self._merged = map
        self._sightings: dict[int, Sighting] = {}
        self.mesh = grounds[0].mesh
        self.table = grounds[0].table
        self.reading = grounds[0].reading
        self.printed = all(ground.printed for ground in grounds)
        self.sloped = any(ground.sloped for ground in grounds)

    @cached_property
    def features(self) -> Features:
        """The shapes of all boards, turned, moved and cut as they lie."""
        return joined_features(
            tuple(ground.features for ground in self._grounds), self._lie, self._merged.layout
        )

    @property
    def prints(self) -> tuple[Print, ...]:
        """The printed boards as they lie, those placed first on top where hexes are shared."""
        return joined_prints(tuple(ground.prints for ground in self._grounds), self._lie)

    @property
    def cells(self) -> LosData:
        """The cells of all boards put together."""
        cells = tuple(ground.cells for ground in self._grounds)
        return composed(self._merged, self._lie, cells, self.table, self.mesh)

    @cached_property
    def grid(self) -> GridBoard:
        """What answers for LOS over the seams, if the first board is upright."""
        here = in_place(self.layout.grid)
        return self.grid_of(self.cells, self._slopes(here, *range(len(self._lie))))

    @cached_property
    def whole(self) -> Sighting:
        """The grid of the map, turned if that is how its first board is upright."""
        if self._upright is None:
            return Sighting(self.grid, in_place(self.layout.grid), self.mesh)
        lie = in_place(self._upright.layout.grid).half_turned(self.layout.grid)
        return Sighting(self._upright.grid, lie, self.mesh)

    def sighting(self, start: Cell, end: Cell) -> Sighting:
        """What judges the LOS between two hexes: the grid of the board that has both and all that
        is between them, else the map's."""
        number = self._own.get(start)
        if number is None or number != self._own.get(end) or self._along_seam(start, end):
            return self.whole
        return self._of_board(number)

    def prepare(self) -> None:
        """Make the grids of the map and of every board."""
        super().prepare()
        for number in range(len(self._grounds)):
            self._of_board(number)

    def _of_board(self, number: int) -> Sighting:
        if number not in self._sightings:
            self._sightings[number] = self._alone(number)
        return self._sightings[number]

    def _along_seam(self, start: Cell, end: Cell) -> bool:
        """Whether a line from side to side of the map has a hex of a seam on one side of it."""
        first, last = sorted((start, end))
        if lattice(first)[1] != lattice(last)[1]:
            return False
        above = ((first[0] + n, first[1] - (n + 1) // 2) for n in range(1, last[0] - first[0], 2))
        beside = (cell for upper in above for cell in (upper, step(upper, 3)))
        return not self._merged.seams.isdisjoint(beside)

    def _alone(self, number: int) -> Sighting:
        """The grid of a board. Of one that is cut by numbers only the part in play, as lines along
        the cut would meet what is beyond it."""
        ground, lie = self._grounds[number], self._lie[number]
        if lie.has_all_numbers:
            return Sighting(ground.grid, lie, self.mesh)
        part = lie.cut_down(*self.mesh.period())
        cells = in_play(ground.cells, lie, part, self.table, self.mesh)
        return Sighting(self.grid_of(cells, self._slopes(part, number)), part, self.mesh)

    @cached_property
    def _own(self) -> dict[Cell, int]:
        """The boards, by the cells that are wholly theirs."""
        sources, seams = self._merged.sources, self._merged.seams
        return {cell: number for cell, number in sources.items() if cell not in seams}

    def _slopes(self, on: Lie, *numbers: int) -> Slopes:
        """Those of some boards on a grid that lies so; on a seam a hexside slopes if it does on one
        of them."""
        found: dict[str, frozenset[int]] = {}
        for ground, lie in ((self._grounds[number], self._lie[number]) for number in numbers):
            for own, sides in _sloping(ground, lie.grid):
                cell = lie.cell(own)
                if lie.has(cell):
                    name = on.grid.name(on.back(cell))
                    turned = (on.side(lie.side(side)) for side in sides)
                    found[name] = found.get(name, frozenset()).union(turned)
        return found

    def memory(self) -> int:
        """Bytes of the grids that are the map's own, 0 before LOS was first asked for."""
        turned = 0 if self._upright is None else self._upright.memory()
        cut = (n for n in self._sightings if not self._lie[n].has_all_numbers)
        return super().memory() + turned + sum(self._sightings[n].board.memory() for n in cut)

    def changed(self, layout: Layout) -> Ground:
        """Boards are changed before they are put together. Raises ValueError."""
        raise ValueError(f"the map {layout.id} cannot be changed as a whole")

    def rubbled(self, lies: Mapping[Cell, Heap]) -> Ground:
        """B24.1: the map with rubble in these hexes. In a hex of a seam both halves have what falls
        there; of a building the half that has it.
        """
        if not lies:
            return self
        grounds = tuple(
            ground.rubbled(dict(self._own_rubble(number, lies)))
            for number, ground in enumerate(self._grounds)
        )
        upright = None if self._upright is None else self._upright._of(grounds)
        return self._of(grounds, upright)

    def _own_rubble(self, number: int, lies: Mapping[Cell, Heap]) -> Iterator[tuple[Cell, Heap]]:
        """What of the rubble lies on one of the boards, by its cells there."""
        lie = self._lie[number]
        for cell, heap in lies.items():
            built = self.layout.terrain_of(cell).is_building
            if lie.has(cell) and (self._merged.sources[cell] == number or not built):
                yield lie.back(cell), heap

    def _of(
        self, grounds: tuple[Ground, ...], upright: "JoinedGround | None" = None
    ) -> "JoinedGround":
        """Other grounds that lie on the map as these do."""
        layouts = tuple(ground.layout for ground in grounds)
        map = merged(self.layout.id, self.layout.title, layouts, self._lie)
        return JoinedGround(grounds, self._lie, map, upright)


def _sloping(ground: Ground, grid: Grid) -> Iterator[tuple[Cell, frozenset[int]]]:
    """The cells of a board that have hexsides that slope, and these."""
    if ground.sloped:
        slopes = ground.grid.ground.hexes[:, SIDE_SLOPES : SIDE_SLOPES + 6]
        for cell, sides in zip(grid.cells(), slopes, strict=True):
            if sides.any():
                yield cell, frozenset(int(side) for side in np.flatnonzero(sides))
