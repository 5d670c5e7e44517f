"""Boards by their ids: ours, and those that the site has in its library. Ours go first."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.board.board import Board
from rules.mapmaking.imported.boards import imported_board
from rules.mapmaking.imported.library import shelved_ids
from rules.mapmaking.loading import BOARDS, load_board, own_board
from rules.mapmaking.reading import read_layout

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


@dataclass(frozen=True)
class Boards:
    """The boards that a card may name: the site's, and after them those whose sources come with the
    card.
    """

    own: Mapping[str, str] = field(default_factory=dict)

    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(sorted({*board_ids(), *self.own}))

    def is_own(self, id: str) -> bool:
        """Whether a board comes with the card."""
        return id in self.own and id not in board_ids()

    def find(self, id: str, month: int) -> Board:
        """The board of an id in a month 1-12. BoardError if there is none or it cannot be used."""
        if not self.is_own(id):
            return find_board(id, month)
        return own_board(read_layout(self.own[id], file=id), month)


SITE_BOARDS = Boards()
"""The site's alone."""
