"""Boards by their ids: ours, and those that the site has in its library. Ours go first."""

import re

from rules.board.board import Board
from rules.mapmaking.imported.boards import imported_board
from rules.mapmaking.imported.library import shelved_ids
from rules.mapmaking.loading import BOARDS, load_board

_KEPT_FOR_OURS = re.compile(r"so[0-9]+")


def board_ids() -> tuple[str, ...]:
    """The ids of all boards, in alphabetical order."""
    return tuple(sorted({path.stem for path in BOARDS.glob("*.txt")} | set(shelved_ids())))


def is_ours(id: str) -> bool:
    """Whether an id is that of a board of ours, or kept for one."""
    return _KEPT_FOR_OURS.fullmatch(id) is not None or (BOARDS / f"{id}.txt").exists()


def find_board(id: str, month: int) -> Board:
    """The board of an id in a month 1-12. BoardError if there is none or it cannot be used."""
    if not is_ours(id) and id in shelved_ids():
        return imported_board(id, month)
    return load_board(id, month)
