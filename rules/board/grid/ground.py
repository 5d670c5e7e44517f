"""What the compiled rules are given: a board as arrays, a line, and what they note on the way."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.board.grid.geometry import Geometry, Ints
from rules.board.grid.hexes import Flags, Hexes
from rules.board.grid.losdata import LosData
from rules.board.grid.terrain import (
    BRIDGE,
    CLIFF,
    DEPRESSION,
    HALF,
    HEXSIDE,
    INHERENT,
    NOTHING,
    SPLIT,
    TerrainTable,
)

# Why a line is blocked; `answers.py` has the words. 0 is a clear line.
CLEAR: Final = 0
GROUND: Final = 1
HIGHER: Final = 2
AS_HIGH: Final = 3
HALF_LEVEL: Final = 4
SPLIT_TERRAIN: Final = 5
BLIND: Final = 6
BLIND_CREST: Final = 7
LEAVING_BUILDING: Final = 8
EXITS_DEPRESSION: Final = 9
ENTERS_DEPRESSION: Final = 10
EXITS_CREST: Final = 11
ENTERS_CREST: Final = 12
HEXSIDE_TERRAIN: Final = 13
HIGH_HEXSIDE: Final = 14
PARTITION_WALL: Final = 15
HINDRANCES: Final = 16
HILLOCK_BETWEEN: Final = 17

# Columns of `Ground.kinds`, by terrain code.
HEIGHT: Final = 0
FLAGS: Final = 1
REACH: Final = 2

# Columns of `Ground.hexes`; those of hexsides and vertices are the first of six.
BASE: Final = 0
Q: Final = 1
R: Final = 2
TERRAIN: Final = 3
SUNKEN: Final = 4
HAS_CLIFF: Final = 5
CENTRE_X: Final = 6
CENTRE_Y: Final = 7
SIDE: Final = 8
SIDE_LOCATION: Final = 14
SIDE_SUNKEN: Final = 20
SIDE_CLIFF: Final = 26
SIDE_SLOPES: Final = 32
SIDE_ON_MAP: Final = 38
ADJACENT: Final = 44
SIDE_X: Final = 50
SIDE_Y: Final = 56
CORNER_X: Final = 62
CORNER_Y: Final = 68
BY_INHERENT: Final = 74
GROWTH: Final = 75
COLUMNS: Final = 76

# Places in the notes taken on the way along a line: the hex under the line and the one before (for
# the purpose of telling a new hex), the hex whose ground is ignored, the ranges from the hex to
# both ends, whether the source's building is left, for which hex which hexsides the line
# touches, and the terrain taken to be at the pixel. Then value, hex and terrain of the hindrance at
# each range from the source.
HEX: Final = 0
BEFORE: Final = 1
IGNORED: Final = 2
TO_SOURCE: Final = 3
TO_TARGET: Final = 4
OUTSIDE: Final = 5
TOUCHING: Final = 6
TOUCHED: Final = 7
JUDGED: Final = 8
LONGEST: Final = 512
VALUES: Final = 9
HEXES: Final = VALUES + LONGEST
TERRAINS: Final = HEXES + LONGEST
PLACES: Final = TERRAINS + LONGEST

_BYTE: Final = 8
HEX_SHIFT: Final = 17
CLIFF_SHIFT: Final = 16
GROUND_SHIFT: Final = 8
_ANY_HEIGHT: Final = 1 << 20
_FAR_AWAY: Final = 1 << 30

Longs = npt.NDArray[np.int64]
Notes = Longs


class Ground(NamedTuple):
    """A board in few arrays, so that it is cheap to hand on.

    `cells` by pixel hold terrain, elevation and hex in bits (`points.py` reads them), `kinds` by
    terrain code and `hexes` by hex have the columns above, `reach` is that of `geometry`. All but
    the cells are of one type, so that each function is compiled for one type alone.
    """

    cells: Ints
    kinds: Longs
    hexes: Longs
    reach: Longs
    sloped: bool


def make_ground(
    data: LosData, table: TerrainTable, geometry: Geometry, hexes: Hexes, slopes: Flags
) -> Ground:
    """The arrays of a board."""
    cells = geometry.hex_at.astype(np.int32)
    cells <<= 1
    _mark_cliffs(cells, np.flatnonzero(hexes.has_cliff), geometry, hexes)
    cells <<= _BYTE
    cells |= data.elevation.view(np.uint8)
    cells <<= _BYTE
    cells |= data.terrain
    cells = np.asfortranarray(cells)  # neighbours in a row side by side: most lines run that way
    kinds = np.zeros((len(table.heights), 3), np.int64)
    kinds[:, HEIGHT], kinds[:, FLAGS] = table.heights, table.flags
    kinds[:, REACH] = _reach(table, overgrown=bool((hexes.growth != NOTHING).any()))
    found = np.zeros((len(hexes.base), COLUMNS), np.int64)
    for column, values in (
        (BASE, hexes.base),
        (Q, geometry.q),
        (R, geometry.r),
        (TERRAIN, hexes.terrain),
        (SUNKEN, hexes.sunken),
        (HAS_CLIFF, hexes.has_cliff),
        (CENTRE_X, geometry.centre[:, 0]),
        (CENTRE_Y, geometry.centre[:, 1]),
        (BY_INHERENT, _by_inherent(table, geometry, hexes)),
        (GROWTH, hexes.growth),
    ):
        found[:, column] = values
    for column, sides in (
        (SIDE, hexes.side),
        (SIDE_LOCATION, hexes.side_location),
        (SIDE_SUNKEN, hexes.side_sunken),
        (SIDE_CLIFF, hexes.cliff),
        (SIDE_SLOPES, slopes),
        (SIDE_ON_MAP, geometry.on_map),
        (ADJACENT, geometry.adjacent),
        (SIDE_X, geometry.side_point[:, :, 0]),
        (SIDE_Y, geometry.side_point[:, :, 1]),
        (CORNER_X, geometry.extended[:, :, 0]),
        (CORNER_Y, geometry.extended[:, :, 1]),
    ):
        found[:, column : column + 6] = sides
    return Ground(cells, kinds, found, geometry.reach, bool(slopes.any()))


def _mark_cliffs(cells: Ints, at: npt.NDArray[np.int64], geometry: Geometry, hexes: Hexes) -> None:
    """Set the lowest bit of the pixels nearest to a cliff hexside of their hex."""
    for hex in at:
        points = np.concatenate([geometry.centre[hex][None], geometry.side_point[hex]])
        outlines = geometry.extended[hex]
        left, top = np.maximum(outlines.min(axis=0), 0)
        right, bottom = outlines.max(axis=0) + 1
        box = cells[left:right, top:bottom]
        xs, ys = np.nonzero(box >> 1 == hex)
        dx = xs[:, None] + left - points[:, 0]
        dy = ys[:, None] + top - points[:, 1]
        apart = dx * dx + dy * dy
        apart[:, 1:][:, ~geometry.on_map[hex]] = _FAR_AWAY
        nearest = apart.argmin(axis=1)
        box[xs, ys] |= np.concatenate([[False], hexes.cliff[hex]])[nearest]


def _reach(table: TerrainTable, *, overgrown: bool) -> Ints:
    """Twice the height up to which terrain can matter, above the level it stands on.

    A line whose ends are both as high as that is not touched by it. What matters at any height
    reaches higher than any line; so do Depressions, if one on the board is `overgrown`.
    """
    reach = 2 * table.heights + table.has(HALF) + 2 * table.has(CLIFF)
    walled = table.has(HEXSIDE) & ~table.has(CLIFF)
    reach[walled | table.has(SPLIT) | table.has(BRIDGE)] = _ANY_HEIGHT
    if overgrown:
        reach[table.has(DEPRESSION)] = _ANY_HEIGHT
    return reach


def _by_inherent(table: TerrainTable, geometry: Geometry, hexes: Hexes) -> Flags:
    """The hexes of Inherent Terrain, and those beside one."""
    inherent = table.has(INHERENT)[hexes.terrain]
    around = inherent[geometry.adjacent] & (geometry.adjacent >= 0)
    return np.asarray(inherent | around.any(axis=1), np.bool_)


class End(NamedTuple):
    """One end of a line: a hex by index, and the absolute level there.

    `central` as in `hexes.Spot`; `sunken` if the Location is one of a Depression, `rooftop` and
    `cellar` if it is one of those. With `at_corner` it is not the centre of the hex but the vertex
    at the pixel `x`, `y`, and `spine` the hexspine of the other end along which the line runs
    there, -1 if along none.
    """

    hex: int
    level: int
    central: bool
    sunken: bool
    rooftop: bool
    cellar: bool
    at_corner: bool
    x: int
    y: int
    spine: int


class Line(NamedTuple):
    """A line, and what about it stays the same all the way.

    `source` and `target` are hexes. Levels have a rooftop half a level above the top floor (B23.8);
    `lower` and `higher` are those of the two ends, `twice_lower` in half levels. In VASL `low` and
    `high`, by which most rules go, have cellars at the level of the ground besides, and `floors`
    rooftops a full level up.
    `along` lines run along hexsides: then `spine` is the hexspine by which they leave the source.
    `exits` are the one or two hexsides by which they do (-1 for none). `steady` lines follow a
    Continuous Slope (B.5). A line `to_corner` ends at a vertex of its target, so that what stands
    in the target matters (A4.34).
    """

    source: int
    target: int
    source_level: float
    target_level: float
    source_floor: float
    target_floor: float
    lower: float
    higher: float
    twice_lower: int
    low: float
    high: float
    distance: int
    x0: int
    y0: int
    x1: int
    y1: int
    along: bool
    spine: int
    exit_a: int
    exit_b: int
    sloping: bool
    must_exit: bool
    must_enter: bool
    from_centre: bool
    source_sunken: bool
    target_sunken: bool
    source_rooftop: bool
    target_rooftop: bool
    source_cellar: bool
    target_cellar: bool
    rulebook: bool
    steady: bool
    to_corner: bool


def new_notes() -> Notes:
    """Empty notes."""
    return np.zeros(PLACES, np.int64)
