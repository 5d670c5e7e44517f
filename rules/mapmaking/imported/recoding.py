"""The cells of an imported board as an SSR changes its hexes.

A hex that becomes something else has it where it had the old: on the same cells, under the code
that the boards' own table has for it. `agreement.py` tells whether the hexes then are what is
wanted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from rules.board.geometry import SIDES, Cell, step
from rules.board.grid.geometry import Geometry, geometry_of
from rules.board.grid.losdata import LosData
from rules.board.grid.standard import building_name, hexside_name
from rules.board.grid.terrain import CODES, Category, TerrainTable, TerrainType
from rules.board.layout import Hexside, Layout, both_sides, hexside
from rules.board.mesh import Mesh
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.imported import kinds

_CLEAR: Final = 3
"""How many cells what fills a hex stays off hexsides beyond which it is not (A6.2)."""
_AT_DOT: Final = 6
"""How many cells around its dot a path ends in a hex."""
_BUILT: Final = frozenset({Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING})
_WITHOUT_GROUND: Final = _BUILT | {Terrain.WATER}
_STANDING: Final = (HexsideTerrain.WALL, HexsideTerrain.HEDGE, HexsideTerrain.CLIFF)

_Flags = npt.NDArray[np.bool_]


def recoded(
    data: LosData, table: TerrainTable, mesh: Mesh, before: Layout, after: Layout
) -> LosData:
    """The cells of a board whose layout was `before`, as `after` has it as far as cells can tell.

    ValueError for terrain that the table does not have, and for water and hexsides that are changed
    in part.
    """
    recoder = _Recoder(data, table, mesh, before, after)
    recoder.ground()
    recoder.spills()
    recoder.buildings()
    recoder.ways()
    recoder.hexsides()
    recoder.depressions()
    recoder.bridges()
    return recoder.cells()


class _Recoder:
    """What becomes of each code in each hex, in `_map`; the last of its rows is for cells that
    belong to no hex."""

    def __init__(
        self, data: LosData, table: TerrainTable, mesh: Mesh, before: Layout, after: Layout
    ) -> None:
        self._data = data
        self._table = table
        self._before = before
        self._after = after
        self._geometry: Geometry = geometry_of(mesh.shape(data.columns, data.rows))
        self._index = {cell: index for index, cell in enumerate(before.grid.cells())}
        self._map = np.tile(np.arange(CODES, dtype=np.uint8), (len(self._index) + 1, 1))
        both = self._geometry.hex_at.astype(np.int64) * CODES + data.terrain
        counted = np.bincount(both[both >= 0], minlength=len(self._index) * CODES)
        self._counts = counted.reshape(len(self._index), CODES)
        self._filled: list[int] = []
        self._changed = tuple(
            cell for cell in self._index if before.terrain_of(cell) is not after.terrain_of(cell)
        )

    def cells(self) -> LosData:
        """The cells so changed."""
        hex_at, old = self._geometry.hex_at, self._data.terrain
        terrain = self._map[hex_at, old]
        open_ = np.isin(old, self._codes(Terrain.OPEN_GROUND))
        kept = self._at_borders() & np.isin(hex_at, self._filled) & open_
        terrain[kept] = old[kept]
        elevation = self._data.elevation.copy()
        for cell, bed in self._beds():
            here = (hex_at == self._index[cell]) & self._is(kinds.is_bridge)[old]
            terrain[here] = bed
            elevation[here] = self._level_of(cell, bed)
        for cell, side in self._open_walls():
            here = self._wall_along(cell, side) & self._is(_is_partition)[old]
            terrain[here] = self._house_in(cell)
        for cell, side in self._lost_ways():
            here = self._along(cell, side) & self._is(kinds.is_path)[old]
            terrain[here] = self._bare_ground(cell)
        for cell in self._path_ends():
            here = self._near_dot(cell) & self._is(kinds.is_road)[old]
            terrain[here] = self._named(kinds.PATH)
        stairs = [
            self._after.terrain_of(cell).is_building or cell not in self._changed
            for cell in self._index
        ]
        return replace(
            self._data,
            terrain=terrain,
            elevation=elevation,
            stairways=self._data.stairways & np.array(stairs, np.bool_),
        )

    def ground(self) -> None:
        """What grows, stands or lies in a hex and is something else now.

        Of Inherent Terrain there may be little, and none at the dot: what comes in its place fills
        the hex, as it does where there was nothing.
        """
        for cell in self._changed:
            old, new = self._before.terrain_of(cell), self._after.terrain_of(cell)
            if Terrain.WATER in {old, new}:
                raise ValueError(f"{self._name(cell)} cannot become {new.value}")
            if _BUILT.issuperset({old, new}):
                continue
            if new in _BUILT:
                raise ValueError(f"no building can be put into {self._name(cell)}")
            index, code = self._index[cell], self._code(new)
            self._put(index, self._codes(old), code)
            fills = old is Terrain.OPEN_GROUND or new.is_rubble or self._is_inherent(cell)
            if fills and new is not Terrain.OPEN_GROUND:
                self._put(index, self._codes(Terrain.OPEN_GROUND), code)
                self._filled.append(index)

    def spills(self) -> None:
        """What is drawn a little beyond its hex goes with it."""
        families = {_family(self._before.terrain_of(cell)) for cell in self._changed}
        for family in sorted(families, key=lambda one: min(kind.value for kind in one)):
            if Terrain.OPEN_GROUND not in family:
                self._spill(family)

    def _spill(self, family: frozenset[Terrain]) -> None:
        had = [cell for cell in self._index if self._before.terrain_of(cell) in family]
        gone = {cell for cell in had if self._after.terrain_of(cell) not in family}
        if not gone:
            return
        codes = sorted({code for kind in family for code in self._codes(kind)})
        beside = (cell for cell in self._index if cell not in had)
        for cell in beside:
            if self._after.terrain_of(cell) in family:
                continue
            near = [one for one in _around(cell) if one in self._index and one in had]
            owners = near or (had if len(gone) == len(had) else [])
            if owners and gone.issuperset(owners):
                self._put(self._index[cell], codes, self._code(self._after.terrain_of(owners[0])))

    def buildings(self) -> None:
        """Buildings of another material, or lower (B23)."""
        before, after = _built(self._before), _built(self._after)
        for cell, old in before.items():
            new = after.get(cell, old)
            if new == old:
                continue
            open_ = (one for one in _around(cell) if one in self._index and one not in before)
            for own in (cell, *open_):
                for kind in self._in(own):
                    if kinds.is_house(kind) or kind.is_partition:
                        code = self._named(_rebuilt(kind, old, new))
                        self._map[self._index[own], kind.code] = code

    def ways(self) -> None:
        """Roads and paths that are gone, or have another surface (B3)."""
        before, after = (
            {road.kind for road in one.roads_on_the_ground()} for one in (self._before, self._after)
        )
        roads = {RoadKind.PAVED, RoadKind.DIRT}
        if before & roads and not after & roads:
            self._bare(self._is(kinds.is_road))
        elif before & roads != after & roads:
            paved = RoadKind.PAVED in after
            kind = self._named(kinds.PAVED if paved else kinds.DIRT)
            changed = kinds.is_road if paved else kinds.is_paved
            self._map[:, self._is(changed)] = kind
        if RoadKind.PATH in before and RoadKind.PATH not in after:
            self._bare(self._is(kinds.is_path))
        self._end_ways_at_houses()

    def _end_ways_at_houses(self) -> None:
        """A road drawn up to a building that is gone does not go on through its hex."""
        passed = {cell for road in self._after.roads for cell in road.cells}
        for cell in self._changed:
            if self._before.terrain_of(cell) in _BUILT and cell not in passed:
                self._bare(self._is(kinds.is_way), (cell,))

    def hexsides(self) -> None:
        """Walls, hedges and cliffs that are gone, or are another kind.

        ValueError if that is not so of all of a kind.
        """
        for kind in _STANDING:
            keys = [key for key, own in self._before.hexsides.items() if own is kind]
            now = {self._after.hexsides.get(key) for key in keys}
            if now <= {kind}:
                continue
            if len(now) > 1:
                raise ValueError(f"only all {kind.value}s can be changed")
            codes = self._is(lambda one, kind=kind: _stands_as(one, kind))  # type: ignore[misc]
            other = now.pop()
            if other is None:
                self._bare(codes)
            else:
                self._map[:, codes] = self._named(hexside_name(other))

    def depressions(self) -> None:
        """Depressions of a kind that are another (B19, B20)."""
        now = _course_kinds(self._after)
        for kind in DepressionKind:
            new = {
                now.get(cell) for cell, own in _course_kinds(self._before).items() if own is kind
            }
            if len(new) == 1 and (other := new.pop()) not in {kind, None}:
                names = kinds.depression_names(other, self._after.streams)
                self._map[:, self._is(_sinks_as(kind))] = self._first(names)

    def bridges(self) -> None:
        """Bridges of another material (B6)."""
        for cell, old in self._before.bridges.items():
            new = self._after.bridges.get(cell, old)
            if new is not old:
                for kind in self._in(cell):
                    if kind.name in kinds.BRIDGES:
                        code = self._named(_of_material(kind.name, new))
                        self._map[self._index[cell], kind.code] = code

    def _beds(self) -> Iterator[tuple[Cell, int]]:
        """The hexes whose bridge is gone, and what lies under it: what they have most of."""
        for cell in self._before.bridges:
            if cell not in self._after.bridges:
                low = self._counts[self._index[cell]] * self._is(_is_low)
                if low.any():
                    yield cell, int(self._map[self._index[cell], low.argmax()])

    def _level_of(self, cell: Cell, bed: int) -> int:
        """The level of what lies under a bridge."""
        here = self._geometry.hex_at == self._index[cell]
        was = self._map[self._index[cell], self._data.terrain] == bed
        return int(np.median(self._data.elevation[here & was]))

    def _open_walls(self) -> Iterator[Hexside]:
        """The walls of rowhouses that are gone, seen from a building that stands."""
        for key, kind in self._before.hexsides.items():
            if kind is HexsideTerrain.ROWHOUSE_WALL and key not in self._after.hexsides:
                for cell, side in both_sides(key):
                    if self._after.terrain_of(cell).is_building:
                        yield cell, side

    def _lost_ways(self) -> Iterator[Hexside]:
        """The hexsides that no road crosses any more, seen from hexes that have a path too."""
        path = self._is(kinds.is_path)
        after = {key for road in self._after.roads for key in road.hexsides()}
        for key in (key for road in self._before.roads for key in road.hexsides()):
            if key not in after:
                for cell, side in both_sides(key):
                    if self._counts[self._index[cell], path].any():
                        yield cell, side

    def _path_ends(self) -> Iterator[Cell]:
        """The hexes of a path that came to a road which is gone, and now ends at their dot."""
        roads = {
            c for one in self._before.roads if one.kind is not RoadKind.PATH for c in one.cells
        }
        after = {c for one in self._after.roads if one.kind is not RoadKind.PATH for c in one.cells}
        paths = (c for one in self._after.roads if one.kind is RoadKind.PATH for c in one.cells)
        return (cell for cell in paths if cell in roads - after)

    def _near_dot(self, cell: Cell) -> _Flags:
        x, y = self._geometry.centre[self._index[cell]]
        xs, ys = np.ogrid[: self._data.size[0], : self._data.size[1]]
        return np.asarray((xs - x) ** 2 + (ys - y) ** 2 <= _AT_DOT**2, np.bool_)

    def _wall_along(self, cell: Cell, side: int) -> _Flags:
        """The cells of a hex in which there may be a rowhouse wall that is gone: all, if it has no
        other."""
        others = (self._after.hexsides.get(hexside(cell, other)) for other in SIDES)
        if HexsideTerrain.ROWHOUSE_WALL in others:
            return self._along(cell, side)
        return np.asarray(self._geometry.hex_at == self._index[cell], np.bool_)

    def _along(self, cell: Cell, side: int) -> _Flags:
        """The cells of a hex that are nearer to this hexside than to its others."""
        index = self._index[cell]
        here = self._geometry.hex_at == index
        xs, ys = np.nonzero(here)
        points = self._geometry.side_point[index]
        far = (xs[:, None] - points[:, 0]) ** 2 + (ys[:, None] - points[:, 1]) ** 2
        nearest = far.argmin(axis=1) == side
        found = np.zeros(here.shape, np.bool_)
        found[xs[nearest], ys[nearest]] = True
        return found

    def _house_in(self, cell: Cell) -> int:
        """The building a hex has most of, as it is now."""
        houses = self._counts[self._index[cell]] * self._is(kinds.is_house)
        return int(self._map[self._index[cell], houses.argmax()])

    def _at_borders(self) -> _Flags:
        """The cells near a hexside beyond which there is another kind of ground."""
        kinds_ = list(Terrain)
        numbers = [kinds_.index(self._after.terrain_of(cell)) for cell in self._index]
        kind = np.array([*numbers, -1], np.int8)[self._geometry.hex_at]
        near = np.zeros(kind.shape, np.bool_)
        for across, marked in ((kind, near), (kind.T, near.T)):
            ahead, behind = across[_CLEAR:], across[:-_CLEAR]
            differ = (ahead != behind) & (ahead >= 0) & (behind >= 0)
            marked[_CLEAR:] |= differ
            marked[:-_CLEAR] |= differ
        return near

    def _bare(self, codes: _Flags, cells: Iterable[Cell] | None = None) -> None:
        """Where these were, in some hexes or all, there is the ground of the hex."""
        for cell in self._index if cells is None else cells:
            self._map[self._index[cell], codes] = self._bare_ground(cell)

    def _bare_ground(self, cell: Cell) -> int:
        """The ground of a hex; beside a building or water it is open."""
        kind = self._after.terrain_of(cell)
        return self._code(Terrain.OPEN_GROUND if kind in _WITHOUT_GROUND else kind)

    def _put(self, index: int, codes: Iterable[int], code: int) -> None:
        self._map[index, list(codes)] = code

    def _is(self, holds: Callable[[TerrainType], bool]) -> _Flags:
        """For every code, whether something holds of its terrain."""
        found = np.zeros(CODES, np.bool_)
        found[[kind.code for kind in self._table if holds(kind)]] = True
        return found

    def _codes(self, terrain: Terrain) -> tuple[int, ...]:
        """All terrain of the table that a hex of this kind may have."""
        if terrain in _BUILT:
            return tuple(k.code for k in self._table if kinds.is_house(k) or k.is_partition)
        own = (kind for kind in self._table if kinds.is_ground(kind))
        return tuple(kind.code for kind in own if kinds.terrain(kind)[0] is terrain)

    def _in(self, cell: Cell) -> Iterator[TerrainType]:
        """The terrain that a hex has cells of."""
        for code in np.flatnonzero(self._counts[self._index[cell]]):
            yield self._table[int(code)]

    def _is_inherent(self, cell: Cell) -> bool:
        """Whether what a hex was is Inherent Terrain."""
        codes = self._codes(self._before.terrain_of(cell))
        return any(kind.inherent and kind.code in codes for kind in self._in(cell))

    def _code(self, terrain: Terrain) -> int:
        return self._first(kinds.names(terrain))

    def _named(self, name: str) -> int:
        return self._first((name,))

    def _first(self, names: tuple[str, ...]) -> int:
        """The code of the first of some names that the table has. ValueError if it has none."""
        known = {kind.name: kind.code for kind in self._table}
        for name in names:
            if name in known:
                return known[name]
        raise ValueError(f"its terrain table has no {names[0]}")

    def _name(self, cell: Cell) -> str:
        return self._before.grid.name(cell)


def _family(terrain: Terrain) -> frozenset[Terrain]:
    """Buildings are one, of whatever material."""
    return _BUILT if terrain in _BUILT else frozenset({terrain})


def _around(cell: Cell) -> Iterator[Cell]:
    return (step(cell, side) for side in SIDES)


def _built(layout: Layout) -> dict[Cell, tuple[Terrain, int]]:
    """The building hexes: material, and levels above the ground."""
    return {cell: (one.material, one.top(cell)) for one in layout.buildings for cell in one.cells}


def _rebuilt(kind: TerrainType, old: tuple[Terrain, int], new: tuple[Terrain, int]) -> str:
    """The name of a building, or of a wall in it, when it is of another material or lower."""
    built, levels = new
    if levels < old[1]:
        if kind.is_partition:
            return hexside_name(HexsideTerrain.ROWHOUSE_WALL, levels)
        if not kind.is_plain_building and kind.height > levels:
            return building_name(built if kinds.material(kind) is old[0] else old[0], levels)
    if kind.is_partition or kinds.material(kind) is not old[0]:
        return kind.name
    return kind.name if old[0] is built else _of_material(kind.name, built)


def _of_material(name: str, material: Terrain) -> str:
    old, new = "Stone", "Wooden"
    if material is Terrain.STONE_BUILDING:
        old, new = new, old
    return name.replace(old, new)


def _is_partition(kind: TerrainType) -> bool:
    return kind.is_partition


def _is_low(kind: TerrainType) -> bool:
    return kind.category in {Category.DEPRESSION, Category.WATER}


def _stands_as(kind: TerrainType, side: HexsideTerrain) -> bool:
    return kind.is_hexside and kinds.hexside(kind)[0] is side


def _sinks_as(sunk: DepressionKind) -> Callable[[TerrainType], bool]:
    return lambda kind: kind.category is Category.DEPRESSION and kinds.depression(kind)[0] is sunk


def _course_kinds(layout: Layout) -> dict[Cell, DepressionKind]:
    """The kind of each Depression hex: of the first that runs through it."""
    found: dict[Cell, DepressionKind] = {}
    for course in layout.depressions:
        for cell in course.cells:
            found.setdefault(cell, course.kind)
    return found
