"""B24.1 Boards on which rubble has come in play."""

import pytest

from rules.board.board import Board
from rules.board.locations import location
from rules.board.rubble import Heap, in_rubble
from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.builder.agreement import disagreements
from rules.mapmaking.maps import MapPlan, map_of
from rules.mapmaking.placing import Placement
from rules.mapmaking.source import parse_board

ROW = """
board r1
title A row
size 9 x 8
building wooden row levels 1: C3 C4 C5
rowhouse: C3/3 C4/3
building stone mill levels 2 stairwell F4: F4 G4
building stone tower levels 3 stairwell H4: G6 H6 H5 H4
rowhouse: H4/3
road dirt: E2 E3 E4 E5 E6
"""
NORTH = """
board m1
title The north
size 5 x 4
building stone mill levels 1: D2 E3
"""
SOUTH = """
board m2
title The south
size 5 x 4
woods: C2
"""
WOODEN, STONE = Terrain.WOODEN_RUBBLE, Terrain.STONE_RUBBLE


def standing(board: Board, **rubble: Terrain) -> Board:
    lies = frozenset((board.hex(name), Heap(kind)) for name, kind in rubble.items())
    return board.standing(lies, frozenset())


@pytest.fixture(scope="module")
def row() -> Board:
    return parse_board(ROW)


def test_b24_1_a_building_is_that_building_still(row: Board) -> None:
    now = standing(row, F4=STONE)
    mill = row.hex("G4")
    assert now.building(mill) == row.building(mill)
    assert now.building_hexes(row.hex("F4")) == now.building_hexes(mill) == (mill,)
    assert now.upper_levels(mill) == 2
    assert not now.stairwell(mill)
    assert now.locations(row.hex("F4")) == (location(row.hex("F4")),)
    assert not now.building_passage(mill, row.hex("F4"))


def test_b24_1_what_has_gone_still_has_its_name(row: Board) -> None:
    gone = location(row.hex("F4"), 2)
    now = standing(row, F4=STONE)
    assert not now.has_location(gone)
    assert now.name(gone) == "F4 level 2"


def test_b24_1_los_is_over_the_rubble(row: Board) -> None:
    source, target = location(row.hex("G4"), 2), location(row.hex("D5"))
    now = standing(row, F4=STONE)
    assert row.los(source, target).blocked
    assert not now.los(source, target).blocked
    assert now.los(location(row.hex("F3")), location(row.hex("F5"))).blocked


def test_b23_71_the_bar_stands_until_both_its_hexes_are_rubble(row: Board) -> None:
    one = standing(row, C3=WOODEN)
    assert one.hexside(row.hex("C3"), 3) is HexsideTerrain.ROWHOUSE_WALL
    one.prepare()
    both = standing(row, C3=WOODEN, C4=WOODEN)
    assert both.hexside(row.hex("C3"), 3) is None
    assert both.hexside(row.hex("C4"), 3) is HexsideTerrain.ROWHOUSE_WALL


def test_b24_121_no_road_leads_through_what_has_fallen_on_it(row: Board) -> None:
    now = standing(row, E4=STONE)
    now.prepare()
    assert now.terrain(row.hex("E4")) is STONE
    assert now.road(row.hex("E4")) is None
    assert now.road_between(row.hex("E2"), row.hex("E3"))
    assert not now.road_between(row.hex("E3"), row.hex("E4"))


def test_a_board_is_made_once_for_the_same_rubble(row: Board) -> None:
    now = standing(row, F4=STONE)
    assert standing(row, F4=STONE) is now
    assert standing(now, F4=STONE) is now
    assert standing(now) is row
    boxes = frozenset({row.hex("A2")})
    built = now.standing(frozenset({(row.hex("F4"), Heap(STONE))}), boxes)
    assert built.standing(frozenset({(row.hex("F4"), Heap(STONE))}), frozenset()).has_location(
        location(row.hex("A2"))
    )
    assert standing(built) is row


@pytest.mark.parametrize("turned", [False, True])
def test_b24_1_on_a_map_each_board_has_its_own_rubble(turned: bool) -> None:
    boards = {board.id: board for board in map(parse_board, (NORTH, SOUTH))}
    plan = MapPlan((Placement("m1", turned=turned), Placement("m2", 0, 4)))
    board = map_of(plan, boards)
    mill = next(hex for hex in board.hexes if board.name(hex) == "1D2")
    woods = next(hex for hex in board.hexes if board.terrain(hex) is Terrain.WOODS)
    now = board.standing(frozenset({(mill, Heap(STONE)), (woods, Heap(WOODEN))}), frozenset())
    now.prepare()
    assert now.terrain(mill) is STONE
    assert now.terrain(woods) is WOODEN
    assert now.hexes == board.hexes
    assert len(now.building_hexes(mill)) == 1
    others = [hex for hex in board.hexes if hex not in {mill, woods}]
    assert [now.terrain(hex) for hex in others] == [board.terrain(hex) for hex in others]


def topped(board: Board, level: int, *names: str) -> Board:
    heap = Heap(STONE, level)
    return board.standing(frozenset((board.hex(name), heap) for name in names), frozenset())


def test_b24_1_rubble_from_an_upper_level_up_leaves_a_lower_building(row: Board) -> None:
    now, here = topped(row, 2, "H5"), row.hex("H5")
    assert now.upper_levels(here) == 1
    assert now.rubble_upstairs(here)
    assert not row.rubble_upstairs(here)
    assert not now.rubble_upstairs(row.hex("H6"))
    assert now.terrain(here) is Terrain.STONE_BUILDING
    assert now.locations(here) == (location(here), location(here, 1))
    assert now.building_passage(here, row.hex("H6"))
    assert not now.stairwell(here)


@pytest.mark.parametrize("names", [("H5",), ("G6", "H6"), ("H4", "H5"), ("G6", "H6", "H5", "H4")])
@pytest.mark.parametrize("level", [2, 3])
def test_b24_1_the_grid_is_as_low_as_the_layout(
    row: Board, names: tuple[str, ...], level: int
) -> None:
    now = topped(row, level, *names)
    assert not disagreements(now.layout, now.ground.grid, now.month)


def test_b24_1_los_goes_over_what_has_come_down(row: Board) -> None:
    ends = location(row.hex("H6"), 2), location(row.hex("H5"), 1)
    there = location(row.hex("H4"), 2)
    now = topped(row, 2, "H5")
    assert row.los(ends[0], location(row.hex("G6"), 2)) == now.los(
        ends[0], location(row.hex("G6"), 2)
    )
    open_now = topped(parse_board(ROW.replace("rowhouse: H4/3\n", "")), 2, "H5")
    assert not open_now.los(ends[0], there).blocked
    assert not open_now.los(there, ends[0]).blocked
    for low in (0, 1):
        assert open_now.los(location(row.hex("H6"), low), location(row.hex("H4"), low)).blocked


def test_b24_1_what_comes_down_later_is_lower_still(row: Board) -> None:
    (tower,) = (one for one in row.layout.buildings if one.id.endswith("tower"))
    cell = row.cell(row.hex("H5"))
    third = in_rubble(row.layout, {cell: Heap(STONE, 3)})
    second = in_rubble(third, {cell: Heap(STONE, 2)})
    found = [
        next(one for one in layout.buildings if one.id == tower.id).top(cell)
        for layout in (row.layout, third, second)
    ]
    assert found == [3, 2, 1]


@pytest.mark.parametrize("turned", [False, True])
def test_b24_1_on_a_map_a_building_is_lower_where_its_board_has_it(turned: bool) -> None:
    tall = NORTH.replace("levels 1", "levels 2 stairwell E3")
    boards = {board.id: board for board in map(parse_board, (tall, SOUTH))}
    board = map_of(MapPlan((Placement("m1", turned=turned), Placement("m2", 0, 4))), boards)
    mill = next(hex for hex in board.hexes if board.name(hex) == "1D2")
    now = board.standing(frozenset({(mill, Heap(STONE, 2))}), frozenset())
    now.prepare()
    assert now.upper_levels(mill) == 1
    others = [hex for hex in board.hexes if hex != mill]
    assert [now.upper_levels(hex) for hex in others] == [board.upper_levels(hex) for hex in others]
