"""A board: one playing area, and every question the rules ask of the ground."""

from array import array
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rules.board import geometry
from rules.board.crossing import entered, entered_to_vertex
from rules.board.facts import facts_of, is_sunken, upper_levels
from rules.board.features import Features
from rules.board.geometry import SIDES, Cell
from rules.board.grid.hexes import Kind, Spot
from rules.board.grid.moving import Moving, with_moving, with_moving_to_corner
from rules.board.ground import Ground
from rules.board.hexside_lines import ends_of, meets, stands_between
from rules.board.hindering import on_grid
from rules.board.layout import Layout, hexside
from rules.board.locations import (
    HexId,
    LocationId,
    LocationKind,
    cliff_location,
    cliff_of,
    crest_of,
    hex_name,
    hex_of,
    level_of,
    location,
    pillbox_location,
)
from rules.board.los import Los, los_of
from rules.board.names import Names, own_names
from rules.board.rubble import Heap
from rules.board.sighting import Sighting
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.kernel.memo import Kept, asked_once

_LOS_KEPT = 1 << 16
_RUBBLE_KEPT = 64
_GRAIN_SEASON = range(6, 10)
_ORCHARD_SEASON = range(4, 11)
_SPOTS = {
    LocationKind.GROUND: {Kind.GROUND},
    LocationKind.UPPER_LEVEL: {Kind.LEVEL},
    LocationKind.DEPRESSION: {Kind.DEPRESSION},
    LocationKind.WATER: {Kind.GROUND, Kind.DEPRESSION},
    LocationKind.BRIDGE: {Kind.BRIDGE},
    LocationKind.CREST: {Kind.DEPRESSION},
    LocationKind.PILLBOX: {Kind.GROUND},
    LocationKind.CLIFF: {Kind.GROUND, Kind.DEPRESSION},
}
_COMPASS = ("north", "northeast", "southeast", "south", "southwest", "northwest")


class Board:
    """One playing area in one month: a board, or several that lie on a map. Immutable.

    What is asked of it all the time stands in tables: the range, the levels and the kinds of
    Locations; `kept` has the answers of rules that depend on the ground alone (`kernel.memo`).
    Methods raise KeyError for a hex or Location that is not on the board. Levels are absolute, but
    for those in the ids of Locations, which count from the ground Location of their hex: in a
    Depression or WATER hex that is the bottom, or the surface of the water.

    Any hex on the ground may have a pillbox: what would be in it has a name, a level and a LOS, and
    is a Location of those boards alone that are made `with_pillboxes` there.
    """

    def __init__(
        self,
        layout: Layout,
        month: int,
        *,
        ground: Ground,
        names: Names | None = None,
    ) -> None:
        """`ground` is what lies under its hexes; `names`, if they are not the board's own, are what
        they are called. ValueError for a month that is not 1-12."""
        if month not in range(1, 13):
            raise ValueError(f"there is no month {month}")
        self.id = layout.id
        self.title = layout.title
        self.month = month
        self.layout = layout
        self.grid = layout.grid
        self.ground = ground
        self.names = own_names(layout) if names is None else names
        self.hexes: tuple[HexId, ...] = tuple(self.names.ids.values())
        self._cells = {hex: cell for cell, hex in self.names.ids.items()}
        self._facts = facts_of(layout)
        self._locations = {hex: self._stacked(cell) for hex, cell in self._cells.items()}
        self._neighbours = {hex: self._around(cell) for hex, cell in self._cells.items()}
        self._sides = {
            hex: {there: side for side, there in around} for hex, around in self._neighbours.items()
        }
        self._kinds = {at: self._kind(at) for places in self._locations.values() for at in places}
        self._kinds |= dict.fromkeys(self._crests(), LocationKind.CREST)
        self._kinds |= self._inside_pillboxes()
        self._kinds |= dict.fromkeys(self._on_cliffs(), LocationKind.CLIFF)
        self._pillboxes: frozenset[HexId] = frozenset()
        self._fortified: dict[frozenset[HexId], Board] = {}
        self._forded: frozenset[HexId] = frozenset()
        self._with_fords: dict[frozenset[HexId], Board] = {}
        self._bare = self
        self._rubble: frozenset[tuple[HexId, Heap]] = frozenset()
        self._in_rubble = lru_cache(maxsize=_RUBBLE_KEPT)(self._with_rubble)
        self._levels = {at: self._level(at) for at in self._kinds}
        self._numbers = {hex: number for number, hex in enumerate(self._cells)}
        self._numbers_of = {at: self._numbers[hex_of(at)] for at in self._kinds}
        self._ranges: dict[int, array[int]] = {}
        self.kept: Kept = {}
        """What rules have worked out of the ground, for good."""
        self.los = lru_cache(maxsize=_LOS_KEPT)(self._los)

    def __copy__(self) -> "Board":
        """The same, tables and all."""
        board = object.__new__(Board)
        board.__dict__.update(self.__dict__)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        """What it was made of: its tables are made anew."""
        return _remade, (self.layout, self.month, self.ground, self.names)

    @property
    def grain_in_season(self) -> bool:
        """B15.6: grain hinders from June to September."""
        return self.month in _GRAIN_SEASON

    @property
    def orchard_in_season(self) -> bool:
        """B14.2: orchards are in leaf from April to October."""
        return self.month in _ORCHARD_SEASON

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the playing area, in picture units."""
        (width, height), (across, down) = self.grid.size(), self._scale
        return width * across, height * down

    @property
    def hex_size(self) -> tuple[float, float]:
        """How far columns lie apart, and the height of a hex, in picture units."""
        return self.ground.mesh.width, self.ground.mesh.height

    @property
    def features(self) -> Features:
        """The shapes of which the picture is drawn, in picture units."""
        return self.ground.features

    @property
    def _scale(self) -> tuple[float, float]:
        """Picture units of this board for one of `geometry`, across and down."""
        width, height = self.hex_size
        return width / geometry.COLUMN_WIDTH, height / geometry.HEX_HEIGHT

    def has(self, hex: HexId) -> bool:
        """Whether the hex is on this board."""
        return hex in self._cells

    def hex(self, name: str) -> HexId:
        """The hex players call `name`; that of a seam by either name. ValueError if there is none
        in play."""
        cell = self.names.cells.get(name)
        if cell is None:
            raise ValueError(self.names.unknown(name))
        return self.names.ids[cell]

    @asked_once
    def name(self, place: HexId | LocationId) -> str:
        """What players call a hex or a Location: "E5", "E5 level 1", "E5 bridge"; a
        Location that has fallen to rubble as before."""
        if "/" not in place:
            return hex_name(HexId(place))
        at = LocationId(place)
        climbed = cliff_of(at)
        if climbed is not None:
            return f"{hex_name(hex_of(at))} {_cliff_name(*climbed)}, level {level_of(at)}"
        words = {
            LocationKind.UPPER_LEVEL: f" level {level_of(at)}",
            LocationKind.BRIDGE: " bridge",
            LocationKind.CREST: " Crest",
            LocationKind.PILLBOX: " pillbox",
        }
        return hex_name(hex_of(at)) + words.get(self._bare._kinds[at], "")

    def boards(self, hex: HexId) -> tuple[str, ...]:
        """The ids of the boards of the map that the hex is on: of a seam, both."""
        return self.names.boards(self._cells[hex])

    def elevation(self, hex: HexId) -> int:
        """The level of the ground Location: in a Depression or WATER hex one lower than the ground
        around it (A6.3, B21)."""
        cell = self._cells[hex]
        return self.layout.level(cell) - is_sunken(self.layout, self._facts, cell)

    def _level(self, at: LocationId) -> int:
        """The level of a Location: a bridge lies as high as the ground beside it (B6.1)."""
        hex = hex_of(at)
        if self._kinds[at] is LocationKind.BRIDGE:
            return self.ground_level(hex)
        return self.elevation(hex) + level_of(at)

    def ground_level(self, hex: HexId) -> int:
        """The level of the ground, Depressions and water apart: that of the Crest (B20.9)."""
        return self.layout.level(self._cells[hex])

    def absolute(self, location: LocationId) -> int:
        """The level of a Location."""
        return self._levels[location]

    def locations(self, hex: HexId) -> tuple[LocationId, ...]:
        """The Locations of a hex: the ground, then upper levels, the bridge, or the pillbox."""
        return self._locations[hex]

    def has_location(self, location: LocationId) -> bool:
        """Whether there is such a Location on this board."""
        kind = self._kinds.get(location, LocationKind.CREST)
        if kind is LocationKind.PILLBOX:
            return hex_of(location) in self._pillboxes
        return kind is not LocationKind.CREST

    def crest(self, location: LocationId) -> LocationId | None:
        """B20.9: the Crest over a Location; None where there is no Depression, or a bridge over
        it."""
        found = crest_of(location)
        return found if self._kinds.get(found) is LocationKind.CREST else None

    def _crests(self) -> tuple[LocationId, ...]:
        """B20.9: the Crests of all Depressions without a bridge."""
        sunken = (at for at, kind in self._kinds.items() if kind is LocationKind.DEPRESSION)
        return tuple(crest for at in sunken if (crest := crest_of(at)) not in self._kinds)

    def standing(
        self,
        rubble: frozenset[tuple[HexId, Heap]],
        pillboxes: frozenset[HexId],
        fords: frozenset[HexId] = frozenset(),
    ) -> "Board":
        """The same board as it is now: with the rubble that has come in play (B24.1), by hex,
        with pillboxes in these hexes, and with this water fordable besides its own fords;
        with no others of these."""
        board = self if rubble == self._rubble else self._bare._in_rubble(rubble)
        return board.with_fords(fords).with_pillboxes(pillboxes)

    @property
    def before_rubble(self) -> "Board":
        """The same board with none of the rubble that has come in play."""
        return self._bare.with_fords(self._forded)

    def with_fords(self, hexes: frozenset[HexId]) -> "Board":
        """The same board where this water may be forded besides its own fords (B21.41, E6.6)."""
        if hexes == self._forded:
            return self
        found = self._with_fords.get(hexes)
        if found is None:
            found = self._with_fords[hexes] = copy(self)
            found._forded, found._fortified, found.kept = hexes, {}, {}
        return found

    def _with_rubble(self, rubble: frozenset[tuple[HexId, Heap]]) -> "Board":
        if not rubble:
            return self
        ground = self.ground.rubbled({self._cells[hex]: heap for hex, heap in rubble})
        board = Board(ground.layout, self.month, ground=ground, names=self.names)
        board._bare, board._rubble = self, rubble
        return board

    def with_pillboxes(self, hexes: frozenset[HexId]) -> "Board":
        """The same board with pillboxes in these hexes and no others (B30.1)."""
        if hexes == self._pillboxes:
            return self
        found = self._fortified.get(hexes)
        if found is None:
            found = self._fortified[hexes] = self._with(hexes)
        return found

    def _with(self, hexes: frozenset[HexId]) -> "Board":
        board = copy(self)
        bare = {hex: self._stacked(self._cells[hex]) for hex in self._pillboxes}
        inside = {hex: (*self._stacked(self._cells[hex]), pillbox_location(hex)) for hex in hexes}
        board._locations = {**self._locations, **bare, **inside}
        board._pillboxes = hexes
        board.kept = {}
        return board

    def _inside_pillboxes(self) -> dict[LocationId, LocationKind]:
        ground = (at for at, kind in self._kinds.items() if kind is LocationKind.GROUND)
        return {pillbox_location(hex_of(at)): LocationKind.PILLBOX for at in ground}

    def cliff_places(self, hex: HexId, side: int) -> tuple[LocationId, ...]:
        """B11.41: where one may be on the cliff of a hexside of the hex below it, near its one
        vertex and the other, from the bottom up; none without a cliff, or of the hex above it.
        """
        across = dict(self._neighbours[hex]).get(side)
        if across is None or self.hexside(hex, side) is not HexsideTerrain.CLIFF:
            return ()
        height = self.elevation(across) - self.elevation(hex)
        levels = range(height + 1) if height > 0 else ()
        ends = (side, (side + 1) % 6)
        return tuple(cliff_location(hex, level, side, end) for end in ends for level in levels)

    def above_cliff(self, at: LocationId) -> LocationId | None:
        """The ground above the cliff that is climbed at a Location; None if none is."""
        climbed = cliff_of(at)
        if climbed is None:
            return None
        return location(dict(self._neighbours[hex_of(at)])[climbed[0]])

    def _on_cliffs(self) -> tuple[LocationId, ...]:
        """Where Infantry may be on cliffs: on none that rises out of the water."""
        return tuple(
            at
            for hex in self._cells
            if self._kinds[location(hex)] is not LocationKind.WATER
            for side in SIDES
            for at in self.cliff_places(hex, side)
        )

    def kind(self, location: LocationId) -> LocationKind:
        """What the Location is."""
        return self._kinds[location]

    def _kind(self, location: LocationId) -> LocationKind:
        cell = self._cells[hex_of(location)]
        if level_of(location) > 0:
            bridge = cell in self.layout.bridges
            return LocationKind.BRIDGE if bridge else LocationKind.UPPER_LEVEL
        if self.layout.terrain_of(cell) is Terrain.WATER:
            return LocationKind.WATER
        sunken = cell in self._facts.depressions
        return LocationKind.DEPRESSION if sunken else LocationKind.GROUND

    def _stacked(self, cell: Cell) -> tuple[LocationId, ...]:
        hex, top = self.hex_at(cell), upper_levels(self.layout, self._facts, cell)
        return tuple(location(hex, level) for level in range(top + 1))

    def upper_levels(self, hex: HexId) -> int:
        """How many Locations the building in the hex has above the ground (B23.2)."""
        cell = self._cells[hex]
        building = self._facts.buildings.get(cell)
        return 0 if building is None else building.top(cell)

    def rubble_upstairs(self, hex: HexId) -> bool:
        """B24.1: whether rubble lies on what is left of the building in the hex."""
        cell = self._cells[hex]
        building = self._facts.buildings.get(cell)
        return building is not None and building.top(cell) < building.upper_levels

    def stairwell(self, hex: HexId) -> bool:
        """B23.4: whether one may change levels here; with one upper level, in all its hexes
        (B23.22)."""
        cell = self._cells[hex]
        building = self._facts.buildings.get(cell)
        if building is None or not building.upper_levels:
            return False
        return building.upper_levels == 1 or cell in building.stairwells

    def depression(self, hex: HexId) -> DepressionKind | None:
        """The Depression that runs through the hex; of two the one its source names first."""
        return self._facts.depressions.get(self._cells[hex])

    def depression_between(self, a: HexId, b: HexId) -> bool:
        """Whether the hexes share a Depression hexside."""
        side = self.side_between(a, b)
        if side is None:
            return False
        return hexside(self._cells[a], side) in self._facts.depression_sides

    def cliff_between(self, a: HexId, b: HexId) -> bool:
        """Whether the hexes share a cliff hexside (B11)."""
        return self._parted(a, b, HexsideTerrain.CLIFF)

    def rowhouse_between(self, a: HexId, b: HexId) -> bool:
        """Whether the wall of a rowhouse parts the hexes (B23.71)."""
        return self._parted(a, b, HexsideTerrain.ROWHOUSE_WALL)

    def _parted(self, a: HexId, b: HexId, by: HexsideTerrain) -> bool:
        side = self.side_between(a, b)
        return side is not None and self.hexside(a, side) is by

    def bridge(self, hex: HexId) -> Terrain | None:
        """What the bridge in the hex is made of, as a kind of building (B6)."""
        return self.layout.bridges.get(self._cells[hex])

    def foot_bridge(self, hex: HexId) -> bool:
        """B6.44: whether the bridge in the hex is one for those on foot."""
        return self.layout.is_foot_bridge(self._cells[hex])

    def ford(self, hex: HexId) -> bool:
        """Whether Infantry may cross the water here (B21.41), by whatever makes it fordable."""
        return hex in self._forded or self.is_own_ford(hex)

    def is_own_ford(self, hex: HexId) -> bool:
        """Whether there is a ford of the board's own."""
        return self._cells[hex] in self.layout.fords

    def is_flooded(self, hex: HexId) -> bool:
        """Whether there is water that lies level with the ground (B20.44, B21.122)."""
        return self.layout.flooded and self.terrain(hex).is_river

    def is_waterside(self, hex: HexId) -> bool:
        """Whether the building in the hex stands so near the water that one may jump into it from
        upstairs (E6.1)."""
        return self._cells[hex] in self.layout.waterside

    def terrain(self, hex: HexId) -> Terrain:
        """What the hex is."""
        return self.layout.terrain_of(self._cells[hex])

    def hexside(self, hex: HexId, side: int) -> HexsideTerrain | None:
        """What stands on a hexside 0-5, the same seen from either hex."""
        return self.layout.hexsides.get(hexside(self._cells[hex], side))

    def meets_hexside(self, a: HexId, b: HexId, hex: HexId, side: int) -> bool:
        """Whether the line between the centres of two hexes crosses or touches a hexside."""
        return meets(self._cells[a], self._cells[b], self._cells[hex], side)

    def stands_between(self, a: HexId, b: HexId, hex: HexId, side: int) -> bool:
        """B9.2: whether what stands on a hexside is between two hexes and belongs to neither."""
        return stands_between(self._cells[a], self._cells[b], self._cells[hex], side)

    def touches_hexside(self, hex: HexId, side: int, other: HexId, its: int) -> bool:
        """Whether two hexsides have a vertex in common."""
        own, there = ends_of(self._cells[hex], side), ends_of(self._cells[other], its)
        return not {*own}.isdisjoint(there)

    def hexspine(self, hex: HexId, vertex: int) -> HexsideTerrain | None:
        """What stands on the hexside that leaves the hex at a vertex 0-5, between hexsides
        `vertex - 1` and `vertex` (B9.2)."""
        cell = geometry.step(self._cells[hex], (vertex - 1) % 6)
        return self.layout.hexsides.get(hexside(cell, (vertex + 1) % 6))

    def road(self, hex: HexId) -> RoadKind | None:
        """The surface of the road in the hex; any paved road makes it paved (B3). A path is no
        road (B13.6)."""
        return self._facts.roads.get(self._cells[hex])

    def elevated_road(self, hex: HexId) -> bool:
        """B5: whether the road in the hex is an elevated one."""
        return self._cells[hex] in self._facts.elevated

    def road_sides(self, hex: HexId) -> frozenset[int]:
        """The hexsides a road crosses."""
        return self._facts.road_sides.get(self._cells[hex], frozenset())

    def road_between(self, a: HexId, b: HexId) -> bool:
        """Whether the hexes share a hexside and a road crosses it."""
        side = self.side_between(a, b)
        return side is not None and side in self.road_sides(a)

    def path_between(self, a: HexId, b: HexId) -> bool:
        """Whether the hexes share a hexside and a path crosses it (B13.6)."""
        side = self.side_between(a, b)
        return side is not None and hexside(self._cells[a], side) in self._facts.path_sides

    def building(self, hex: HexId) -> str | None:
        """The id of the building in the hex; the hexes of one building have the same, those of
        rowhouses too."""
        building = self._facts.buildings.get(self._cells[hex])
        return None if building is None else building.id

    def building_hexes(self, hex: HexId) -> tuple[HexId, ...]:
        """The hexes of the building that stands in a hex, or stood there before it was rubble, as
        far as they stand, in board order (A26.13)."""
        building = self._bare.building(hex)
        standing = (there for there in self.hexes if self.building(there) is not None)
        return tuple(there for there in standing if self.building(there) == building)

    def building_passage(self, a: HexId, b: HexId) -> bool:
        """Whether one may go from hex to hex inside a building: it crosses the hexside, with no
        wall of a rowhouse on it (B23.71)."""
        return frozenset({self._cells[a], self._cells[b]}) in self._facts.passages

    def interior_building_hex(self, hex: HexId) -> bool:
        """B23.1: whether the building in the hex crosses all six hexsides."""
        cell = self._cells[hex]
        building = self._facts.buildings.get(cell)
        joints = () if building is None else building.joints
        return sum(cell in joint for joint in joints) == len(SIDES)

    def neighbours(self, hex: HexId) -> tuple[tuple[int, HexId], ...]:
        """The hexes next to this one, each with the hexside between, in hexside order."""
        return self._neighbours[hex]

    def _around(self, cell: Cell) -> tuple[tuple[int, HexId], ...]:
        around = ((side, geometry.step(cell, side)) for side in SIDES)
        ids = self.names.ids
        return tuple((side, ids[next_]) for side, next_ in around if next_ in ids)

    def side_between(self, a: HexId, b: HexId) -> int | None:
        """The hexside of `a` that it shares with `b`, or None if they are not neighbours."""
        side = self._sides[a].get(b)
        if side is None and b not in self._cells:
            raise KeyError(b)
        return side

    def arcs(self, a: HexId, b: HexId) -> frozenset[int]:
        """The vertices of `a` whose Covered Arc has `b` in it."""
        return geometry.arcs(self._cells[a], self._cells[b])

    def grain(self, a: HexId, b: HexId) -> int | None:
        """The hexside of `a` across which a Hex Grain leads to `b`, None if none does."""
        return geometry.grain(self._cells[a], self._cells[b])

    def alternate_grain(self, a: HexId, b: HexId) -> int | None:
        """The vertex of `a` whose hexspine an Alternate Hex Grain follows to `b`, None if none
        does.
        """
        return geometry.alternate_grain(self._cells[a], self._cells[b])

    def distance(self, a: HexId, b: HexId) -> int:
        """The range between hexes, in hexes (A1.22)."""
        return self._ranges_from(self._numbers[a])[self._numbers[b]]

    def range(self, a: LocationId, b: LocationId) -> int:
        """The range between Locations, in hexes (A1.22)."""
        return self._ranges_from(self._numbers_of[a])[self._numbers_of[b]]

    def _ranges_from(self, number: int) -> "array[int]":
        """The range from one hex, by its number, to each: a row of a table that is filled in when
        first asked for."""
        if number not in self._ranges:
            cells = list(self._cells.values())
            distances = (geometry.distance(cells[number], cell) for cell in cells)
            self._ranges[number] = array("H", distances)
        return self._ranges[number]

    def centre(self, hex: HexId) -> tuple[float, float]:
        """The centre dot, in picture units."""
        (x, y), (across, down) = geometry.centre(self._cells[hex]), self._scale
        return x * across, y * down

    def memory(self) -> int:
        """Bytes the grid takes that answers for LOS, 0 before it was first asked."""
        return self.ground.memory()

    def turned(self, hex: HexId) -> bool:
        """Whether the board that the hex is named after lies turned by half a turn."""
        return self._cells[hex] in self.names.turned

    def prepare(self) -> None:
        """Make all that LOS needs, before anybody has to wait for it: up to a second of work."""
        self.ground.prepare()
        first, *_, last = self._kinds
        self.los(first, last)
        sighting, start, end = self._ends(first, last)
        sighting.board.crossed(start.hex, end.hex)

    def los_past(
        self, source: LocationId, target: LocationId, moving: tuple[Moving[HexId], ...]
    ) -> Los:
        """The LOS between two Locations with what hinders it for the moment on top.

        The values in one hex add up; of hexes at one range the larger counts (A6.7); six or more
        block (B.10). Not remembered. KeyError for a Location or hex that is not here.
        """
        if not moving or self.los(source, target).blocked:
            return self.los(source, target)
        if target < source:
            back = self._judged(target, source, moving)
            hindrances, where = back.hindrances[::-1], back.where[::-1]
            return replace(self._judged(source, target, moving), hindrances=hindrances, where=where)
        return self._judged(source, target, moving)

    def los_to_vertex(
        self,
        source: LocationId,
        target: LocationId,
        vertex: int,
        moving: tuple[Moving[HexId], ...] = (),
    ) -> Los:
        """The LOS from a Location to a vertex of another hex, at the level of a Location there,
        with what hinders it for the moment (A6.12).

        Terrain in that hex may hide its vertex; its own walls and hedges do not. Not remembered.
        KeyError for what is not here, ValueError within one hex.
        """
        start, end = self._cells[hex_of(source)], self._cells[hex_of(target)]
        if start == end:
            raise ValueError("a vertex of its own hex is not looked at")
        sighting, from_, to = self._ends(source, target)
        there = sighting.turn(vertex)
        hindering = on_grid(moving, self._cells, sighting)
        return los_of(
            with_moving_to_corner(sighting.board, from_, to, there, hindering),
            sighting,
            self.names.ids.get,
            self.name,
            entered_to_vertex(end[0] - start[0], end[1] - start[1], vertex),
        )

    def is_clear_side(self, hex: HexId, side: int) -> bool:
        """A4.3: whether a hexside between two hexes in play is touched by neither woods nor
        buildings, of either of them, and not covered by water."""
        across = dict(self._neighbours[hex]).get(side)
        if across is None:
            return False
        cell = self._cells[hex]
        sighting = self.ground.sighting(cell, self._cells[across])
        index = sighting.index(cell)
        return index is not None and sighting.board.is_clear_side(index, sighting.turn(side))

    def _los(self, source: LocationId, target: LocationId) -> Los:
        """The LOS between two Locations (A6), remembered. KeyError for one that is not here.

        Of two hexes at one range either may be met first. Which one hinders is said by the line
        from the end whose name comes first, so that both ends name the same (A6.5).
        """
        los = self._judged(source, target, ())
        if los.blocked or not los.hindrances or source < target:
            return los
        back = self.los(target, source)
        return replace(los, hindrances=back.hindrances[::-1], where=back.where[::-1])

    def _judged(
        self, source: LocationId, target: LocationId, moving: tuple[Moving[HexId], ...]
    ) -> Los:
        start, end = self._cells[hex_of(source)], self._cells[hex_of(target)]
        sighting, from_, to = self._ends(source, target)
        hindering = on_grid(moving, self._cells, sighting)
        return los_of(
            with_moving(sighting.board, from_, to, hindering),
            sighting,
            self.names.ids.get,
            self.name,
            entered(end[0] - start[0], end[1] - start[1]),
        )

    def _ends(self, source: LocationId, target: LocationId) -> tuple[Sighting, Spot, Spot]:
        """What judges a LOS, and the Locations that it has for its ends."""
        start, end = self._cells[hex_of(source)], self._cells[hex_of(target)]
        sighting = self.ground.sighting(start, end)
        from_, to = (
            self._spot(sighting, cell, location)
            for cell, location in ((start, source), (end, target))
        )
        return sighting, from_, to

    def _spot(self, sighting: Sighting, cell: Cell, at: LocationId) -> Spot:
        """An end of a LOS; at a Crest as if it were ground (B20.9)."""
        kind = self.kind(at)
        spot = sighting.spot(cell, self.absolute(at), _SPOTS[kind])
        return replace(spot, kind=Kind.GROUND) if kind is LocationKind.CREST else spot

    def cell(self, hex: HexId) -> Cell:
        """The cell of a hex of the map."""
        return self._cells[hex]

    def hex_at(self, cell: Cell) -> HexId:
        """The hex of a cell. KeyError if none is in play there."""
        return self.names.ids[cell]


def _cliff_name(side: int, vertex: int) -> str:
    """What players call where a cliff is climbed: "cliff north, to the northeast"."""
    beside = (side + 1 if vertex != side else side - 1) % 6
    return f"cliff {_COMPASS[side]}, to the {_COMPASS[beside]}"


def _remade(layout: Layout, month: int, ground: Ground, names: Names) -> Board:
    return Board(layout, month, ground=ground, names=names)
