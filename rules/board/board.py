"""A board: one playing area, and every question the rules ask of the ground."""

from functools import cache, lru_cache
from pathlib import Path

from rules.board import geometry
from rules.board.footprints import Footprint, footprints
from rules.board.geometry import SIDES, Cell
from rules.board.layout import BoardError, Layout, both_sides, hexside
from rules.board.locations import HexId, LocationId, hex_id, hex_of, level_of
from rules.board.los import Los, los_between
from rules.board.reading import read_layout
from rules.board.terrain import HexsideTerrain, RoadKind, Terrain

BOARDS = Path(__file__).parent.parent / "boards"

_LOS_KEPT = 1 << 16
_GRAIN_SEASON = range(6, 10)


class Board:
    """One playing area in one month. Immutable.

    Methods raise KeyError for a hex that is not on the board. The methods that end in `_at` ask
    the same by `Cell`, for the LOS and the picture.
    """

    def __init__(self, layout: Layout, month: int) -> None:
        if month not in range(1, 13):
            raise ValueError(f"there is no month {month}")
        self.id = layout.id
        self.title = layout.title
        self.month = month
        self.layout = layout
        self.grid = layout.grid
        self.hexes: tuple[HexId, ...] = tuple(self.hex_at(cell) for cell in layout.grid.cells())
        self._cells = dict(zip(self.hexes, layout.grid.cells(), strict=True))
        self._footprints = footprints(layout)
        self._roads, self._road_sides = _roads(layout)
        self._neighbours = {hex: self._around(cell) for hex, cell in self._cells.items()}
        self._distance = lru_cache(maxsize=None)(geometry.distance)
        self._los = lru_cache(maxsize=_LOS_KEPT)(self._trace)

    @property
    def grain_in_season(self) -> bool:
        """B15.6: grain hinders from June to September."""
        return self.month in _GRAIN_SEASON

    def has(self, hex: HexId) -> bool:
        """Whether the hex is on this board."""
        return hex in self._cells

    def hex(self, name: str) -> HexId:
        """The hex players call `name`. ValueError if there is none."""
        return self.hex_at(self.grid.cell(name))

    def terrain(self, hex: HexId) -> Terrain:
        """What the hex is."""
        return self.terrain_at(self._cells[hex])

    def hexside(self, hex: HexId, side: int) -> HexsideTerrain | None:
        """The wall or hedge on a hexside 0-5, the same seen from either hex."""
        return self.hexside_at(self._cells[hex], side)

    def hexspine(self, hex: HexId, vertex: int) -> HexsideTerrain | None:
        """The wall or hedge that leaves the hex at a vertex 0-5, between hexsides `vertex - 1`
        and `vertex` (B9.2)."""
        cell = geometry.step(self._cells[hex], (vertex - 1) % 6)
        return self.hexside_at(cell, (vertex + 1) % 6)

    def road(self, hex: HexId) -> RoadKind | None:
        """The surface of the road in the hex; any paved road makes it paved (B3)."""
        return self._roads.get(self._cells[hex])

    def road_sides(self, hex: HexId) -> frozenset[int]:
        """The hexsides a road crosses."""
        return self.road_sides_at(self._cells[hex])

    def road_between(self, a: HexId, b: HexId) -> bool:
        """Whether the hexes share a hexside and a road crosses it."""
        side = self.side_between(a, b)
        return side is not None and side in self.road_sides(a)

    def building(self, hex: HexId) -> str | None:
        """The id of the building in the hex; the hexes of one building have the same."""
        footprint = self._footprints.get(self._cells[hex])
        return None if footprint is None else footprint.building.id

    def interior_building_hex(self, hex: HexId) -> bool:
        """B23.1: whether the building in the hex crosses all six hexsides."""
        cell = self._cells[hex]
        footprint = self._footprints.get(cell)
        joints = () if footprint is None else footprint.building.joints
        return sum(cell in joint for joint in joints) == len(SIDES)

    def neighbours(self, hex: HexId) -> tuple[tuple[int, HexId], ...]:
        """The hexes next to this one, each with the hexside between, in hexside order."""
        return self._neighbours[hex]

    def _around(self, cell: Cell) -> tuple[tuple[int, HexId], ...]:
        around = ((side, geometry.step(cell, side)) for side in SIDES)
        return tuple((side, self.hex_at(next_)) for side, next_ in around if self.has_cell(next_))

    def side_between(self, a: HexId, b: HexId) -> int | None:
        """The hexside of `a` that it shares with `b`; None if they are not neighbours."""
        start, end = self._cells[a], self._cells[b]
        return next((side for side in SIDES if geometry.step(start, side) == end), None)

    def distance(self, a: HexId, b: HexId) -> int:
        """The range, in hexes (A1.22)."""
        return self._distance(self._cells[a], self._cells[b])

    def centre(self, hex: HexId) -> tuple[float, float]:
        """The centre dot, in picture units."""
        return geometry.centre(self._cells[hex])

    def los(self, source: LocationId, target: LocationId) -> Los:
        """The LOS between two ground level Locations (A6).

        ValueError for another level: buildings of our boards have a ground level only.
        """
        return self._los(source, target)

    def _trace(self, source: LocationId, target: LocationId) -> Los:
        for end in (source, target):
            if level_of(end) != 0:
                raise ValueError(f"{end} is not at ground level")
        return los_between(self, self._cells[hex_of(source)], self._cells[hex_of(target)])

    def has_cell(self, cell: Cell) -> bool:
        """Whether the cell is on this board."""
        return self.grid.has(cell)

    def hex_at(self, cell: Cell) -> HexId:
        """The hex of a cell."""
        return hex_id(self.id, self.grid.name(cell))

    def terrain_at(self, cell: Cell) -> Terrain:
        """What the hex is; Open Ground outside the board."""
        return self.layout.terrain.get(cell, Terrain.OPEN_GROUND)

    def hexside_at(self, cell: Cell, side: int) -> HexsideTerrain | None:
        """The wall or hedge on a hexside 0-5."""
        return self.layout.hexsides.get(hexside(cell, side))

    def hinders_at(self, cell: Cell) -> bool:
        """B12.2, B15.2: brush hinders, and so does grain in season."""
        terrain = self.terrain_at(cell)
        return terrain is Terrain.BRUSH or (terrain is Terrain.GRAIN and self.grain_in_season)

    def road_sides_at(self, cell: Cell) -> frozenset[int]:
        """The hexsides a road crosses."""
        return self._road_sides.get(cell, frozenset())

    def footprint_at(self, cell: Cell) -> Footprint:
        """The outline of the building in a hex. KeyError if there is none."""
        return self._footprints[cell]


@cache
def load_board(path_or_id: Path | str, month: int) -> Board:
    """One of our boards by its id ("so1"), or a board from a file, in a month 1-12.

    Raises BoardError if the file is missing or wrong; the board's id must be the file's name.
    """
    path = BOARDS / f"{path_or_id}.txt" if isinstance(path_or_id, str) else path_or_id
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(path.name, 1, "file", f"cannot be read: {error}") from error
    layout = read_layout(text, file=path.name)
    if layout.id != path.stem:
        raise BoardError(path.name, 1, "board", f"says {layout.id}, the file {path.stem}")
    return Board(layout, month)


def _roads(layout: Layout) -> tuple[dict[Cell, RoadKind], dict[Cell, frozenset[int]]]:
    kinds: dict[Cell, RoadKind] = {}
    sides: dict[Cell, frozenset[int]] = {}
    for road in layout.roads:
        for cell in road.cells:
            if kinds.get(cell) is not RoadKind.PAVED:
                kinds[cell] = road.kind
        for key in road.hexsides():
            for cell, side in both_sides(key):
                sides[cell] = sides.get(cell, frozenset()) | {side}
    return kinds, sides
