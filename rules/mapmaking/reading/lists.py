"""What several statements share: lists of hexes, names, materials."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.board.geometry import Cell, Grid
from rules.board.terrain import Terrain
from rules.mapmaking.reading.draft import Draft, Stated
from rules.mapmaking.reading.entries import Entry, Word

ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""The id of a board or a building."""

FOOT = "foot"
"""What a bridge is called that is for those on foot: it is of wood (B6.44)."""

MATERIALS: Mapping[str, Terrain] = MappingProxyType(
    {"wooden": Terrain.WOODEN_BUILDING, "stone": Terrain.STONE_BUILDING}
)


def alone(draft: Draft, entry: Entry) -> None:
    """Refuses words between the keyword and its list, and a missing list."""
    if len(entry.head) != 1 or not entry.listed:
        raise draft.error(entry.line, entry.keyword, "is followed by a colon and a list")


def named(grid: Grid, text: str) -> Iterator[Cell]:
    """The hex of a name, or those of a range: `C2-C5` goes down one column from C2 to C5.

    Raises ValueError.
    """
    first, dash, last = text.partition("-")
    start = grid.cell(first)
    end = grid.cell(last) if dash else start
    if end[0] != start[0] or end[1] < start[1]:
        raise ValueError("a range goes down one column, as in C2-C5")
    return ((start[0], r) for r in range(start[1], end[1] + 1))


def cells(draft: Draft, words: list[Word]) -> Iterator[tuple[Cell, int]]:
    """The hexes of a list, each with its line."""
    draft.begun = True
    for word in words:
        try:
            own = named(draft.grid, word.text)
        except ValueError as error:
            raise draft.error(word.line, word.text, str(error)) from None
        for cell in own:
            yield cell, word.line


def set_terrain(draft: Draft, cell: Cell, kind: Terrain, line: int) -> None:
    """Says what a hex is. Raises BoardError if that has been said."""
    if before := draft.terrain.get(cell):
        message = f"is {before.value.value} already (line {before.line})"
        raise draft.at(line, cell, message)
    draft.terrain[cell] = Stated(kind, line)
