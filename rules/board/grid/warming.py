"""`python -m rules.board.grid.warming`: compile before anybody waits for it."""

import numpy as np

from rules.board.grid.engine import GridBoard
from rules.board.grid.losdata import LosData
from rules.board.grid.metadata import BoardMetadata
from rules.board.grid.options import Reading
from rules.board.grid.terrain import Category, TerrainTable, TerrainType

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


def warm_up() -> None:
    """Ask for one LOS on a small board, which compiles what has not been compiled before."""
    cells = np.zeros((_WIDTH, _HEIGHT), np.uint8)
    data = LosData(_COLUMNS, _ROWS, cells.view(np.int8), cells, np.zeros(7, np.bool_))
    metadata = BoardMetadata(_COLUMNS, _ROWS)
    board = GridBoard(data, metadata, TerrainTable((_OPEN_GROUND,)), Reading.RULEBOOK)
    board.los(board.spot("A1"), board.spot("C2"))


if __name__ == "__main__":
    warm_up()
