"""What a board source has said so far, and on which lines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.board.geometry import Cell, Grid
from rules.board.layout import (
    BoardError,
    Building,
    Depression,
    Hexside,
    Layout,
    Road,
    sunken_roads,
)
from rules.board.terrain import HexsideTerrain, RoadKind, StreamDepth, Terrain

LOWEST, HIGHEST = -3, 9
"""The levels that the ground may have."""
_LONGEST_PLACE = 40

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Stated(Generic[T]):
    """Something said of a hex or hexside, and the line that says it."""

    value: T
    line: int
    place: str = ""
    """The name of a hexside as it was written."""


@dataclass(frozen=True, slots=True)
class Run(Generic[T]):
    """A road or Depression from hex to hex, and the line of each of its hexes."""

    value: T
    lines: tuple[int, ...]


@dataclass(slots=True)
class Draft:
    """A board in the reading. Whatever has a line of its own can still be refused by it."""

    file: str
    id: str | None = None
    title: str | None = None
    streams: StreamDepth | None = None
    flooded: bool = False
    grid: Grid = field(default_factory=Grid)
    sized: bool = False
    begun: bool = False
    """Whether a hex has been named, so that the size is settled."""
    terrain: dict[Cell, Stated[Terrain]] = field(default_factory=dict)
    levels: dict[Cell, Stated[int]] = field(default_factory=dict)
    hexsides: dict[Hexside, Stated[HexsideTerrain]] = field(default_factory=dict)
    roads: list[Run[Road]] = field(default_factory=list)
    depressions: list[Run[Depression]] = field(default_factory=list)
    buildings: list[Stated[Building]] = field(default_factory=list)
    bridges: dict[Cell, Stated[Terrain]] = field(default_factory=dict)
    foot_bridges: set[Cell] = field(default_factory=set)
    fords: dict[Cell, Stated[None]] = field(default_factory=dict)
    waterside: dict[Cell, Stated[None]] = field(default_factory=dict)

    def error(self, line: int, place: str, message: str) -> BoardError:
        """The error to raise; a place of unlikely length is cut short."""
        if len(place) > _LONGEST_PLACE:
            place = f"{place[:_LONGEST_PLACE]}…"
        return BoardError(self.file, line, place, message)

    def at(self, line: int, cell: Cell, message: str) -> BoardError:
        """The error to raise about a hex."""
        return self.error(line, self.grid.name(cell), message)

    def cell(self, name: str, line: int) -> Cell:
        """The hex of a name. Raises BoardError if the board has none."""
        self.begun = True
        try:
            return self.grid.cell(name)
        except ValueError as error:
            raise self.error(line, name, str(error)) from None

    def terrain_of(self, cell: Cell) -> Terrain:
        """What has been said of a hex; Open Ground if nothing."""
        stated = self.terrain.get(cell)
        return Terrain.OPEN_GROUND if stated is None else stated.value

    def level(self, cell: Cell) -> int:
        """The level that has been said of a hex, else 0."""
        stated = self.levels.get(cell)
        return 0 if stated is None else stated.value

    @property
    def elevated(self) -> tuple[Cell, ...]:
        """B5: the hexes of elevated roads, in their order."""
        raised = (run.value.cells for run in self.roads if run.value.kind is RoadKind.ELEVATED)
        return tuple(dict.fromkeys(cell for cells in raised for cell in cells))

    def layout(self, board: str) -> Layout:
        """All of it, without lines."""
        depressions = tuple(run.value for run in self.depressions)
        raised = {cell: self.level(cell) + 1 for cell in self.elevated}
        levels = {c: level for c, level in {**_values(self.levels), **raised}.items() if level}
        return Layout(
            id=board,
            title=self.title or board,
            grid=self.grid,
            terrain=_values(self.terrain),
            hexsides=_values(self.hexsides),
            roads=tuple(run.value for run in self.roads) + sunken_roads(depressions),
            buildings=tuple(stated.value for stated in self.buildings),
            levels=MappingProxyType(levels),
            depressions=depressions,
            bridges=_values(self.bridges),
            fords=frozenset(self.fords),
            waterside=frozenset(self.waterside),
            foot_bridges=frozenset(self.foot_bridges),
            streams=self.streams or StreamDepth.SHALLOW,
            flooded=self.flooded,
        )


def _values(stated: Mapping[K, Stated[T]]) -> Mapping[K, T]:
    return MappingProxyType({key: one.value for key, one in stated.items()})
