"""Where roads and paths cross hexsides: their pixels touch over the border of two hexes."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from rules.board.grid.ground import CENTRE_X, CENTRE_Y, HEX_SHIFT, Ground
from rules.board.grid.terrain import CODES, TerrainTable
from rules.board.terrain import RoadKind
from rules.mapmaking.imported import kinds

_OFF_MIDDLE: Final = 0.3
"""How far from the middle of a hexside, in its lengths, a road may cross it; one that does so
farther away runs along a hexspine."""
_SIDE: Final = 0.577
_BYTE: Final = 0xFF

_Longs = npt.NDArray[np.int64]


def crossings(ground: Ground, table: TerrainTable) -> Iterator[tuple[int, int, RoadKind]]:
    """The pairs of neighbouring hexes, by index, that a road or path joins, and its surface."""
    touching = np.concatenate([_touching(ground, table, along) for along in (0, 1)])
    order = np.lexsort((touching[:, 1], touching[:, 0]))
    touching = touching[order]
    parted = np.flatnonzero((np.diff(touching[:, :2], axis=0) != 0).any(axis=1)) + 1
    for group in np.split(touching, parted):
        if len(group) and _near_middle(ground, group):
            codes = {int(code) for code in np.unique(group[:, 4:])}
            yield int(group[0, 0]), int(group[0, 1]), kinds.surface([table[one] for one in codes])


def _touching(ground: Ground, table: TerrainTable, along: int) -> _Longs:
    """Two pixels side by side, in a row: their hexes (the first one first), where, and terrain."""
    ways = np.zeros(CODES, np.bool_)
    ways[[kind.code for kind in table if kinds.is_way(kind)]] = True
    cells = ground.cells if along == 0 else ground.cells.T
    one, other = cells[:-1], cells[1:]
    hexes = one >> HEX_SHIFT, other >> HEX_SHIFT
    met = ways[one & _BYTE] & ways[other & _BYTE] & (hexes[0] != hexes[1])
    met &= (hexes[0] >= 0) & (hexes[1] >= 0)
    down, across = np.nonzero(met)
    place = (down, across) if along == 0 else (across, down)
    pair = np.sort(np.stack([hexes[0][met], hexes[1][met]], axis=1), axis=1)
    codes = np.stack([one[met] & _BYTE, other[met] & _BYTE], axis=1)
    return np.concatenate([pair, np.stack(place, axis=1), codes], axis=1).astype(np.int64)


def _near_middle(ground: Ground, group: _Longs) -> bool:
    """Whether pixels that touch lie, on the whole, near the middle of the hexside."""
    centres = ground.hexes[group[0, :2]][:, [CENTRE_X, CENTRE_Y]].astype(np.float64)
    apart = float(np.hypot(*(centres[1] - centres[0])))
    off = float(np.hypot(*(group[:, 2:4].mean(axis=0) - centres.mean(axis=0))))
    return off <= _OFF_MIDDLE * _SIDE * apart
