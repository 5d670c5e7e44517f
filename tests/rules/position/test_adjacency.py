"""A.8: which Locations are one step of Infantry apart."""

import pytest

from rules.board.locations import LocationId, hex_id, location
from rules.kernel.world import Known
from rules.mapmaking.source import parse_board
from rules.position.adjacency import accessible, accessible_from
from rules.position.law import BOOK
from rules.position.position import Position

BOARD = """\
size 20 x 12
building stone block levels 2 stairwell E5: E5 E6
building stone row levels 1: A5 A6
rowhouse: A5/3
gully: I5 J4 K5 L4 M5
bridge stone: K5
road dirt: K1-K12
level 1: Q5
level 3: Q8
cliff: Q5/0
river: O1-O12
ford: O6
"""


def at(name: str, level: int = 0) -> LocationId:
    return location(hex_id("inline", name), level)


@pytest.mark.rule("A.8")
@pytest.mark.parametrize(
    ("origin", "to", "expected"),
    [
        (("C3", 0), ("C4", 0), True),
        (("C3", 0), ("C5", 0), False),
        (("C3", 0), ("C3", 0), False),
        (("E5", 0), ("E5", 1), True),
        (("E5", 0), ("E5", 2), False),
        (("E6", 0), ("E6", 1), False),
        (("E5", 1), ("E6", 1), True),
        (("E5", 0), ("E6", 1), False),
        (("E4", 0), ("E5", 1), False),
        (("A5", 1), ("A6", 1), False),
        (("A5", 0), ("A6", 0), True),
        (("K4", 0), ("K5", 1), True),
        (("K4", 0), ("K5", 0), True),
        (("K5", 0), ("K5", 1), False),
        (("J5", 0), ("K5", 1), False),
        (("J4", 0), ("K5", 0), True),
        (("Q4", 0), ("Q5", 0), False),
        (("Q7", 0), ("Q8", 0), True),
        (("N5", 0), ("O5", 0), False),
        (("N5", 0), ("O6", 0), True),
        (("O6", 0), ("N5", 0), True),
    ],
)
def test_one_step_apart(origin: tuple[str, int], to: tuple[str, int], expected: bool) -> None:
    board = parse_board(BOARD, "inline")
    assert accessible(board, at(*origin), at(*to)) is expected


@pytest.mark.rule("A.8")
def test_all_that_is_one_step_away_in_order() -> None:
    board = parse_board(BOARD, "inline")
    assert accessible_from(board, at("E5", 1)) == (at("E5"), at("E5", 2), at("E6", 1))


@pytest.mark.rule("A.8")
def test_adjacent_needs_a_los_and_either_way_will_do() -> None:
    position = Position(Known(0, ()), parse_board(BOARD, "inline"), BOOK)
    assert position.adjacent(at("E5"), at("E5", 1))
    assert position.adjacent(at("O6"), at("N5"))
    assert not position.adjacent(at("A5"), at("A6"))
    assert not position.adjacent(at("E5"), at("E5"))
    assert position.within_reach(at("E5"), at("E5"))
