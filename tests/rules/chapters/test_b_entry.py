"""What each way into a Location costs Infantry (B Terrain Chart), and what bars it."""

import pytest

from rules.board.board import Board
from rules.board.locations import LocationId, location
from rules.chapters.ground.b_barriers import barrier
from rules.chapters.ground.b_entry import hex_mf, no_way, ways
from rules.kernel.world import Known
from rules.mapmaking.source import parse_board
from rules.position.adjacency import accessible
from rules.position.law import BOOK, Law
from rules.position.position import Position

FROM, TO = "C3", "C4"


def at(board: Board, place: str) -> LocationId:
    """`C4`, or `C4/1` for its upper level or bridge."""
    name, _, level = place.partition("/")
    return location(board.hex(name), int(level or 0))


def bare(board: Board, law: Law = BOOK) -> Position:
    """The board with nothing on it."""
    return Position(Known(0, ()), board, law)


def costs(
    source: str, origin: str = FROM, to: str = TO, *, month: int = 7
) -> list[tuple[str, bool]]:
    """Every way in: its cost, and whether it leaves the unit without cover."""
    board = parse_board(f"size 9 x 6\n{source}", month=month)
    found = ways(bare(board), at(board, origin), at(board, to))
    return [(way.text.removesuffix(" MF"), way.exposed) for way in found]


def mf(source: str, origin: str = FROM, to: str = TO, *, month: int = 7) -> str:
    """The cost of the only way in."""
    ((cost, _),) = costs(source, origin, to, month=month)
    return cost


TERRAIN = [
    ("", "1"),
    ("woods: C4", "2"),
    ("brush: C4", "2"),
    ("grain: C4", "1½"),
    ("orchard: C4", "1"),
    ("vineyard: C4", "2"),
    ("marsh: C4", "all"),
    ("crag: C4", "2"),
    ("graveyard: C4", "1"),
    ("paddy: C4", "1"),
    ("huts: C4", "2"),
    ("rubble wooden: C4", "3"),
    ("rubble stone: C4", "3"),
    ("building wooden hut: C4", "2"),
    ("building stone hall: C4", "2"),
    ("river: C4\nford: C4", "all"),
    ("wall: C4/0", "2"),
    ("hedge: C4/0\nwoods: C4", "3"),
]


@pytest.mark.rule("B1.2", "B12.4", "B13.4", "B14.4", "B15.4", "B16.4", "B17.4", "B18.4", "B24.4")
@pytest.mark.parametrize(("source", "cost"), TERRAIN, ids=[row[0] or "open" for row in TERRAIN])
def test_level_ground(source: str, cost: str) -> None:
    assert mf(source) == cost


@pytest.mark.rule("B15.6")
@pytest.mark.parametrize(("month", "cost"), [(3, "1"), (4, "1½"), (9, "1½"), (10, "1")])
def test_grain_slows_from_april_to_september(month: int, cost: str) -> None:
    assert mf("grain: C4", month=month) == cost


@pytest.mark.rule("B2.4")
def test_shellholes_cost_two_with_cover_and_one_without() -> None:
    assert costs("shellholes: C4") == [("1", True), ("2", False)]


ROADS = [
    ("", [("1", True)]),
    ("woods: C4", [("1", True), ("2", False)]),
    ("level 1: C4", [("2", True)]),
    ("level 1: C4\nwoods: C4", [("2", True), ("4", False)]),
    ("orchard: C4", [("1", True), ("2", False)]),
    ("marsh: C4", [("1", True), ("all", False)]),
]


@pytest.mark.rule("B3.4", "B3.43", "A4.132")
@pytest.mark.parametrize(("source", "expected"), ROADS, ids=[row[0] or "open" for row in ROADS])
def test_roads(source: str, expected: list[tuple[str, bool]]) -> None:
    assert costs(f"road dirt: C1 C2 C3 C4 C5 C6\n{source}") == expected


@pytest.mark.rule("B13.6")
def test_a_path_leads_into_woods_for_one_and_keeps_their_cover() -> None:
    assert costs("woods: C4\npath: C3 C4") == [("1", False)]
    assert costs("woods: C4\nlevel 1: C4\npath: C3 C4") == [("2", False)]
    assert costs("woods: C4\npath: C3 C4", "B3") == [("2", False)]


HILLS = [
    ("up one level", "level 1: C4", "2"),
    ("up into woods", "level 1: C4\nwoods: C4", "4"),
    ("the wall is not doubled", "level 1: C4\nwoods: C4\nwall: C4/0", "5"),
    ("down is free", "level 1: C3\nwoods: C4", "2"),
    ("along a level", "level 2: C3 C4", "1"),
    ("abruptly up two levels", "level 2: C4", "4"),
    ("abruptly up three levels", "level 3: C4", "6"),
    ("abruptly up into woods", "level 2: C4\nwoods: C4", "6"),
    ("abruptly down two levels", "level 2: C3", "2"),
    ("abruptly down three levels", "level 3: C3\nbrush: C4", "4"),
    ("out of a valley", "level -1: C3", "2"),
]


@pytest.mark.rule("B10.4", "B10.51", "B22.1")
@pytest.mark.parametrize(("source", "cost"), [row[1:] for row in HILLS], ids=[r[0] for r in HILLS])
def test_hills(source: str, cost: str) -> None:
    assert mf(source) == cost


FORDED = "stream: B4 C4 D4\nroad dirt: C3 C4 C5"
DEPRESSIONS = [
    ("into a gully", "gully: B4 C4 D4", "C3", "C4", "2"),
    ("out of a gully", "gully: B4 C4 D4", "C4", "C3", "2"),
    ("along a gully", "gully: B4 C4 D4", "B4", "C4", "2"),
    ("into gully-woods", "gully: B4 C4 D4\nwoods: C4", "C3", "C4", "4"),
    ("along gully-woods", "gully: B4 C4 D4\nwoods: C4", "B4", "C4", "4"),
    ("into a gully with plowed grain", "gully: B4 C4 D4\ngrain: C4", "C3", "C4", "3½"),
    ("out of a gully into woods", "gully: B4 C4 D4\nwoods: C3", "C4", "C3", "4"),
    ("out of a gully to level 1", "gully: B4 C4 D4\nlevel 1: C3", "C4", "C3", "4"),
    ("from level 1 into a gully", "gully: B4 C4 D4\nlevel 1: C3", "C3", "C4", "3"),
    ("into a gully on a hill", "gully: B4 C4 D4\nlevel 1: C4", "C3", "C4", "2"),
    ("up a gully", "gully: B4 C4 D4\nlevel 1: C4", "B4", "C4", "4"),
    ("into a stream", "stream: B4 C4 D4", "C3", "C4", "3"),
    ("along a stream", "stream: B4 C4 D4", "B4", "C4", "3"),
    ("into stream-woods", "stream: B4 C4 D4\nwoods: C4", "C3", "C4", "5"),
    ("into stream-orchard", "stream: B4 C4 D4\norchard: C4", "C3", "C4", "4"),
    ("along stream-woods", "stream: B4 C4 D4\nwoods: C4", "B4", "C4", "3"),
    ("between two gullies", "gully: B3 C3 D3\ngully: B4 C4 D4", "C3", "C4", "2"),
    ("into a sunken road", "sunken-road: B4 C4 D4", "C3", "C4", "2"),
    ("along a sunken road", "sunken-road: B4 C4 D4", "B4", "C4", "1"),
    ("along a road through a gully", "gully: B4 C4 D4\nroad dirt: C3 C4 C5", "C3", "C4", "1"),
    ("up a road out of a gully", "gully: B4 C4 D4\nroad dirt: C3 C4 C5", "C4", "C5", "2"),
    ("into a dry stream", "streams dry\nstream: B4 C4 D4", "C3", "C4", "2"),
    ("dry stream-woods", "streams dry\nstream: B4 C4 D4\nwoods: C4", "C3", "C4", "4"),
    ("along a road through a dry stream", f"streams dry\n{FORDED}", "C3", "C4", "1"),
    ("a road through a deep stream", f"streams deep\n{FORDED}", "C3", "C4", "3"),
    ("out of a deep stream", "streams deep\nstream: B4 C4 D4", "C4", "C3", "2"),
    ("a road through a stream", FORDED, "C3", "C4", "2"),
]


@pytest.mark.rule("B4.41", "B19.4", "B20.42", "B20.8", "B33.11")
@pytest.mark.parametrize(
    ("source", "origin", "to", "cost"),
    [row[1:] for row in DEPRESSIONS],
    ids=[row[0] for row in DEPRESSIONS],
)
def test_depressions(source: str, origin: str, to: str, cost: str) -> None:
    assert mf(source, origin, to) == cost


BRIDGE = "gully: B4 C4 D4\nroad dirt: C3 C4 C5\nbridge stone: C4\n"
RIVER = "river: B4 C4 D4\nroad dirt: C3 C4 C5\nbridge wooden: C4\n"


@pytest.mark.rule("B6.4")
def test_a_bridge_is_entered_by_its_road_and_the_gully_beneath_it_from_anywhere() -> None:
    assert costs(BRIDGE, "C3", "C4/1") == [("1", True)]
    assert costs(BRIDGE, "C4/1", "C5") == [("1", True)]
    assert costs(BRIDGE, "C3", "C4") == [("2", False)]
    assert costs(BRIDGE, "C4", "C5") == [("2", False)]
    assert costs(BRIDGE, "B4", "C4/1") == []
    assert costs(BRIDGE, "C4", "C4/1") == []


@pytest.mark.rule("B6.4")
def test_a_bridge_above_the_road_is_uphill() -> None:
    assert costs(f"{BRIDGE}level 1: C4", "C3", "C4/1") == [("2", True)]


HOUSE = "building stone block levels 2 stairwell C4: C4 D4\n"


@pytest.mark.rule("B23.4")
def test_floors() -> None:
    assert costs(HOUSE, "C4", "C4/1") == [("1", False)]
    assert costs(HOUSE, "C4/2", "C4/1") == [("1", False)]
    assert costs(HOUSE, "C4/1", "D4/1") == [("2", False)]
    assert costs(f"{HOUSE}level 1: C4 D4", "C4", "C4/1") == [("1", False)]


@pytest.mark.rule("B23.71")
def test_around_the_wall_of_a_rowhouse() -> None:
    row = "building wooden row levels 1: C3 C4\nrowhouse: C3/3"
    assert costs(row) == [("3", False)]
    assert costs(row, "C3/1", "C4/1") == []


@pytest.mark.rule("B20.43")
def test_a_deep_stream_makes_cx() -> None:
    board = parse_board("size 9 x 6\nstreams deep\nstream: B4 C4 D4", month=7)
    (way,) = ways(bare(board), at(board, "C3"), at(board, "C4"))
    assert way.text == "4 MF, CX"
    assert no_way(board, at(board, "C4")).rule == "B20.43"
    assert hex_mf(bare(board), board.hex("C4")) == "4"


@pytest.mark.rule("A4.134")
@pytest.mark.parametrize("source", ["marsh: C4\nlevel 1: C4", "marsh: C4\nwall: C4/0"])
def test_all_mf_and_more_is_a_minimum_move(source: str) -> None:
    board = parse_board(f"size 9 x 6\n{source}", month=7)
    (way,) = ways(bare(board), at(board, "C3"), at(board, "C4"))
    assert way.minimum
    assert way.text == "more than all MF"


BARRED = [
    ("A4.1", "", "C3", "C5"),
    ("A4.1", "", "C3", "C3"),
    ("B11.4", "level 1: C4\ncliff: C4/0", "C3", "C4"),
    ("B11.4", "level 1: C4\ncliff: C4/0", "C4", "C3"),
    ("B21.4", RIVER, "C3", "C4"),
    ("B6.4", RIVER, "B3", "C4/1"),
    ("B6.4", BRIDGE, "C4/1", "C4"),
    ("B23.22", HOUSE, "D4", "D4/1"),
    ("B23.4", HOUSE, "C4", "C4/2"),
    ("B23.4", HOUSE, "C4/1", "C3"),
    ("B23.4", HOUSE, "C3", "C4/1"),
    ("B23.4", HOUSE, "C4/1", "D4"),
    ("B23.4", f"{HOUSE}building stone other levels 1: C2 C3", "C4/1", "C3/1"),
    ("B23.71", "building wooden row levels 1: C3 C4\nrowhouse: C3/3", "C3/1", "C4/1"),
]


@pytest.mark.parametrize(("rule", "source", "origin", "to"), BARRED)
def test_what_bars_the_way(rule: str, source: str, origin: str, to: str) -> None:
    board = parse_board(f"size 9 x 6\n{source}", month=7)
    found = barrier(board, at(board, origin), at(board, to))
    assert found is not None
    assert found.rule == rule
    assert not ways(bare(board), at(board, origin), at(board, to))


@pytest.mark.rule("A2.8")
def test_there_is_nothing_upstairs_in_the_open() -> None:
    board = parse_board("size 9 x 6", month=7)
    found = barrier(board, at(board, "C3"), at(board, "C4/1"))
    assert found is not None
    assert found.rule == "A2.8"


def test_nothing_bars_what_is_accessible() -> None:
    board = parse_board(f"size 9 x 6\n{BRIDGE}{'building stone block: F2 F3'}", month=7)
    for hex_id in board.hexes:
        for origin in board.locations(hex_id):
            for _, near in board.neighbours(hex_id):
                for to in board.locations(near):
                    assert (barrier(board, origin, to) is None) == accessible(board, origin, to)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("woods: C4", "2"),
        ("marsh: C4", "all"),
        ("river: C4", "–"),
        ("river: C4\nford: C4", "all"),
        ("gully: B4 C4 D4\nbrush: C4", "4"),
    ],
)
def test_the_chart_of_a_hex(source: str, shown: str) -> None:
    board = parse_board(f"size 9 x 6\n{source}", month=7)
    assert hex_mf(bare(board), board.hex("C4")) == shown
