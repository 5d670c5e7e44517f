"""What hinders LOS for the moment, on top of what the board has."""

from dataclasses import replace

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, location
from rules.mapmaking.maps import MapPlan, map_of
from rules.mapmaking.placing import Placement
from rules.mapmaking.source import parse_board

BOARD = parse_board("board m1\nsize 9 x 8\nbrush: C3\nlevel 1: H3\nwoods: E6")


def at(name: str, level: int = 0, board: Board = BOARD) -> LocationId:
    return location(board.hex(name), level)


def smoke(name: str, value: int = 2, board: Board = BOARD) -> Moving[HexId]:
    hex = board.hex(name)
    return Moving(hex, "smoke", value, "A24.2", height=2, at_ends=True)


def wreck(name: str) -> Moving[HexId]:
    return Moving(BOARD.hex(name), "wreck", 1, "D9.3")


def test_without_anything_moving_it_is_the_los_of_the_board() -> None:
    assert BOARD.los_past(at("A3"), at("E3"), ()) is BOARD.los(at("A3"), at("E3"))


def test_what_hinders_adds_to_what_the_board_has() -> None:
    los = BOARD.los_past(at("A3"), at("E3"), (smoke("C3"),))
    assert [(one.terrain, one.value, one.rule) for one in los.hindrances] == [
        ("brush", 1, "B12.2"),
        ("smoke", 2, "A24.2"),
    ]
    assert (los.hindrance, los.blocked) == (3, False)
    assert "smoke in C3 +2 (A24.2)" in los.explain()


def test_smoke_hinders_in_the_hexes_of_the_ends_and_a_wreck_does_not() -> None:
    assert BOARD.los_past(at("A3"), at("B2"), (smoke("B2"),)).hindrance == 2
    assert BOARD.los_past(at("A3"), at("B2"), (wreck("B2"),)).hindrance == 0
    assert BOARD.los_past(at("A1"), at("C2"), (wreck("B1"),)).hindrance == 1


def test_a_wreck_does_not_hinder_who_looks_down() -> None:
    assert BOARD.los_past(at("H3"), at("E3"), (wreck("G3"),)).hindrance == 0
    assert BOARD.los_past(at("H3"), at("E3"), (smoke("G3"),)).hindrance == 2


def test_of_two_hexes_at_one_range_the_larger_counts() -> None:
    """The line from A4 to C4 runs along the hexside between B3 and B4 (A6.7)."""
    both = (smoke("B3", 2), smoke("B4", 3))
    assert [BOARD.los_past(at("A4"), at("C4"), (one,)).hindrance for one in both] == [2, 3]
    los = BOARD.los_past(at("A4"), at("C4"), both)
    assert los.hindrance == sum(one.value for one in los.hindrances) == 3


def test_six_or_more_block_and_both_ends_agree() -> None:
    moving = (smoke("B3", 3), smoke("D3", 3))
    there = BOARD.los_past(at("A3"), at("E3"), moving)
    back = BOARD.los_past(at("E3"), at("A3"), moving)
    assert (there.blocked, there.rule, there.by) == (True, "B.10", "hindrances")
    assert (back.blocked, back.hindrance) == (True, there.hindrance)


def test_a_line_that_is_blocked_stays_so() -> None:
    blocked = BOARD.los_past(at("E5"), at("E8"), (smoke("E7"),))
    assert blocked.by == "woods"
    assert blocked == BOARD.los(at("E5"), at("E8"))


def test_it_is_the_same_on_a_map_that_has_the_board_turned() -> None:
    plan = MapPlan((Placement("m1", turned=True),))
    turned = map_of(plan, {"m1": BOARD})
    moving = (smoke("C3"), smoke("D3", 1))
    here = BOARD.los_past(at("A3"), at("F4"), moving)
    there = turned.los_past(
        at("A3", board=turned),
        at("F4", board=turned),
        tuple(replace(one, hex=turned.hex(one.hex.partition(":")[2])) for one in moving),
    )
    assert here.hindrance > 2
    assert (here.hindrance, here.hindrances) == (there.hindrance, there.hindrances)
