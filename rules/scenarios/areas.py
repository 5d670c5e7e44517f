"""Lists of hexes as scenario cards write them: `columns A-F without B0-B3`, `so4 columns A-F`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.board.geometry import column_name
from rules.board.locations import hex_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.board.board import Board
    from rules.board.locations import HexId
    from rules.board.names import Sheet
    from rules.data import Node

_KEYWORDS = ("columns", "hexes")
_WITHOUT = "without"
_NAME = re.compile(r"(.*[A-Z])([0-9]+)")


def read_area(node: Node, board: Board) -> tuple[HexId, ...]:
    """The hexes a text lists, each once, in board order. docs/scenarios.md has the syntax.

    Raises DataError for what it cannot read, a hex or column that is not on the board, a hex taken
    out that was not in, and an area without hexes.
    """
    words = node.text().replace(",", " ").split()
    at = words.index(_WITHOUT) if _WITHOUT in words else len(words)
    reader = _Reader(board)
    try:
        inside = set(reader.hexes(words[:at]))
        outside = set(reader.hexes(words[at + 1 :]))
    except ValueError as error:
        raise node.error(str(error)) from None
    if at < len(words) and not outside:
        raise node.error(f"lists nothing after {_WITHOUT!r}")
    strangers = [board.name(hex) for hex in board.hexes if hex in outside - inside]
    if strangers:
        raise node.error(f"takes out {strangers[0]}, which was not in")
    chosen = inside - outside
    if not chosen:
        raise node.error("lists no hexes")
    return tuple(hex for hex in board.hexes if hex in chosen)


def column_range(word: str, columns: int) -> tuple[int, int]:
    """The first and last column of `C`, `A-F`, `L-` (to the last column) or `-F` (from the first),
    on a board of so many. ValueError for what is no such range."""
    names = [column_name(column) for column in range(columns)]
    first, dash, last = word.partition("-")
    ends = (first or names[0], last or names[-1]) if dash else (first, first)
    for name in ends:
        if name not in names:
            raise ValueError(f"there is no column {name}")
    start, end = (names.index(name) for name in ends)
    if word == dash or start > end:
        raise ValueError(f"{word} is no range of columns, such as A-F, L- or -F")
    return start, end


class _Reader:
    """Reads words as hexes of one board or map. ValueError for what is none."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._sheets = {sheet.board: sheet for sheet in board.names.sheets}
        self._named = len(self._sheets) > 1
        self._sheet = None if self._named else board.names.sheets[0]

    def hexes(self, words: Sequence[str]) -> Iterator[HexId]:
        """The hexes some words mean, in their order.

        On a map of several boards a board's id says whose the columns and hexes are that follow,
        also when asked again; alone it means all hexes that go by the board's name.
        """
        keyword = "hexes"
        for number, word in enumerate(words):
            if word in _KEYWORDS:
                keyword = word
            elif self._named and word in self._sheets:
                keyword, self._sheet = "hexes", self._sheets[word]
                following = words[number + 1 : number + 2]
                if not following or following[0] in self._sheets:
                    yield from self._columns(f"{column_name(0)}-", self._sheet)
            elif keyword == "columns" and not any(sign.isdigit() for sign in word):
                if self._sheet is None:
                    some = next(iter(self._sheets))
                    raise ValueError(f"whose columns? Write as in: {some} columns {word}")
                yield from self._columns(word, self._sheet)
            else:
                yield from self._listed(word)

    def _columns(self, word: str, sheet: Sheet) -> Iterator[HexId]:
        start, end = column_range(word, sheet.grid.columns)
        for column in range(start, end + 1):
            for number in range(sheet.grid.rows + 1):
                name = f"{sheet.label}{column_name(column)}{number}"
                hex = hex_id(sheet.board, name)
                if self._board.has(hex):
                    yield hex

    def _listed(self, word: str) -> Iterator[HexId]:
        """`K5`, or `L1-L3` down one column."""
        first, last = word, word
        if word not in self._board.names.cells and "-" in word:
            first, _, last = word.rpartition("-")
        ends = self._hex(first), self._hex(last)
        start, end = (_NAME.fullmatch(name) for name in (first, last))
        if start is None or end is None or ends[0] == ends[1]:
            yield ends[0]
            return
        if start[1] != end[1] or int(end[2]) < int(start[2]):
            raise ValueError(f"{word} does not go down one column, as L1-L3 does")
        for number in range(int(start[2]), int(end[2]) + 1):
            yield self._hex(f"{start[1]}{number}")

    def _hex(self, name: str) -> HexId:
        """The hex of a name, with or without what stands before the names of its board."""
        whole = name if self._sheet is None else f"{self._sheet.label}{name}"
        return self._board.hex(whole if whole in self._board.names.cells else name)
