"""Boards that lie on a map together: what hexes there are, what they are, LOS over the seams."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from rules.board.board import Board
from rules.board.geometry import Grid
from rules.board.locations import HexId, hex_name, location
from rules.board.lying import Crop
from rules.board.mesh import OWN_MESH, Mesh
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.builder.agreement import disagreements
from rules.mapmaking.changes import read_changes
from rules.mapmaking.grounds import BuiltGround
from rules.mapmaking.loading import load_board
from rules.mapmaking.maps import MapPlan, load_map, map_of
from rules.mapmaking.picture import board_svg
from rules.mapmaking.placing import Edge, MapError, Placement, beside, first_column
from rules.mapmaking.source import parse_board

NORTH = """
board m1
title The north
size 5 x 4
woods: B4 C2
brush: D4
level 1: A1 A2
wall: C3/1
road dirt: C1 C2 C3
building stone mill levels 1: D2 E3
"""
SOUTH = """
board m2
title The south
size 5 x 4
grain: B0 C1
woods: D0
gully: B0 B1 C2
hedge: C3/4
road dirt: C1 C2 C3
"""
GRID = Grid(5, 4)


def boards(*texts: str) -> dict[str, Board]:
    return {board.id: board for board in map(parse_board, texts)}


def on_map(*placements: Placement, changes: tuple[str, ...] = ()) -> Board:
    plan = MapPlan(placements, read_changes(changes))
    return map_of(plan, boards(NORTH, SOUTH))


JOINED = on_map(Placement("m1"), Placement("m2", 0, 4))
TURNED = on_map(Placement("m1"), Placement("m2", 0, 4, turned=True))


def test_hexes_are_named_after_their_boards() -> None:
    assert JOINED.id == "m1+m2"
    assert JOINED.hex("1C2") == "m1:1C2"
    assert JOINED.hex("2C2") == "m2:2C2"
    assert JOINED.name(JOINED.hex("2C2")) == "2C2"
    assert JOINED.name(location(JOINED.hex("1D2"), 1)) == "1D2 level 1"
    assert len(JOINED.hexes) == 2 * 22 - 2


def test_a_hex_of_a_seam_goes_by_the_board_placed_first() -> None:
    assert JOINED.hex("2B0") == JOINED.hex("1B4") == "m1:1B4"
    assert TURNED.hex("2D4") == "m1:1B4"
    other = on_map(Placement("m2", 0, 4), Placement("m1"))
    assert other.hex("1B4") == "m2:2B0"


@pytest.mark.parametrize("name", ["C2", "3C2", "1C9", "2", "c2"])
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="hex"):
        JOINED.hex(name)


def test_boards_with_like_numbers_have_their_ids_before_the_names() -> None:
    known = boards(
        NORTH.replace("board m1", "board hill"), SOUTH.replace("board m2", "board old-9")
    )
    plan = MapPlan((Placement("hill"), Placement("old-9", 0, 4)))
    board = map_of(plan, known)
    assert board.hex("hill-C2") == "hill:hill-C2"
    assert board.hex("9C2") == "old-9:9C2"


def test_neighbours_across_the_seam() -> None:
    around = {hex_name(hex) for _, hex in JOINED.neighbours(JOINED.hex("1C4"))}
    assert around == {"1C3", "1D3", "1D4", "2C1", "1B4", "1B3"}
    assert JOINED.side_between(JOINED.hex("1C4"), JOINED.hex("2C1")) == 3
    assert JOINED.distance(JOINED.hex("1C1"), JOINED.hex("2C4")) == 7
    assert TURNED.side_between(TURNED.hex("1C4"), TURNED.hex("2C4")) == 3


def test_a_hex_of_a_seam_is_what_its_fuller_half_is() -> None:
    # Woods in the north, a gully in the south: the hex is sunken, so the south says what it is.
    hex = JOINED.hex("1B4")
    assert JOINED.terrain(hex) is Terrain.GRAIN
    assert JOINED.depression(hex) is DepressionKind.GULLY
    assert JOINED.elevation(hex) == -1
    # Brush in the north, woods in the south: the board placed first.
    assert JOINED.terrain(JOINED.hex("1D4")) is Terrain.BRUSH
    # Open Ground in the south when turned: D4 of the south lies there.
    assert TURNED.terrain(TURNED.hex("1B4")) is Terrain.WOODS
    bare_first = on_map(Placement("m2", 0, 4, turned=True), Placement("m1"))
    assert bare_first.terrain(bare_first.hex("1B4")) is Terrain.WOODS


def test_a_turned_board_keeps_what_it_is() -> None:
    hedge = TURNED.hexside(TURNED.hex("2C3"), 1)
    assert hedge is HexsideTerrain.HEDGE
    assert TURNED.hexside(TURNED.hex("2C3"), 4) is None
    assert TURNED.depression_between(TURNED.hex("2B1"), TURNED.hex("2C2"))
    assert TURNED.road(TURNED.hex("2C1")) is RoadKind.DIRT
    assert TURNED.turned(TURNED.hex("2C1"))
    assert not TURNED.turned(TURNED.hex("1B4"))
    assert TURNED.centre(TURNED.hex("2A1")) == (4 * 57.0, 4 * 66 + 4 * 66 - 33.0)


def test_buildings_of_two_boards_are_never_one() -> None:
    assert JOINED.building(JOINED.hex("1D2")) == "m1:mill"
    assert JOINED.locations(JOINED.hex("1E3")) == ("m1:1E3/0", "m1:1E3/1")
    assert JOINED.building_passage(JOINED.hex("1D2"), JOINED.hex("1E3"))


@pytest.mark.parametrize(
    ("edge", "offset", "place", "seam"),
    [
        (Edge.SOUTH, 0, (0, 4), [("1B4", "2B0"), ("1D4", "2D0")]),
        (Edge.SOUTH, 2, (2, 4), [("1D4", "2B0")]),
        (Edge.NORTH, -2, (-2, -4), [("1B0", "2D4")]),
        (Edge.EAST, 0, (4, 0), [("1E1", "2A1"), ("1E4", "2A4")]),
        (Edge.EAST, 1, (4, 1), [("1E2", "2A1")]),
        (Edge.WEST, -1, (-4, -1), [("1A1", "2E2"), ("1A3", "2E4")]),
    ],
)
def test_boards_join_on_every_edge(
    edge: Edge, offset: int, place: tuple[int, int], seam: list[tuple[str, str]]
) -> None:
    first = Placement("m1")
    assert beside(edge, first, GRID, GRID, None, offset) == place
    board = on_map(first, Placement("m2", *place))
    for one, other in seam:
        assert board.hex(one) == board.hex(other) == f"m1:{one}"


@pytest.mark.parametrize(
    ("placements", "number", "why"),
    [
        ([Placement("m1"), Placement("m2", 1, 4)], 1, "even number of columns"),
        ([Placement("m1"), Placement("m2", 2, 2)], 1, "m2 lies on m1"),
        ([Placement("m1"), Placement("m2", 0, 5)], 1, "touches no other"),
        ([Placement("m1"), Placement("m2", 4, 4)], 1, "touches no other"),
        ([Placement("m1"), Placement("m1", 0, 4)], 1, "on the map already"),
        ([Placement("m1", crop=Crop((0, 5), (0, 4)))], 0, "no such hexrows"),
        ([Placement("m1", crop=Crop((0, 4), (3, 2)))], 0, "no such hexrows"),
        ([Placement("m1", crop=Crop((0, 4), (0, 0)))], 0, "only half hexes"),
        ([Placement("m1", changes=read_changes(["rubble: A1"]))], 0, "no building in A1"),
        ([], 0, "needs a board"),
    ],
)
def test_boards_that_cannot_lie_so(placements: list[Placement], number: int, why: str) -> None:
    with pytest.raises(MapError, match=why) as caught:
        on_map(*placements)
    assert caught.value.number == number


def test_boards_of_different_hexes_cannot_join() -> None:
    class Large(BuiltGround):
        mesh = replace(OWN_MESH, width=100.0)

    known = boards(NORTH, SOUTH)
    layout = known["m2"].layout
    known["m2"] = Board(layout, 7, ground=Large(layout, 7))
    with pytest.raises(MapError, match="not of one size"):
        map_of(MapPlan((Placement("m1"), Placement("m2", 0, 4))), known)


def test_streams_of_two_depths_cannot_join() -> None:
    streams = "board {}\nsize 5 x 4\nstream: C1 C2\nstreams {}\n"
    known = boards(streams.format("m1", "deep"), streams.format("m2", "dry"))
    with pytest.raises(MapError, match="streams of m1 are deep, those of m2 dry"):
        map_of(MapPlan((Placement("m1"), Placement("m2", 0, 4))), known)


def test_changes_name_hexes_as_on_the_map() -> None:
    board = on_map(
        Placement("m1"),
        Placement("m2", 0, 4, changes=read_changes(["woods: A1"])),
        changes=("grain is brush", "rubble: 1D2", "orchard: 2A4 1D4"),
    )
    assert board.terrain(board.hex("2C1")) is Terrain.BRUSH
    assert board.terrain(board.hex("1D2")) is Terrain.STONE_RUBBLE
    assert board.terrain(board.hex("2A4")) is Terrain.ORCHARD
    assert board.terrain(board.hex("2D0")) is Terrain.ORCHARD
    assert board.terrain(board.hex("2A1")) is Terrain.WOODS
    assert board.terrain(board.hex("1A1")) is Terrain.OPEN_GROUND
    for wrong in ("rubble: 3D2", "rubble: 1A1"):
        with pytest.raises(MapError) as caught:
            on_map(Placement("m1"), Placement("m2", 0, 4), changes=(wrong,))
        assert caught.value.number is None


def test_only_the_hexrows_in_play_are_on_the_map() -> None:
    board = on_map(Placement("m1", crop=Crop((0, 2), (1, 3))))
    assert [hex_name(hex) for hex in board.hexes] == (
        ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    )
    assert not board.has(HexId("m1:D2"))
    assert board.road(board.hex("C2")) is RoadKind.DIRT
    assert [hex_name(hex) for _, hex in board.neighbours(board.hex("C2"))] == [
        "C1",
        "C3",
        "B2",
        "B1",
    ]
    with pytest.raises(ValueError, match="no hex D2"):
        board.hex("D2")
    assert board.size == (3 * 57.0, 4 * 66.0)


def test_a_cut_board_turns_and_joins() -> None:
    crop = Crop((1, 4), (0, 4))
    assert first_column(GRID, crop, turned=True) == 0
    assert first_column(GRID, crop, turned=False) == 1
    first = Placement("m2", first_column(GRID, crop, turned=True), 0, turned=True, crop=crop)
    alone = on_map(first)
    assert alone.hex("E1") == "m2:E1"
    assert alone.centre(alone.hex("E4")) == (0.0, 33.0)
    column, row = beside(Edge.WEST, first, GRID, GRID, None, 0)
    both = on_map(first, Placement("m1", column, row))
    assert both.hex("1E1") == both.hex("2E4") == "m2:2E4"


@pytest.mark.rule("A6.1")
def test_los_does_not_heed_what_is_not_in_play() -> None:
    text = "board m1\nsize 7 x 4\nwoods: D0-D4\n"
    known = boards(text, SOUTH)
    south = Placement("m2", 2, 4)
    whole = map_of(MapPlan((Placement("m1"), south)), known)
    ends = [location(whole.hex(name)) for name in ("1C1", "1E1")]
    assert whole.los(*ends).blocked
    left = Placement("m1", crop=Crop((0, 2), (0, 4)))
    cut = map_of(MapPlan((left, Placement("m2", 0, 4))), known)
    assert not cut.los(location(cut.hex("1C1")), location(cut.hex("2E1"))).blocked


def test_los_runs_over_the_seam() -> None:
    ends = [location(JOINED.hex(name)) for name in ("1A4", "2A2")]
    assert not JOINED.los(*ends).blocked
    blocked = on_map(Placement("m1"), Placement("m2", 0, 4), changes=("woods: 2A1",))
    answer = blocked.los(*ends)
    assert (answer.blocked, answer.at, answer.by) == (True, "m2:2A1", "woods")
    assert "woods in 2A1" in answer.explain()


@pytest.mark.parametrize("turned", [False, True])
def test_a_blocked_line_is_blocked_where_it_lies_on_the_map(turned: bool) -> None:
    board = on_map(Placement("m1"), Placement("m2", 0, 4, turned=turned), changes=("woods: 2E2",))
    ends = [location(board.hex(name)) for name in ("2E1", "2E4")]
    answer = board.los(*ends)
    assert answer.at == "m2:2E2"
    assert answer.place is not None
    x, y = board.centre(answer.at)
    assert abs(answer.place[0] - x) <= 38
    assert abs(answer.place[1] - y) <= 33


def test_a_turned_board_has_the_same_cells_turned() -> None:
    known = boards(NORTH)
    plain = map_of(MapPlan((Placement("m1", crop=Crop((0, 4), (0, 4))),)), known)
    turned = map_of(MapPlan((Placement("m1", turned=True),)), known)
    before, after = plain.ground.cells, turned.ground.cells
    assert before.terrain.any()
    assert before.elevation.any()
    assert np.array_equal(after.terrain, before.terrain[::-1, ::-1])
    assert np.array_equal(after.elevation, before.elevation[::-1, ::-1])


def test_the_mesh_of_our_boards_has_cells_on_all_edges() -> None:
    shape = OWN_MESH.shape(33, 10)
    assert (shape.width, shape.height) == (1825, 661)
    assert Mesh(56.25, 64.5, edge=0).shape(33, 10).width == 1800


def test_a_map_is_kept_and_a_plan_of_one_whole_board_is_that_board() -> None:
    plan = MapPlan((Placement("so1"),))
    assert load_map(plan, 7) is load_board("so1", 7)
    turned = MapPlan((Placement("so1", turned=True),))
    assert load_map(turned, 7) is load_map(turned, 7)
    assert load_map(turned, 7).hex("E5") == "so1:E5"


def test_a_board_says_what_memory_its_los_takes() -> None:
    (board,) = boards(NORTH).values()
    assert board.memory() == 0
    board.los(location(board.hex("A1")), location(board.hex("C1")))
    assert board.memory() > board.ground.cells.terrain.size


@pytest.mark.parametrize("plan", ["alone", "joined"])
def test_a_board_that_is_prepared_makes_nothing_more_for_los(plan: str) -> None:
    if plan == "alone":
        (board,) = boards(NORTH).values()
    else:
        places = (
            Placement("so1"),
            Placement("so3", 32, 0, turned=True, crop=Crop((0, 32), (1, 6))),
        )
        board = load_map(MapPlan(places), 7)
    board.prepare()
    before = board.memory()
    assert before > 0
    hexes = list(board.names.ids.values())
    for first, last in itertools.combinations(hexes[:: len(hexes) // 10], 2):
        board.los(location(first), location(last))
    assert board.memory() == before


def test_the_grid_of_a_map_agrees_with_its_facts() -> None:
    places = (Placement("so1"), Placement("so3", 32, 0, turned=True), Placement("so4", 14, 10))
    board = load_map(MapPlan(places), 7)
    found = disagreements(board.layout, board.ground.grid, 7)
    outside = {board.grid.name(cell) for cell in board.grid.cells() if cell not in board.names.ids}
    assert [one for one in found if one.split(":")[0].split()[-1] not in outside] == []


def test_the_picture_of_a_map_names_its_hexes() -> None:
    drawn = board_svg(TURNED)
    assert 'viewBox="0 0 228 528"' in drawn
    assert ">2C3<" in drawn
    assert ">1C3<" in drawn
    cut = on_map(Placement("m1", crop=Crop((0, 2), (0, 4))))
    houses = cut.features.houses
    assert len(JOINED.features.houses) == 1
    assert houses == ()
    assert all(area.shape.bounds[2] <= 3 * 57 for area in cut.features.areas)
