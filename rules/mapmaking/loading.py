"""Boards of ours: made of a layout, or read from where they are kept."""

from functools import cache
from pathlib import Path

from rules.board.board import Board
from rules.board.layout import BoardError, Layout
from rules.mapmaking.grounds import BuiltGround
from rules.mapmaking.reading import read_layout

BOARDS = Path(__file__).parent.parent / "boards"


def own_board(layout: Layout, month: int) -> Board:
    """A board of ours of that layout, in a month 1-12."""
    return Board(layout, month, ground=BuiltGround(layout, month))


@cache
def load_board(path_or_id: Path | str, month: int) -> Board:
    """One of our boards by its id ("so1"), or a board from a file, in a month 1-12.

    Raises BoardError if the file is missing or wrong; the board's id must be the file's name.
    """
    path = BOARDS / f"{path_or_id}.txt" if isinstance(path_or_id, str) else path_or_id
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(path.name, 1, "file", f"cannot be read: {error}") from error
    layout = read_layout(text, file=path.name)
    if layout.id != path.stem:
        raise BoardError(path.name, 1, "board", f"says {layout.id}, the file {path.stem}")
    return Board(layout, month, ground=BuiltGround(layout, month, kept=True))
