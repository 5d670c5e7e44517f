"""Boards from text in hand: for tests, cases and tools. Boards in files: `board.load_board`."""

from rules.board.board import Board
from rules.board.reading import read_layout


def parse_board(text: str, name: str = "inline", month: int = 7) -> Board:
    """The board a few lines of source describe, in a month 1-12.

    `name` is its id unless the text has a `board` line; without a `size` line it has the standard
    33 x 10 hexes. Hexes not mentioned are Open Ground. Raises BoardError.
    """
    return Board(read_layout(text, file=name, default_id=name), month)
