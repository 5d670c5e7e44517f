"""Our boards: each has the ground of its character, joins the others, and lets one see across."""

import gzip
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from xml.etree import ElementTree

import pytest

from rules.board.board import Board
from rules.board.geometry import SIDES, Cell, step
from rules.board.locations import LocationId, location
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.loading import BOARDS, load_board
from rules.mapmaking.picture import board_svg

MONTH = 7
ALL = tuple(f"so{number}" for number in range(1, 11))
GEOMORPHIC = tuple(board for board in ALL if board not in {"so8", "so9", "so10"})
COLUMNS, ROWS = 33, 10
STEEP = 2
LARGEST_ZIPPED = 450_000
FAR = 6

ENDS = {"A6", "GG6", "Q1", "Q10"}
SMALL_ENDS = {"so8": {"A3", "O3"}, "so9": {"A3", "Q3"}, "so10": {"A5", "S5", "K9", "N0"}}

# At least so many hexes of each terrain.
GROUND = {
    "so1": {Terrain.WOODS: 40, Terrain.GRAIN: 20, Terrain.ORCHARD: 3, Terrain.GRAVEYARD: 1},
    "so2": {Terrain.STONE_BUILDING: 50, Terrain.WOODEN_BUILDING: 30, Terrain.GRAVEYARD: 3},
    "so3": {Terrain.WATER: 25, Terrain.MARSH: 8, Terrain.WOODS: 30, Terrain.ORCHARD: 5},
    "so4": {Terrain.WOODS: 50, Terrain.CRAG: 4, Terrain.WATER: 3, Terrain.BRUSH: 20},
    "so5": {Terrain.GRAIN: 35, Terrain.WATER: 4, Terrain.WOODEN_BUILDING: 10, Terrain.MARSH: 3},
    "so6": {Terrain.ORCHARD: 15, Terrain.VINEYARD: 6, Terrain.GRAIN: 15, Terrain.WOODS: 20},
    "so7": {Terrain.RICE_PADDY: 15, Terrain.HUTS: 10, Terrain.WOODS: 30, Terrain.CRAG: 3},
    "so8": {Terrain.WOODS: 8, Terrain.GRAIN: 5, Terrain.ORCHARD: 2, Terrain.BRUSH: 4},
    "so9": {Terrain.WATER: 25, Terrain.WOODS: 20, Terrain.BRUSH: 6, Terrain.ORCHARD: 3},
    "so10": {Terrain.GRAIN: 15, Terrain.WOODS: 10, Terrain.BRUSH: 6, Terrain.ORCHARD: 5},
}
# At least so many hexsides of each terrain.
HEXSIDES = {
    "so1": {HexsideTerrain.WALL: 10, HexsideTerrain.HEDGE: 20},
    "so2": {HexsideTerrain.WALL: 20, HexsideTerrain.ROWHOUSE_WALL: 15},
    "so3": {HexsideTerrain.HEDGE: 10},
    "so4": {HexsideTerrain.CLIFF: 18},
    "so5": {HexsideTerrain.HEDGE: 8},
    "so6": {HexsideTerrain.WALL: 50, HexsideTerrain.HEDGE: 80},
    "so7": {HexsideTerrain.CLIFF: 5},
    "so8": {HexsideTerrain.WALL: 4, HexsideTerrain.HEDGE: 5},
    "so9": {HexsideTerrain.CLIFF: 4, HexsideTerrain.HEDGE: 3},
    "so10": {HexsideTerrain.BOCAGE: 40, HexsideTerrain.WALL: 2},
}
HIGHEST = {f"so{n}": level for n, level in enumerate((1, 0, 2, 3, 1, 1, 4, 1, 1, 1), start=1)}
TALLEST = {f"so{n}": top for n, top in enumerate((2, 3, 2, 1, 1, 2, 0, 1, 1, 1), start=1)}
SUNKEN: Mapping[str, set[DepressionKind]] = {
    "so1": set(),
    "so2": set(),
    "so3": {DepressionKind.STREAM, DepressionKind.GULLY},
    "so4": {DepressionKind.GULLY},
    "so5": {DepressionKind.GULLY},
    "so6": {DepressionKind.SUNKEN_ROAD},
    "so7": {DepressionKind.STREAM},
    "so8": {DepressionKind.GULLY},
    "so9": set(),
    "so10": set(),
}
BRIDGES = {
    "so3": "I6 M6 N6 Q2 Q3",
    "so4": "N6",
    "so5": "L4 N5 R3",
    "so7": "L6 Q5 T3",
    "so8": "E3",
    "so9": "H2 I3 J2",
}

# The first sees the second on the ground, or does not. The words say what decides.
LINES = [
    ("so1", "H6", "L6", True, "along the fields before the village"),
    ("so1", "P3", "T3", True, "over the lane north of the church"),
    ("so1", "A3", "F3", True, "past the corner of the woods"),
    ("so1", "E4", "I2", False, "through the woods"),
    ("so1", "O4", "P5", False, "through the town hall"),
    ("so2", "G3", "G9", True, "down a street"),
    ("so2", "G6", "M6", True, "down the main street"),
    ("so2", "M4", "Q4", False, "through the cathedral"),
    ("so3", "K9", "P2", True, "over the water"),
    ("so4", "J4", "Q7", True, "a summit over the woods on its slope"),
    ("so4", "H7", "H1", False, "over the ridge"),
    ("so4", "I4", "AA8", True, "from summit to summit"),
    ("so5", "A5", "K5", True, "along the highway"),
    ("so5", "A4", "AA8", True, "from the western edge to the windmill"),
    ("so5", "W4", "Y5", False, "through the tractor station"),
    ("so5", "J9", "F8", False, "into the bottom of the balka"),
    ("so6", "G6", "M6", False, "over a hedged field"),
    ("so6", "AA4", "AA7", True, "from the gate of the castle to the vineyards"),
    ("so6", "W7", "N6", False, "through the village"),
    ("so7", "I4", "X7", True, "from the highest summit to the southern ridge"),
    ("so7", "Z6", "Y4", True, "from the cliff down to the road"),
    ("so7", "I4", "P7", True, "down into the huts"),
    ("so7", "I8", "I1", False, "over the northern height"),
    ("so8", "L2", "H4", True, "down from the hill"),
    ("so9", "G5", "K4", True, "over the river from its steep bank"),
    ("so9", "H4", "H6", True, "along the water"),
    ("so9", "I4", "I6", False, "across the island"),
    ("so10", "E5", "O5", True, "along the causeway"),
    ("so10", "K7", "K3", False, "through the causeway"),
    ("so10", "E5", "E2", True, "from the causeway through a gap"),
    ("so10", "K5", "K1", False, "from the causeway behind bocage"),
]


@pytest.fixture(scope="module", params=ALL)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param, MONTH)


def on_the_edge(board: Board) -> set[Cell]:
    """The hexes that reach the edge of the board, half hexes and whole ones."""
    grid = board.grid
    return {cell for cell in grid.cells() if any(not grid.has(step(cell, s)) for s in SIDES)}


def ground(board: Board, name: str) -> LocationId:
    return location(board.hex(name))


def seen(board: Board) -> int:
    """How many percent of far pairs of hexes see each other on the ground."""
    pairs = [(a, b) for a, b in combinations(board.hexes[::7], 2) if board.distance(a, b) >= FAR]
    clear = sum(not board.los(location(a), location(b)).blocked for a, b in pairs)
    return 100 * clear // len(pairs)


def test_these_are_all() -> None:
    assert {path.stem for path in BOARDS.glob("*.txt")} == set(ALL)
    assert len({load_board(id_, MONTH).title for id_ in ALL}) == len(ALL)


@pytest.mark.parametrize("month", [1, 7])
@pytest.mark.parametrize("id_", ALL)
def test_the_picture_is_whole_and_not_too_large(id_: str, month: int) -> None:
    board = load_board(id_, month)
    svg = board_svg(board)
    ElementTree.fromstring(svg)  # noqa: S314 - our own text
    assert len(gzip.compress(svg.encode())) < LARGEST_ZIPPED
    assert [hex_ for hex_ in board.hexes if f">{board.name(hex_)}<" not in svg] == []


@pytest.mark.parametrize("id_", GEOMORPHIC)
def test_the_size_of_boards_that_join(id_: str) -> None:
    grid = load_board(id_, MONTH).grid
    assert (grid.columns, grid.rows) == (COLUMNS, ROWS)


def test_roads_leave_where_those_of_other_boards_do(board: Board) -> None:
    edge = on_the_edge(board)
    roads = [road for road in board.layout.roads if road.kind is not RoadKind.PATH]
    ends = {cell for road in roads for cell in (road.cells[0], road.cells[-1])}
    assert {board.grid.name(cell) for cell in ends & edge} == (SMALL_ENDS.get(board.id, ENDS))


@pytest.mark.parametrize("id_", GEOMORPHIC)
def test_the_edge_lies_at_level_0_without_depressions(
    id_: str,
) -> None:
    board = load_board(id_, MONTH)
    edge = on_the_edge(board)
    assert [board.grid.name(cell) for cell in edge if board.layout.level(cell)] == []
    beds = {cell for course in board.layout.depressions for cell in course.cells}
    assert [board.grid.name(cell) for cell in edge & beds] == []


@pytest.mark.parametrize("id_", GEOMORPHIC)
def test_no_building_stands_in_a_half_hex(id_: str) -> None:
    board = load_board(id_, MONTH)
    grid = board.grid
    halves = {cell for cell in grid.cells() if cell[0] in {0, COLUMNS - 1}}
    halves |= {cell for cell in grid.cells() if cell[0] % 2 and not 0 < grid.row(cell) < ROWS}
    built = {cell for building in board.layout.buildings for cell in building.cells}
    assert [grid.name(cell) for cell in built & halves] == []


def test_every_board_has_the_ground_of_its_character(board: Board) -> None:
    hexes = Counter(board.terrain(hex_) for hex_ in board.hexes)
    hexsides = Counter(board.layout.hexsides.values())
    assert {kind for kind, least in GROUND[board.id].items() if hexes[kind] < least} == set()
    assert {kind for kind, least in HEXSIDES[board.id].items() if hexsides[kind] < least} == set()


def test_heights_and_depths(board: Board) -> None:
    layout = board.layout
    assert max(layout.levels.values(), default=0) == HIGHEST[board.id]
    assert max(one.upper_levels for one in layout.buildings) == TALLEST[board.id]
    assert {course.kind for course in layout.depressions} == SUNKEN[board.id]
    bridges = {board.grid.name(cell) for cell in layout.bridges}
    assert bridges == set(BRIDGES.get(board.id, "").split())


def test_the_river_can_be_forded_twice() -> None:
    board = load_board("so3", MONTH)
    assert {board.grid.name(cell) for cell in board.layout.fords} == {"K8", "V3"}


@pytest.mark.parametrize("id_", ["so1", "so2", "so5", "so6", "so7", "so8", "so9", "so10"])
def test_where_the_ground_falls_two_levels_there_is_a_cliff(id_: str) -> None:
    """No abrupt change of elevation (B10.5) on these boards."""
    board = load_board(id_, MONTH)
    abrupt = [
        f"{board.name(hex_)}/{side}"
        for hex_ in board.hexes
        for side, other in board.neighbours(hex_)
        if abs(board.ground_level(hex_) - board.ground_level(other)) >= STEEP
        and not board.cliff_between(hex_, other)
    ]
    assert abrupt == []


def test_buildings_have_names_of_their_own_and_stairs(board: Board) -> None:
    names = [building.id for building in board.layout.buildings]
    assert len(names) == len(set(names))
    assert all(len(name) > 1 for name in names)
    for building in board.layout.buildings:
        hexes = [board.hex_at(cell) for cell in building.cells]
        assert any(map(board.stairwell, hexes)) == (building.upper_levels > 0)


def test_roads_lead_from_edge_to_edge(board: Board) -> None:
    """All that is road can be reached by road from where it leaves the board."""
    start = board.hex(min(SMALL_ENDS.get(board.id, ENDS)))
    reached, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for _, there in board.neighbours(here):
            if board.road_between(here, there) and there not in reached:
                reached.add(there)
                ahead.append(there)
    roads = {hex_ for hex_ in board.hexes if board.road(hex_) is not None}
    assert {board.name(hex_) for hex_ in roads - reached} == set()


@pytest.mark.parametrize(("id_", "a", "b", "clear", "why"), LINES)
def test_what_one_sees(id_: str, a: str, b: str, clear: bool, why: str) -> None:
    board = load_board(id_, MONTH)
    assert board.los(ground(board, a), ground(board, b)).blocked is not clear, why


def test_the_steppe_is_open_and_the_farmland_close() -> None:
    far = {id_: seen(load_board(id_, MONTH)) for id_ in GEOMORPHIC}
    assert max(far, key=far.__getitem__) == "so5"
    assert min(far, key=far.__getitem__) == "so6"
    assert far["so5"] > 4 * far["so6"]


def test_the_castle_sees_over_the_wall_of_its_park() -> None:
    board = load_board("so6", MONTH)
    low, high = ground(board, "BB2"), location(board.hex("BB2"), 2)
    field = ground(board, "GG3")
    assert board.los(low, field).blocked
    assert not board.los(high, field).blocked


def test_a_balka_hides_whoever_walks_along_it() -> None:
    """From the highway nobody in the western reach of the balka is seen; from above it one is."""
    board = load_board("so5", MONTH)
    watchers = [ground(board, name) for name in ("A5", "D4", "I5", "Q7")]
    bottom = [ground(board, name) for name in ("E9", "F8", "G9", "H8", "I9", "J8")]
    assert all(board.los(one, two).blocked for one in watchers for two in bottom)
    assert not board.los(ground(board, "H6"), ground(board, "H8")).blocked
