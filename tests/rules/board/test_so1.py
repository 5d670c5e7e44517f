"""Board so1: a village on a crossroads that can be attacked from the west and joined to others."""

import pytest

from rules.board.board import Board
from rules.board.locations import HexId, hex_name, location
from rules.board.terrain import Terrain
from rules.mapmaking.loading import load_board

WEST = "ABCDEFGH"
VILLAGE = "MNOPQRST"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("so1", 7)


def _column(hex_: HexId) -> str:
    return hex_name(hex_).rstrip("0123456789")


def test_the_village_stands_in_columns_m_to_t(board: Board) -> None:
    built = [hex_ for hex_ in board.hexes if board.terrain(hex_).is_building]
    village = [hex_ for hex_ in built if _column(hex_) in VILLAGE]
    assert 12 <= len(village) <= 16
    assert not [hex_ for hex_ in built if _column(hex_) in WEST]
    shared = [hex_ for hex_ in village if _size(board, hex_) > 1]
    assert len({board.building(hex_) for hex_ in shared}) == 3
    assert {board.terrain(hex_) for hex_ in village} == {
        Terrain.WOODEN_BUILDING,
        Terrain.STONE_BUILDING,
    }


def _size(board: Board, hex_: HexId) -> int:
    return sum(board.building(other) == board.building(hex_) for other in board.hexes)


def test_roads_meet_those_of_other_boards(board: Board) -> None:
    for name in ("A6", "GG6", "Q1", "Q10"):
        assert len(board.road_sides(board.hex(name))) == 1
    assert board.road_sides(board.hex("Q6")) == {0, 2, 4, 5}


def test_there_are_fields_of_fire_and_covered_approaches(board: Board) -> None:
    """Some places in the west see the village's edge, and woods lie on both ways to it."""
    edge = [board.hex(name) for name in ("M5", "M7", "N4", "N6")]
    west = [hex_ for hex_ in board.hexes if _column(hex_) in WEST]
    seen = {
        hex_
        for hex_ in west
        if any(not board.los(location(hex_), location(house)).blocked for house in edge)
    }
    assert len(seen) >= len(west) // 10
    assert len(seen) <= len(west) // 2
