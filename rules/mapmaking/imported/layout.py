"""From the grid of an imported board to a layout: what its hexes are, for all rules but LOS.

What a hex is, is what the engine of VASL takes it to be, so that each Location of the layout is one
of the grid. A Depression hex has its dot in the Depression; it shares a Depression hexside with
another if the Depression crosses it on both sides.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

import numpy as np

from rules.board.geometry import SIDES, Cell, Grid, opposite, step
from rules.board.grid.engine import GridBoard
from rules.board.grid.ground import (
    BASE,
    CENTRE_X,
    CENTRE_Y,
    HEX_SHIFT,
    SIDE,
    SIDE_LOCATION,
    SIDE_SUNKEN,
    SUNKEN,
    TERRAIN,
)
from rules.board.grid.hexes import Kind
from rules.board.grid.terrain import NOTHING, Category, TerrainType
from rules.board.layout import (
    Building,
    Depression,
    Hexside,
    Layout,
    Road,
    hexside,
    sunken_roads,
)
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain
from rules.mapmaking.imported import kinds
from rules.mapmaking.imported.lines import Pair, lines, without
from rules.mapmaking.imported.ways import crossings

_AROUND_DOT: Final = 0.36
"""How far from the dot it is looked for what grows beside a road or in a Depression, in hexes."""
_BESIDE_DOT: Final = 0.28
"""How near the dot a road that runs through a hex passes, in hexes."""
_BYTE: Final = 0xFF


@dataclass(frozen=True, slots=True)
class Read:
    """A layout, and what is not in it as it is on the board: one line for each kind of thing.

    `counts` are the hexes of each terrain, by the name it has there.
    """

    layout: Layout
    warnings: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]


def read_grid(board: GridBoard, id: str, title: str, grid: Grid) -> Read:
    """The layout of a grid board, read as VASL reads it, whose hexes are those of `grid`."""
    reader = _Reader(board, grid)
    depressions = reader.depressions()
    layout = Layout(
        id=id,
        title=title,
        grid=grid,
        terrain=MappingProxyType(reader.terrain()),
        hexsides=MappingProxyType(reader.hexsides()),
        roads=(*reader.roads(), *sunken_roads(depressions)),
        buildings=tuple(reader.buildings()),
        levels=MappingProxyType(reader.levels()),
        depressions=depressions,
        bridges=MappingProxyType(reader.bridges),
        fords=frozenset(reader.fords()),
        streams=reader.streams(),
    )
    counts = Counter(reader.kind[cell].name for cell in grid.cells())
    return Read(layout, reader.notes.lines(), tuple(counts.most_common()))


@dataclass(slots=True)
class _Notes:
    """What is played as something else: what it is, as what, and in how many places."""

    found: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def note(self, what: str, played_as: str, place: str) -> None:
        self.found[what, played_as, place] += 1

    def lines(self) -> tuple[str, ...]:
        return tuple(
            f"{what} is played as {played_as} ({count} {place}{'s' * (count > 1)})"
            for (what, played_as, place), count in sorted(self.found.items())
        )


class _Reader:
    """What a grid says of the cells of a board."""

    def __init__(self, board: GridBoard, grid: Grid) -> None:
        self.grid = grid
        self.notes = _Notes()
        self._board = board
        self._hexes = board.ground.hexes
        self._index = {cell: index for index, cell in enumerate(grid.cells())}
        self.kind = {cell: self._table(index, TERRAIN) for cell, index in self._index.items()}

    def terrain(self) -> dict[Cell, Terrain]:
        return {
            cell: kind for cell, kind in self._terrains.items() if kind is not Terrain.OPEN_GROUND
        }

    def levels(self) -> dict[Cell, int]:
        """The level of the ground: one above the bottom of a Depression and the surface of water,
        and that of a bridge."""
        found: dict[Cell, int] = {}
        for cell in self._index:
            level = self._base(cell)
            sunken = cell in self._depressions or self._terrains[cell] is Terrain.WATER
            if sunken and not self._bridge_at_dot(cell):
                level += 1
            if level:
                found[cell] = level
        return found

    def hexsides(self) -> dict[Hexside, HexsideTerrain]:
        found: dict[Hexside, HexsideTerrain] = {}
        for cell, side, other in self._pairs():
            code = int(self._hexes[self._index[cell], SIDE + side])
            if code == NOTHING:
                continue
            kind = self._board.table[code]
            played, exact = kinds.hexside(kind)
            if not exact:
                self.notes.note(kind.name, played.value if played else "nothing", "hexside")
            if played is not None and self._stands(played, cell, other):
                found[hexside(cell, side)] = played
        return found

    def _stands(self, played: HexsideTerrain, cell: Cell, other: Cell) -> bool:
        """Not the wall of a rowhouse beside its building, nor a cliff without a height."""
        if played is HexsideTerrain.ROWHOUSE_WALL:
            return frozenset((cell, other)) in self._joints
        if played is HexsideTerrain.CLIFF:
            return self._base(cell) != self._base(other)
        return True

    def _base(self, cell: Cell) -> int:
        return int(self._hexes[self._index[cell], BASE])

    def roads(self) -> Iterator[Road]:
        """B3: what crosses a hexside between two hexes whose dots it comes near.

        A road that only comes to a dot has but one hex.
        """
        pairs: dict[RoadKind, list[Pair]] = {kind: [] for kind in RoadKind}
        alone = {cell for cell in self._passed if kinds.is_way(self.kind[cell])}
        cells = tuple(self._index)
        for a, b, surface in crossings(self._board.ground, self._board.table):
            pair = cells[a], cells[b]
            if self._passed.issuperset(pair):
                pairs[surface].append(pair)
                alone -= set(pair)
        for kind in (RoadKind.PAVED, RoadKind.DIRT, RoadKind.PATH):
            for run in lines(pairs[kind]):
                yield Road(kind, run)
        yield from (Road(kinds.surface({self.kind[one]}), (one,)) for one in sorted(alone))

    def buildings(self) -> Iterator[Building]:
        """B23.1: the hexes of a building are those whose hexsides it crosses, of one material and
        height."""
        others: dict[Cell, set[Cell]] = {cell: set() for cell in self._houses}
        for joint in self._joints:
            a, b = sorted(joint)
            others[a].add(b)
            others[b].add(a)
        taken: set[Cell] = set()
        for cell in self._houses:
            if cell not in taken:
                cells = tuple(sorted(_reached(cell, others)))
                taken.update(cells)
                yield self._building(cells)

    def depressions(self) -> tuple[Depression, ...]:
        """The Depressions; those of one kind first, so that a hex is of the kind that it is."""
        plain: dict[DepressionKind, list[Pair]] = {kind: [] for kind in DepressionKind}
        mixed: list[Depression] = []
        alone = dict(self._depressions)
        water = frozenset(cell for cell in self._index if self._terrains[cell] is Terrain.WATER)
        for a, b in self._sunken_pairs(water):
            own = {self._depressions[cell] for cell in (a, b) if cell in self._depressions}
            alone.pop(a, None)
            alone.pop(b, None)
            if len(own) == 1:
                plain[own.pop()].append((a, b))
            else:
                mixed.append(Depression(self._depressions[a], (a, b)))
        runs = [
            Depression(kind, part)
            for kind, pairs in plain.items()
            for line in lines(pairs)
            for part in without(line, water)
        ]
        singles = (Depression(kind, (cell,)) for cell, kind in alone.items() if cell not in water)
        firsts = (Depression(self._depressions[one.cells[0]], one.cells[:1]) for one in mixed)
        lasts = (Depression(self._depressions[one.cells[1]], one.cells[1:]) for one in mixed)
        known = {cell for run in runs for cell in run.cells}
        few = (one for one in (*firsts, *lasts) if one.cells[0] not in known)
        return (*runs, *singles, *few, *mixed)

    def fords(self) -> Iterator[Cell]:
        yield from (cell for cell in self._index if self.kind[cell].name == kinds.FORD)

    def streams(self) -> StreamDepth:
        """The depth that most streams of the board have."""
        depths = Counter(
            kinds.DEPTHS[code.name]
            for code in map(self._bed, self._depressions)
            if code is not None and code.name in kinds.DEPTHS
        )
        return depths.most_common(1)[0][0] if depths else StreamDepth.SHALLOW

    @cached_property
    def bridges(self) -> dict[Cell, Terrain]:
        """B6: what carries a road over a Depression or water, and what it is made of."""
        found: dict[Cell, Terrain] = {}
        for cell, index in self._index.items():
            if not any(spot.kind is Kind.BRIDGE for spot in self._board.spots[index]):
                continue
            if not self._bridge_at_dot(cell) or self._below(cell) is not None:
                names = [code.name for code in self._codes(index) if code.name in kinds.BRIDGES]
                if names:
                    found[cell] = kinds.BRIDGES[names[0]]
        return found

    @cached_property
    def _passed(self) -> frozenset[Cell]:
        """The hexes whose dots a road or path comes near; not those of buildings."""
        return frozenset(
            cell
            for cell, index in self._index.items()
            if cell not in self._houses
            and any(map(kinds.is_way, self._counted(index, _BESIDE_DOT)))
        )

    @cached_property
    def _depressions(self) -> dict[Cell, DepressionKind]:
        """The Depression hexes, those below a bridge too."""
        found: dict[Cell, DepressionKind] = {}
        for cell in self._index:
            bed = self._bed(cell)
            if bed is not None and bed.category is Category.DEPRESSION:
                found[cell], exact = kinds.depression(bed)
                if not exact:
                    self.notes.note(bed.name, found[cell].value, "hex")
        return found

    def _bed(self, cell: Cell) -> TerrainType | None:
        """What Depression or water lies at the dot, or below a bridge there."""
        if self._bridge_at_dot(cell):
            return self._below(cell)
        index = self._index[cell]
        if not self._hexes[index, SUNKEN]:
            return None
        if self.kind[cell].category is Category.DEPRESSION:
            return self.kind[cell]
        codes = self._codes(index)
        return next(code for code in codes if code.category is Category.DEPRESSION)

    @cached_property
    def _houses(self) -> dict[Cell, tuple[Terrain, int]]:
        """The building hexes: material, and levels above the ground."""
        found: dict[Cell, tuple[Terrain, int]] = {}
        for cell, index in self._index.items():
            upper = [spot for spot in self._board.spots[index] if spot.kind is Kind.LEVEL]
            kind = self.kind[cell]
            if upper and self._board.table[upper[0].terrain].category is Category.MARKETPLACE:
                kind = self._board.table[upper[0].terrain]
            elif kind.is_partition:
                houses = (code for code in self._codes(index) if kinds.is_house(code))
                kind = next(houses, kind)
            elif not kinds.is_house(kind):
                continue
            found[cell] = kinds.material(kind), len(upper)
            _, exact = kinds.terrain(kind)
            if not exact:
                self.notes.note(kind.name, kinds.material(kind).value, "hex")
        return found

    @cached_property
    def _joints(self) -> frozenset[frozenset[Cell]]:
        """The pairs of hexes that a building joins."""
        found: set[frozenset[Cell]] = set()
        for cell, side, other in self._pairs():
            if self._houses.get(cell) is None or self._houses[cell] != self._houses.get(other):
                continue
            faces = self._location(cell, side), self._location(other, opposite(side))
            if all(face.is_building for face in faces):
                found.add(frozenset((cell, other)))
        return frozenset(found)

    def _building(self, cells: tuple[Cell, ...]) -> Building:
        built, levels = self._houses[cells[0]]
        joints = tuple(
            sorted((min(joint), max(joint)) for joint in self._joints if joint <= set(cells))
        )
        stairs = frozenset(c for c in cells if levels and self._board.has_stairway(self._index[c]))
        return Building(
            id=f"house-{self.grid.name(cells[0]).lower()}",
            material=built,
            church=False,
            cells=cells,
            joints=joints,
            upper_levels=levels,
            stairwells=stairs,
        )

    def _sunken_pairs(self, water: frozenset[Cell]) -> Iterator[Pair]:
        """The pairs with a Depression hexside between them; one of both may be water."""
        sunken = self._hexes
        for cell, side, other in self._pairs():
            faces = (
                bool(sunken[self._index[cell], SIDE_SUNKEN + side]),
                bool(sunken[self._index[other], SIDE_SUNKEN + opposite(side)]),
            )
            low = [one in self._depressions for one in (cell, other)]
            if (all(low) and all(faces)) or (any(low) and {cell, other} & water and any(faces)):
                yield cell, other

    @cached_property
    def _terrains(self) -> dict[Cell, Terrain]:
        return {cell: self._terrain(cell) for cell in self._index}

    def _terrain(self, cell: Cell) -> Terrain:
        if cell in self._houses:
            return self._houses[cell][0]
        kind = self.kind[cell]
        below = self._below(cell) if self._bridge_at_dot(cell) else None
        if below is not None and below.category is Category.WATER:
            return Terrain.WATER
        if kinds.is_way(kind) or kind.category is Category.DEPRESSION:
            kind = self._growth(self._index[cell]) or kind
        played, exact = kinds.terrain(kind)
        if not exact:
            self.notes.note(kind.name, played.value, "hex")
        return played

    def _growth(self, index: int) -> TerrainType | None:
        """What most of the ground around the dot is, ways and Depressions left out."""
        counted = Counter(
            {
                code: count
                for code, count in self._counted(index, _AROUND_DOT).items()
                if not (kinds.is_way(code) or code.category is Category.DEPRESSION)
            }
        )
        if not counted:
            return None
        most, count = counted.most_common(1)[0]
        grows = kinds.is_ground(most) and kinds.terrain(most)[0] is not Terrain.OPEN_GROUND
        return most if grows and 2 * count > counted.total() else None

    def _bridge_at_dot(self, cell: Cell) -> bool:
        return self.kind[cell].category is Category.BRIDGE

    def _below(self, cell: Cell) -> TerrainType | None:
        """What a bridge at the dot leads over: the Depression or water the hex has most of."""
        found = Counter(
            {
                code: count
                for code, count in self._counted(self._index[cell], 1.0).items()
                if code.category in {Category.DEPRESSION, Category.WATER}
            }
        )
        return found.most_common(1)[0][0] if found else None

    def _codes(self, index: int) -> list[TerrainType]:
        """The terrain in a hex, that with most pixels first."""
        return [code for code, _ in self._counted(index, 1.0).most_common()]

    def _counted(self, index: int, within: float) -> Counter[TerrainType]:
        """How many pixels of each terrain a hex has within some hexes of its dot."""
        cells = self._board.ground.cells
        x, y = int(self._hexes[index, CENTRE_X]), int(self._hexes[index, CENTRE_Y])
        reach = round(within * self._height)
        left, top = max(x - reach, 0), max(y - reach, 0)
        box = cells[left : x + reach + 1, top : y + reach + 1]
        xs, ys = np.ogrid[left : left + box.shape[0], top : top + box.shape[1]]
        near = (xs - x) ** 2 + (ys - y) ** 2 <= reach**2
        here = box[near & (box >> HEX_SHIFT == index)] & _BYTE
        codes, counts = np.unique(here, return_counts=True)
        table = self._board.table
        return Counter({table[int(c)]: int(n) for c, n in zip(codes, counts, strict=True)})

    @cached_property
    def _height(self) -> float:
        """The height of a hex in pixels."""
        return float(self._board.ground.cells.shape[1]) / self.grid.rows

    def _table(self, index: int, column: int) -> TerrainType:
        return self._board.table[int(self._hexes[index, column])]

    def _location(self, cell: Cell, side: int) -> TerrainType:
        """What lies at a hexside, seen from a hex."""
        return self._table(self._index[cell], SIDE_LOCATION + side)

    def _pairs(self) -> Iterator[tuple[Cell, int, Cell]]:
        """Each two neighbours once, with the hexside of the first."""
        for cell in self._index:
            for side in SIDES[:3]:
                other = step(cell, side)
                if other in self._index:
                    yield cell, side, other


def _reached(start: Cell, others: dict[Cell, set[Cell]]) -> set[Cell]:
    """The cells that hang together with one."""
    found, open_ = {start}, [start]
    while open_:
        for cell in others[open_.pop()] - found:
            found.add(cell)
            open_.append(cell)
    return found
