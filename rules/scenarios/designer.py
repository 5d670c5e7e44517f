"""What the designer of a card says of it: how long it plays, what it is like, and how it came out
when simulated players played it (`manage.py balance`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kernel.audience import Side
from rules.scenarios.types import Designer, Measured

if TYPE_CHECKING:
    from rules.data import Node

DESIGNER_FIELDS = ("length", "note", "measured")


def read_designer(root: Node) -> Designer:
    """The fields of a card that are the designer's, any of which may be left out. Raises DataError
    by line and field.
    """
    length, note, measured = (root.get(field) for field in DESIGNER_FIELDS)
    return Designer(
        length="" if length is None else length.text().strip(),
        note="" if note is None else note.text().strip(),
        measured=None if measured is None else _measured(measured),
    )


def _measured(node: Node) -> Measured:
    sides = tuple(side.value for side in Side)
    node.only(("games", *sides))
    games = node["games"].integer(1)
    wins = {side: node[side.value].integer(0, games) for side in Side}
    if sum(wins.values()) > games:
        raise node.error(f"has more wins than {games} games")
    return Measured(games, wins)
