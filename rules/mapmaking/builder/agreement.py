"""Whether a grid made of a layout says of every hex what the layout says."""

from collections.abc import Iterator

from rules.board.facts import Facts, facts_of, is_sunken, upper_levels
from rules.board.geometry import SIDES, Cell, step
from rules.board.grid.engine import GridBoard
from rules.board.grid.ground import SIDE, SIDE_CLIFF, SIDE_LOCATION, SIDE_SUNKEN, TERRAIN
from rules.board.grid.hexes import Kind
from rules.board.grid.standard import (
    FORD,
    area_name,
    bridge_name,
    building_name,
    depression_name,
    hexside_name,
    ruin_name,
    way_name,
)
from rules.board.grid.terrain import NOTHING, Category
from rules.board.layout import Hexside, Layout, both_sides, hexside
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain

_WET = frozenset({Category.WATER, Category.BRIDGE})
_BOTH = 2


def disagreements(layout: Layout, grid: GridBoard, month: int) -> list[str]:
    """What the grid of a layout in a month has wrong, in words; nothing if it is as it should be.

    Asked of every hex: base level, terrain at the centre dot, Locations and their levels, stairway;
    of every hexside within the board: what stands on it, and whether a Depression or a building
    crosses it; that a river does between two of its hexes, and where its banks are and a Depression
    opens into it does not matter.
    """
    asked = _Asked(layout, facts_of(layout), grid, month)
    return [
        f"{layout.id} {layout.grid.name(cell)}: {said}"
        for hex, cell in enumerate(layout.grid.cells())
        for said in (*asked.centre(hex, cell), *asked.hexsides(hex, cell))
    ]


class _Asked:
    def __init__(self, layout: Layout, facts: Facts, grid: GridBoard, month: int) -> None:
        self.layout = layout
        self.facts = facts
        self.grid = grid
        self.month = month

    def centre(self, hex: int, cell: Cell) -> Iterator[str]:
        """What is wrong with a hex as such."""
        bridged = cell in self.layout.bridges
        low = is_sunken(self.layout, self.facts, cell)
        base = self.layout.level(cell) - (low and not bridged)
        if self.grid.base(hex) != base:
            yield f"base level {self.grid.base(hex)} is not {base}"
        name = self._name(int(self.grid.ground.hexes[hex, TERRAIN]))
        possible = self._names(cell)
        if name not in possible:
            yield f"{name} at the centre is not {' or '.join(sorted(possible))}"
        found = [(spot.elevation, spot.kind.value) for spot in self.grid.spots[hex]]
        expected = self._locations(cell, base)
        if found != expected:
            yield f"Locations {found} are not {expected}"
        building = self.facts.buildings.get(cell)
        levels = 0 if building is None else building.upper_levels
        stairway = building is not None and (levels == 1 or cell in building.stairwells)
        if self.grid.has_stairway(hex) != stairway:
            yield "a stairway" if not stairway else "no stairway"

    def _names(self, cell: Cell) -> set[str]:
        """What may lie at the centre dot: a road in growth has a lane beside it, and may bend."""
        layout, building = self.layout, self.facts.buildings.get(cell)
        if building is not None:
            named = building_name if building.top(cell) == building.upper_levels else ruin_name
            return {named(building.material, building.top(cell))}
        if cell in layout.bridges:
            stone = layout.bridges[cell] is Terrain.STONE_BUILDING
            return {bridge_name(stone=stone, roadway=True)}
        if cell in layout.fords:
            return {FORD}
        area = area_name(layout.terrain_of(cell), self.month)
        if layout.terrain_of(cell).is_river or self.grid.table.named(area).inherent:
            return {area}
        kinds = {depression_name(one.kind) for one in layout.depressions if cell in one.cells}
        ways = {
            way_name(road.kind)
            for road in layout.roads
            if cell in road.cells and road.kind is not RoadKind.PATH
        }
        if ways:
            ways.add(area_name(Terrain.OPEN_GROUND, self.month))
        return kinds or {area} | ways

    def _locations(self, cell: Cell, base: int) -> list[tuple[int, str]]:
        """Level and kind of every Location, lowest first."""
        sunken = cell in self.facts.depressions and not self._water(cell)
        own = Kind.DEPRESSION if sunken else Kind.GROUND
        if cell in self.layout.bridges:
            return [(base - 1, own.value), (base, Kind.BRIDGE.value)]
        upper = range(1, upper_levels(self.layout, self.facts, cell) + 1)
        return [(base, own.value), *((base + level, Kind.LEVEL.value) for level in upper)]

    def hexsides(self, hex: int, cell: Cell) -> Iterator[str]:
        """What is wrong with the hexsides of a hex."""
        for side in SIDES:
            if self.layout.grid.has(step(cell, side)):
                for said in self._side(hex, cell, side):
                    yield f"hexside {side}: {said}"

    def _side(self, hex: int, cell: Cell, side: int) -> Iterator[str]:
        key, row = hexside(cell, side), self.grid.ground.hexes[hex]
        kind = self.layout.hexsides.get(key)
        expected = "nothing" if kind is None else hexside_name(kind, self._levels_at(key))
        code = int(row[SIDE + side])
        found = "nothing" if code == NOTHING else self._name(code)
        if found != expected:
            yield f"{found} is not {expected}"
        there = self.grid.table[int(row[SIDE_LOCATION + side])]
        wet = self._water(cell) + self._water(step(cell, side))
        sunken = key in self.facts.depression_sides
        building = {cell, step(cell, side)} in self._joints(cell)
        for what, is_so, should in (
            ("a cliff", row[SIDE_CLIFF + side] != 0, kind is HexsideTerrain.CLIFF),
            ("a Depression", row[SIDE_SUNKEN + side] != 0 or (wet and sunken), sunken),
            ("a building", there.is_building, building),
        ):
            if is_so != should:
                yield f"{'no ' if should else ''}{what}"
        if wet == _BOTH and there.category not in _WET:
            yield "no water"

    def _levels_at(self, key: Hexside) -> int:
        tops = (upper_levels(self.layout, self.facts, cell) for cell, _ in both_sides(key))
        return max(tops)

    def _water(self, cell: Cell) -> bool:
        return self.layout.terrain_of(cell).is_river

    def _joints(self, cell: Cell) -> list[set[Cell]]:
        building = self.facts.buildings.get(cell)
        return [] if building is None else [set(joint) for joint in building.joints]

    def _name(self, code: int) -> str:
        return self.grid.table[code].name
