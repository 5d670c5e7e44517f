"""What is said of a hex at the table."""

import pytest

from rules.board.board import Board
from rules.board.locations import location
from rules.mapmaking.source import parse_board
from rules.play.page.hexcard import mark, notes

BOARD = """
level 1: H4
level -1: J8
gully: C3 C4 C5
road dirt: B4 C4 D3
bridge wooden: C4
building stone mill levels 2 stairwell F4: F4 F5
building wooden hut: K4
wall: M4/03
hedge: M4/1
grain: O4
orchard: P4
"""


def board(month: int = 7) -> Board:
    return parse_board(BOARD, month=month)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A2", ()),
        ("H4", ("hill level 1 (B10)",)),
        ("J8", ("valley level −1 (B10)",)),
        ("C3", ("gully, its bottom at level −1 (B19)",)),
        (
            "C4",
            (
                "gully, its bottom at level −1 (B19)",
                "wooden bridge (B6)",
                "dirt road NE, SW (B3)",
            ),
        ),
        ("F4", ("building mill, 2 upper levels (B23.2)", "stairwell (B23.4)")),
        ("F5", ("building mill, 2 upper levels (B23.2)",)),
        ("K4", ("building hut, ground level only (B23.2)",)),
        ("M4", ("wall N, S (B9)", "hedge NE (B9)")),
        ("O4", ()),
    ],
)
def test_a_hex_in_words(name: str, said: tuple[str, ...]) -> None:
    assert notes(board(), board().hex(name)) == said


def test_flooded_water_is_said_to_be_so() -> None:
    flooded = parse_board("water flooded\nriver: E4 E5\nmarsh: F5", month=7)
    said = ("flooded, level with the ground (B21.122)",)
    assert [notes(flooded, flooded.hex(name)) for name in ("E4", "F5", "G5")] == [said, said, ()]


@pytest.mark.parametrize(
    ("month", "name", "said"),
    [
        (4, "O4", ("plowed, else Open Ground (B15.6)",)),
        (11, "O4", ("grain out of season: Open Ground (B15.6)",)),
        (11, "P4", ("orchard out of season (B14.2)",)),
        (4, "P4", ()),
    ],
)
def test_the_season_is_told(month: int, name: str, said: tuple[str, ...]) -> None:
    assert notes(board(month), board().hex(name)) == said


@pytest.mark.parametrize(
    ("name", "level", "marked"),
    [("F4", 0, ""), ("F4", 2, "L2"), ("C4", 0, "IN"), ("C4", 1, "BR"), ("A2", 0, "")],
)
def test_a_counter_is_marked_where_it_is_not_on_plain_ground(
    name: str, level: int, marked: str
) -> None:
    assert mark(board(), location(board().hex(name), level)) == marked
