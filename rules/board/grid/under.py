"""Which hexes lie under a line, compiled."""

import numpy as np

from rules.board.grid.compiled import compiled
from rules.board.grid.geometry import NO_HEX
from rules.board.grid.ground import Ground, Longs
from rules.board.grid.points import hex_at


@compiled
def hexes_under(board: Ground, from_x: int, from_y: int, to_x: int, to_y: int) -> Longs:
    """The hexes that a line between two pixels has pixels of, in order and each once."""
    columns = abs(to_x - from_x) + 1
    rise = (to_y - from_y) / columns
    right = 1 if to_x >= from_x else -1
    height = board.cells.shape[1]
    most = columns + abs(to_y - from_y) + 2
    found, count, before = np.empty(most, np.int64), 0, NO_HEX
    level = float(from_y)
    for column in range(columns):
        x, row = from_x + right * column, int(level)
        level += rise
        next_row = int(level)
        down = 1 if next_row >= row else -1
        for y in range(row, next_row + down, down):
            hex = hex_at(board, x, y) if 0 <= y < height else NO_HEX
            if hex in {before, NO_HEX}:
                continue
            before = hex
            if not (found[:count] == hex).any():
                found[count] = hex
                count += 1
    return found[:count]
