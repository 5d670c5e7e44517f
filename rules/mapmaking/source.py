"""Boards from text in hand: for tests, cases and tools. Boards in files: `loading.load_board`."""

from rules.board.board import Board
from rules.mapmaking.loading import own_board
from rules.mapmaking.reading import read_layout


def parse_board(text: str, name: str = "inline", month: int = 7) -> Board:
    """The board a few lines of source describe, in a month 1-12.

    `name` is its id unless the text has a `board` line; without a `size` line it has the standard
    33 x 10 hexes. Hexes not mentioned are Open Ground. Raises BoardError.
    """
    return own_board(read_layout(text, file=name, default_id=name), month)
