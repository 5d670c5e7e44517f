"""What a board source says, typed and checked, before any question is asked of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from rules.board.geometry import SIDES, Cell, Grid, opposite, step
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain


class BoardError(Exception):
    """A board source that cannot be used: which file, which line, which hex or field, and why."""

    def __init__(self, file: str, line: int, place: str, message: str) -> None:
        super().__init__(f"{file}:{line}: {place}: {message}")
        self.file = file
        self.line = line
        self.place = place
        self.message = message


Hexside = tuple[Cell, int]


def hexside(cell: Cell, side: int) -> Hexside:
    """One name for a hexside whichever of its two hexes is asked: the one with side 0, 1 or 2."""
    return (cell, side) if side in {0, 1, 2} else (step(cell, side), opposite(side))


def both_sides(key: Hexside) -> tuple[Hexside, Hexside]:
    """A hexside as its two hexes number it."""
    cell, side = key
    return key, (step(cell, side), opposite(side))


@dataclass(frozen=True, slots=True)
class Building:
    """A building: its id on this board, material, and hexes in the order of the source.

    It crosses every hexside between two of its hexes; `joints` are those pairs of cells.
    """

    id: str
    material: Terrain
    church: bool
    cells: tuple[Cell, ...]
    joints: tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A road: its surface and the hexes it runs through, each a neighbour of the one before."""

    kind: RoadKind
    cells: tuple[Cell, ...]

    def hexsides(self) -> tuple[Hexside, ...]:
        """The hexsides it crosses, in order."""
        return tuple(
            hexside(here, side)
            for here, there in pairwise(self.cells)
            for side in SIDES
            if step(here, side) == there
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """One board as its source describes it. Cells not in `terrain` are Open Ground."""

    id: str
    title: str
    grid: Grid
    terrain: Mapping[Cell, Terrain]
    hexsides: Mapping[Hexside, HexsideTerrain]
    roads: tuple[Road, ...]
    buildings: tuple[Building, ...]
