"""What the hexes in play are called: by themselves, and by players."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.board.geometry import Cell, Grid
from rules.board.layout import Layout
from rules.board.locations import HexId, hex_id

_PLAIN_NAME = re.compile(r"([A-Z])\1*[0-9]+")
_OWN_NAME = re.compile(r"([A-Z])\1*[0-9]+$")
_HEX_NAME = re.compile(r"([a-z0-9-]*?)([A-Z])\2*(0|[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One of the boards of a map: its id, what stands before the names of its hexes there, and its
    own hex grid."""

    board: str
    label: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class Names:
    """The hexes in play by cell, in the order of the map, and what players may call them.

    A hex of a seam has a name on each board; `ids` has the one that it goes by. `turned` are the
    hexes whose board lies turned by half a turn.
    """

    ids: Mapping[Cell, HexId]
    cells: Mapping[str, Cell]
    sheets: tuple[Sheet, ...]
    turned: frozenset[Cell] = frozenset()

    def boards(self, cell: Cell) -> tuple[str, ...]:
        """The ids of the boards that a hex is on: of a seam, both."""
        own = {_OWN_NAME.sub("", name) for name, there in self.cells.items() if there == cell}
        return tuple(sheet.board for sheet in self.sheets if sheet.label in own)

    def unknown(self, name: str) -> str:
        """Why there is no hex of that name, in words."""
        if _HEX_NAME.fullmatch(name) is None:
            return f"{name!r} is not the name of a hex"
        some = next(iter(self.cells))
        also = "" if _PLAIN_NAME.fullmatch(some) else f"; on this map a hex is called {some}"
        return f"there is no hex {name}{also}"


def own_names(layout: Layout) -> Names:
    """The names of the hexes of one board that lies alone."""
    grid = layout.grid
    return Names(
        ids=MappingProxyType({c: hex_id(layout.id, grid.name(c)) for c in grid.cells()}),
        cells=MappingProxyType({grid.name(cell): cell for cell in grid.cells()}),
        sheets=(Sheet(layout.id, "", grid),),
    )
