"""What the compiled rules are given: a board as arrays, a line, and what they note on the way."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.board.grid.geometry import Ints, Polygons

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

# Places in `Notes.now`.
HEX: Final = 0
BEFORE: Final = 1
IGNORED: Final = 2
TO_SOURCE: Final = 3
TO_TARGET: Final = 4
OUTSIDE: Final = 5
TOUCHING: Final = 6
TOUCHED: Final = 7
PLACES: Final = 8

LONGEST: Final = 512


class Ground(NamedTuple):
    """A board: cells by pixel, terrain by code, hexes by index and hexside 0-5.

    `terrain` and `elevation` are the cells; `height` and `flags` what their codes mean. The rest is
    that of `geometry.Geometry` and `hexes.Hexes`, and which hexsides slope up.
    """

    terrain: npt.NDArray[np.uint8]
    elevation: npt.NDArray[np.int8]
    height: Ints
    flags: Ints
    hex_at: npt.NDArray[np.int16]
    reach: Polygons
    extended: Ints
    centre: Ints
    side_point: Ints
    on_map: npt.NDArray[np.bool_]
    adjacent: Ints
    q: Ints
    r: Ints
    base: Ints
    hex_terrain: npt.NDArray[np.uint8]
    sunken: npt.NDArray[np.bool_]
    side: npt.NDArray[np.uint8]
    side_location: npt.NDArray[np.uint8]
    side_sunken: npt.NDArray[np.bool_]
    cliff: npt.NDArray[np.bool_]
    has_cliff: npt.NDArray[np.bool_]
    slopes: npt.NDArray[np.bool_]


class End(NamedTuple):
    """One end of a line: a hex by index, and the absolute level there.

    `central` as in `hexes.Spot`; `sunken` if the Location is one of a Depression.
    """

    hex: int
    level: int
    central: bool
    sunken: bool
    rooftop: bool
    cellar: bool


class Line(NamedTuple):
    """A line, and what about it stays the same all the way.

    `source` and `target` are hexes; `low` and `high` levels of the lower and the higher end.
    `along` lines run along hexsides: then `spine` is the hexspine by which they leave the source.
    `exits` are the one or two hexsides by which they do (-1 for none).
    """

    source: int
    target: int
    source_level: int
    target_level: int
    low: int
    high: int
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
    rooftop: bool
    rulebook: bool


class Notes(NamedTuple):
    """What is noted while a line is followed; made once and used again.

    `now` has the places above: the hex under the line and the one before (for the purpose of
    telling a new hex), the hex whose ground is ignored, the ranges from the hex to both ends,
    whether the source's building is left, and for which hex which hexsides the line touches.
    `value`, `hex` and `terrain` are the hindrance at each range from the source.
    """

    now: Ints
    value: Ints
    hex: Ints
    terrain: Ints


def new_notes() -> Notes:
    """Empty notes."""
    return Notes(
        np.zeros(PLACES, np.int32),
        np.zeros(LONGEST, np.int32),
        np.zeros(LONGEST, np.int32),
        np.zeros(LONGEST, np.int32),
    )
