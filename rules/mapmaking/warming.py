"""`python -m rules.mapmaking.warming`: build the boards and compile LOS before anybody waits.

With `boards`, it builds the boards alone.
"""

import sys
from pathlib import Path

import numpy as np

from rules.board.grid.compiled import being_compiled, is_compiled, note_compiled, use_compiled
from rules.board.grid.engine import GridBoard
from rules.board.grid.losdata import LosData
from rules.board.grid.metadata import BoardMetadata
from rules.board.grid.options import Reading
from rules.board.grid.terrain import Category, TerrainTable, TerrainType
from rules.mapmaking.builder.built import keep_all_seasons
from rules.mapmaking.loading import BOARDS
from rules.mapmaking.reading import read_layout

_COLUMNS, _ROWS, _WIDTH, _HEIGHT = 3, 2, 113, 129

_OPEN_GROUND = TerrainType(
    name="Open Ground",
    code=0,
    height=0,
    half_level=False,
    obstacle=False,
    inherent=False,
    split=False,
    lower_obstacle=False,
    lower_hindrance=False,
    category=Category.OPEN,
)


def compile_ahead() -> None:
    """Compile LOS, if that has not been done for this version of it: a minute of work. Who comes
    while another process does it waits for that one.
    """
    with being_compiled():
        if not is_compiled():
            use_compiled()
            take_compiled()
            note_compiled()


def take_compiled() -> None:
    """Ask a small board for a LOS and for what another passes: it takes what has been compiled into
    this process, and compiles what has not been, where that is to be done.
    """
    cells = np.zeros((_WIDTH, _HEIGHT), np.uint8)
    data = LosData(_COLUMNS, _ROWS, cells.view(np.int8), cells, np.zeros(7, np.bool_))
    metadata = BoardMetadata(_COLUMNS, _ROWS)
    board = GridBoard(data, metadata, TerrainTable((_OPEN_GROUND,)), Reading.RULEBOOK)
    source, target = board.spot("A1"), board.spot("C2")
    board.los(source, target)
    board.crossed_to_corner(source.hex, target.hex, 0)


def build_boards(folder: Path | None = None) -> None:
    """Build our boards, as they are in every season, where they have not been built before."""
    for path in sorted(BOARDS.glob("*.txt")):
        keep_all_seasons(read_layout(path.read_text(encoding="utf-8"), file=path.name), folder)


if __name__ == "__main__":
    build_boards()
    if sys.argv[1:] != ["boards"]:
        compile_ahead()
