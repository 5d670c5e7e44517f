"""What a board source says, typed and checked, before any question is asked of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from rules.board.geometry import SIDES, Cell, Grid, opposite, step
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain


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
    `upper_levels` counts the Locations above the ground: 0 is a Single Story House, one level
    high; n > 0 is n + ½ levels high (B23.2). Between levels one goes in the hexes of `stairwells`:
    every hex where there is one upper level (B23.22), those named where there are more (B23.23).
    `lowered` are the hexes above whose uppermost Location lies rubble (B24.1), with the number of
    upper levels that they still have.
    """

    id: str
    material: Terrain
    church: bool
    cells: tuple[Cell, ...]
    joints: tuple[tuple[Cell, Cell], ...]
    upper_levels: int = 0
    stairwells: frozenset[Cell] = frozenset()
    lowered: tuple[tuple[Cell, int], ...] = ()

    def top(self, cell: Cell) -> int:
        """How many upper levels there are in one of its hexes."""
        return dict(self.lowered).get(cell, self.upper_levels)


@dataclass(frozen=True, slots=True)
class Road:
    """A road: its surface and the hexes it runs through, each a neighbour of the one before.

    One that is elevated (B5) is of dirt, on ground one level above that beside it: that is in the
    levels of its layout. A first or last hex on the edge of the board lets the road run on over the
    edge.
    """

    kind: RoadKind
    cells: tuple[Cell, ...]

    def hexsides(self) -> tuple[Hexside, ...]:
        """The hexsides it crosses, in order."""
        return hexsides_along(self.cells)


@dataclass(frozen=True, slots=True)
class Depression:
    """A gully, stream or sunken road: the hexes it runs through, each next to the one before.

    The ground in it lies one level below that of its hexes (B19, B20). It runs on over the edge of
    the board where its first or last hex lies on it, and joins another that has its end hex inside.
    A first or last hex that is WATER is where it flows into a river; that hex is no Depression hex.
    """

    kind: DepressionKind
    cells: tuple[Cell, ...]

    def hexsides(self) -> tuple[Hexside, ...]:
        """The Depression hexsides, in order."""
        return hexsides_along(self.cells)


def sunken_roads(depressions: Iterable[Depression]) -> tuple[Road, ...]:
    """The dirt roads along sunken roads, in their order."""
    return tuple(
        Road(RoadKind.DIRT, course.cells)
        for course in depressions
        if course.kind is DepressionKind.SUNKEN_ROAD
    )


def hexsides_along(cells: tuple[Cell, ...]) -> tuple[Hexside, ...]:
    """The hexsides that a run of neighbouring cells crosses, in order."""
    return tuple(
        hexside(here, side)
        for here, there in pairwise(cells)
        for side in SIDES
        if step(here, side) == there
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """One board as its source describes it. Cells not in `terrain` are Open Ground.

    `levels` are those of the ground, 0 where not named, negative in a valley; what a Depression or
    WATER (one level lower too, B21, unless it is `flooded`) takes off is not in them. `bridges`
    carry a road over a Depression or WATER hex: cell to material (WOODEN_BUILDING or
    STONE_BUILDING); the wooden ones in `foot_bridges` bear Infantry alone (B6.44). `fords` are
    WATER cells that Infantry may cross (B21.41). A sunken road is in `depressions` and, as the dirt
    road along the same hexes, among the last of `roads`. `streams` is the depth of all streams.
    `waterside` are building cells whose depiction lies within a counter's edge of water or of a
    cliff above it (E6.1).
    """

    id: str
    title: str
    grid: Grid
    terrain: Mapping[Cell, Terrain]
    hexsides: Mapping[Hexside, HexsideTerrain]
    roads: tuple[Road, ...]
    buildings: tuple[Building, ...]
    levels: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}))
    depressions: tuple[Depression, ...] = ()
    bridges: Mapping[Cell, Terrain] = field(default_factory=lambda: MappingProxyType({}))
    fords: frozenset[Cell] = frozenset()
    streams: StreamDepth = StreamDepth.SHALLOW
    waterside: frozenset[Cell] = frozenset()
    foot_bridges: frozenset[Cell] = frozenset()
    flooded: bool = False

    @property
    def pontoons(self) -> frozenset[Cell]:
        """B6.41: the river hexes with pontoon bridges."""
        return frozenset(cell for cell, kind in self.terrain.items() if kind.is_pontoon)

    @property
    def elevated(self) -> frozenset[Cell]:
        """B5: the hexes of elevated roads."""
        raised = (road.cells for road in self.roads if road.kind is RoadKind.ELEVATED)
        return frozenset(cell for cells in raised for cell in cells)

    def is_foot_bridge(self, cell: Cell) -> bool:
        """B6.44: whether the bridge of a hex is one for those on foot."""
        return cell in self.foot_bridges and self.bridges.get(cell) is Terrain.WOODEN_BUILDING

    def roads_on_the_ground(self) -> tuple[Road, ...]:
        """The roads apart from those that are sunken."""
        return self.roads[: len(self.roads) - len(sunken_roads(self.depressions))]

    def terrain_of(self, cell: Cell) -> Terrain:
        """What a hex is; Open Ground where nothing is said."""
        return self.terrain.get(cell, Terrain.OPEN_GROUND)

    def level(self, cell: Cell) -> int:
        """The level of the ground of a hex, Depressions and water apart."""
        return self.levels.get(cell, 0)
