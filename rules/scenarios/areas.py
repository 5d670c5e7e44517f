"""Lists of hexes as scenario cards write them: `columns A-F K5 without B0-B3`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.board.geometry import cell_at, column_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.board.board import Board
    from rules.board.geometry import Cell, Grid
    from rules.board.locations import HexId
    from rules.data import Node

_KEYWORDS = ("columns", "hexes")
_WITHOUT = "without"


def read_area(node: Node, board: Board) -> tuple[HexId, ...]:
    """The hexes a text lists, each once, in board order. docs/scenarios.md has the syntax.

    Raises DataError for what it cannot read, a hex or column that is not on the board, a hex taken
    out that was not in, and an area without hexes.
    """
    words = node.text().replace(",", " ").split()
    at = words.index(_WITHOUT) if _WITHOUT in words else len(words)
    try:
        inside = set(_cells(words[:at], board.grid))
        outside = set(_cells(words[at + 1 :], board.grid))
    except ValueError as error:
        raise node.error(str(error)) from None
    if at < len(words) and not outside:
        raise node.error(f"lists nothing after {_WITHOUT!r}")
    strangers = [board.grid.name(cell) for cell in board.grid.cells() if cell in outside - inside]
    if strangers:
        raise node.error(f"takes out {strangers[0]}, which was not in")
    chosen = inside - outside
    if not chosen:
        raise node.error("lists no hexes")
    return tuple(board.hex_at(cell) for cell in board.grid.cells() if cell in chosen)


def _cells(words: Sequence[str], grid: Grid) -> Iterator[Cell]:
    keyword = "hexes"
    for word in words:
        if word in _KEYWORDS:
            keyword = word
        elif keyword == "columns" and not any(sign.isdigit() for sign in word):
            yield from _columns(word, grid)
        else:
            yield from _hexes(word, grid)


def _columns(word: str, grid: Grid) -> Iterator[Cell]:
    """`C`, `A-F`, `L-` to the last column or `-F` from the first."""
    names = [column_name(column) for column in range(grid.columns)]
    first, dash, last = word.partition("-")
    ends = (first or names[0], last or names[-1]) if dash else (first, first)
    for name in ends:
        if name not in names:
            raise ValueError(f"there is no column {name}")
    start, end = (names.index(name) for name in ends)
    if word == dash or start > end:
        raise ValueError(f"{word} is no range of columns, such as A-F, L- or -F")
    for column in range(start, end + 1):
        yield from _column(column, grid)


def _column(column: int, grid: Grid) -> Iterator[Cell]:
    rows = (cell_at(column, row) for row in range(grid.rows + 1))
    return (cell for cell in rows if grid.has(cell))


def _hexes(word: str, grid: Grid) -> Iterator[Cell]:
    """`K5`, or `L1-L3` down one column."""
    first, dash, last = word.partition("-")
    start = grid.cell(first)
    end = grid.cell(last) if dash else start
    if end[0] != start[0] or end[1] < start[1]:
        raise ValueError(f"{word} does not go down one column, as L1-L3 does")
    return ((start[0], r) for r in range(start[1], end[1] + 1))
