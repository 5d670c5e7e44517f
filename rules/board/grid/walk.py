"""Following a line from pixel to pixel, compiled."""

from typing import Final

import numpy as np

from rules.board.grid.compiled import compiled, part, seldom
from rules.board.grid.geometry import contains
from rules.board.grid.ground import (
    ADJACENT,
    BASE,
    BEFORE,
    BY_INHERENT,
    CENTRE_X,
    CENTRE_Y,
    CLEAR,
    FLAGS,
    HEIGHT,
    HEX,
    IGNORED,
    JUDGED,
    OUTSIDE,
    REACH,
    SIDE_SLOPES,
    SUNKEN,
    TERRAIN,
    TO_SOURCE,
    TO_TARGET,
    TOUCHING,
    VALUES,
    End,
    Ground,
    Line,
    Longs,
    Notes,
    Q,
    R,
)
from rules.board.grid.pixel import at_pixel
from rules.board.grid.points import (
    CENTRE,
    cliff_at,
    ground_at,
    hex_at,
    hex_flags,
    hexes_between,
    nearest,
    terrain_at,
    touches,
)
from rules.board.grid.terrain import BRIDGE, BUILDING, CLIFF, HEXSIDE, INHERENT, JUNGLE, WATER

_NO: Final = -1
_TAN_60: Final = float(np.tan(np.radians(60.0)))
_SHORT, _MIDDLE = 5, 15

# Columns of an answer: reason, hex under the blocking pixel, x, y, terrain there, hindrance.
REASON: Final = 0
AT: Final = 1
AT_X: Final = 2
AT_Y: Final = 3
OF: Final = 4
HINDRANCE: Final = 5
FROM_TARGET: Final = 6
FIELDS: Final = 7

# Besides reasons.
NO_MORE: Final = -1
SAME_AGAIN: Final = -2

NO_CELL: Final = 0x7FFFFFFF


@compiled
def follow(
    board: Ground,
    source: End,
    targets: Longs,
    rulebook: bool,
    both: bool,
    notes: Notes,
    out: Longs,
) -> None:
    """Draw lines from one Location to many, and put the answers into the rows of `out`.

    A row of `targets` has the fields of an `End`. With `both`, lines are drawn both ways.
    """
    back = np.zeros(FIELDS, np.int64)
    for row in range(targets.shape[0]):
        t = targets[row]
        at_corner = t[6] != 0
        target = End(
            t[0], t[1], t[2] != 0, t[3] != 0, t[4] != 0, t[5] != 0, at_corner, t[7], t[8], t[9]
        )
        _draw(board, source, target, rulebook, notes, out[row])
        if both and out[row, REASON] == CLEAR:
            _settle(board, source, target, rulebook, notes, out[row], back)


@seldom
def _draw(
    board: Ground, source: End, target: End, rulebook: bool, notes: Notes, out: Longs
) -> None:
    """One line, one way."""
    line = line_between(board, source, target, rulebook)
    _start(board, line, notes)
    out[REASON] = _walk(board, line, notes, out)
    out[HINDRANCE] = notes[VALUES : VALUES + line.distance].sum()
    out[FROM_TARGET] = 0


@part
def _settle(
    board: Ground,
    source: End,
    target: End,
    rulebook: bool,
    notes: Notes,
    out: Longs,
    back: Longs,
) -> None:
    """Draw a clear line back as well and settle what holds for both ways (A6.5).

    A line blocked one way is blocked: what stops it is that met first from the source, or if
    nothing is met that way, what stops it on the way back. Of the hindrances the smaller holds.
    """
    _draw(board, target, source, rulebook, notes, back)
    if back[REASON] != CLEAR or back[HINDRANCE] < out[HINDRANCE]:
        out[:] = back
        out[FROM_TARGET] = 1


@part
def line_between(board: Ground, source: End, target: End, rulebook: bool) -> Line:
    """The line between two Locations of different hexes."""
    distance = hexes_between(board, source.hex, target.hex)
    x0, y0 = board.hexes[source.hex, CENTRE_X], board.hexes[source.hex, CENTRE_Y]
    x1, y1 = board.hexes[target.hex, CENTRE_X], board.hexes[target.hex, CENTRE_Y]
    spine = _spine(board, source.hex, target.hex, distance, rulebook)
    if target.at_corner:
        x1, y1, spine = target.x, target.y, target.spine
    s, t = _level(source), _level(target)
    s_floor, t_floor = (s, t) if rulebook else (float(source.level), float(target.level))
    rise = t - s if rulebook else t_floor - target.rooftop - (s_floor - source.rooftop)
    must_exit = source.sunken and rise <= distance
    must_enter = target.sunken and -rise <= distance
    exit_a, exit_b, sloping = _NO, _NO, False
    if must_exit or must_enter or board.sloped or source.rooftop or target.rooftop:
        exit_a, exit_b = _exits(board, source.hex, spine, x0, y0, x1, y1)
        sloping = (s_floor >= t_floor and _slopes(board, source.hex, exit_a, exit_b, 0)) or (
            t_floor >= s_floor and _slopes(board, target.hex, exit_a, exit_b, 3)
        )
    steady = (
        rulebook
        and not target.at_corner
        and abs(t - s) == distance > 1
        and _is_steady(board, source, target, distance, spine)
    )
    s_up, t_up = (s, t) if rulebook else (s + source.cellar, t + target.cellar)
    return Line(
        source.hex,
        target.hex,
        s,
        t,
        s_floor,
        t_floor,
        min(s, t),
        max(s, t),
        int(2 * min(s, t)),
        min(s_up, t_up),
        max(s_up, t_up),
        distance,
        x0,
        y0,
        x1,
        y1,
        spine != _NO,
        spine,
        exit_a,
        exit_b,
        sloping,
        must_exit,
        must_enter,
        source.central,
        source.sunken,
        target.sunken,
        source.rooftop,
        target.rooftop,
        source.cellar,
        target.cellar,
        rulebook,
        steady,
        target.at_corner,
    )


@part
def _level(end: End) -> float:
    """The level of an end: a rooftop is given a full level up."""
    return end.level - 0.5 if end.rooftop else float(end.level)


@seldom
def _is_steady(board: Ground, source: End, target: End, distance: int, spine: int) -> bool:
    """B.5: whether a line between Locations on the ground goes up, or down, by one level with each
    hex that it meets; along hexsides those on both sides."""
    if not (source.central and target.central) or source.sunken or target.sunken:
        return False
    up = 1 if target.level > source.level else -1
    x0, y0 = board.hexes[source.hex, CENTRE_X], board.hexes[source.hex, CENTRE_Y]
    x1, y1 = board.hexes[target.hex, CENTRE_X], board.hexes[target.hex, CENTRE_Y]
    steps = max(abs(x1 - x0), abs(y1 - y0))
    aside = 0 if spine == _NO else 1
    last_x, last_y = board.cells.shape[0] - 1, board.cells.shape[1] - 1
    for step in range(1, steps):
        x, y = x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps
        for dx in range(-aside, aside + 1):
            for dy in range(-aside, aside + 1):
                hex = hex_at(board, min(max(x + dx, 0), last_x), min(max(y + dy, 0), last_y))
                level = source.level + up * hexes_between(board, source.hex, hex)
                if hex >= 0 and (board.hexes[hex, BASE] != level or board.hexes[hex, SUNKEN]):
                    return False
    return True


@seldom
def _exits(
    board: Ground, hex: int, spine: int, x0: int, y0: int, x1: int, y1: int
) -> tuple[int, int]:
    """The hexsides by which a line leaves its source: two along a hexspine, else one, or none."""
    if spine != _NO:
        return (spine + 5) % 6, spine
    if x0 == x1:
        return (0 if y1 < y0 else 3), _NO
    for side in range(6):
        if touches(board, x0, y0, x1, y1, hex, side):
            return side, _NO
    return _NO, _NO


@part
def _slopes(board: Ground, hex: int, a: int, b: int, turned: int) -> bool:
    return bool(
        (a >= 0 and board.hexes[hex, SIDE_SLOPES + (a + turned) % 6])
        or (b >= 0 and board.hexes[hex, SIDE_SLOPES + (b + turned) % 6])
    )


@part
def _spine(board: Ground, source: int, target: int, distance: int, rulebook: bool) -> int:
    """The hexspine by which a line along hexsides leaves its source; -1 for other lines.

    The rulebook's lines are those that really run along hexsides; the other reading goes by the
    slope of the line, with a tolerance.
    """
    dx = board.hexes[target, CENTRE_X] - board.hexes[source, CENTRE_X]
    dy = board.hexes[target, CENTRE_Y] - board.hexes[source, CENTRE_Y]
    q = board.hexes[target, Q] - board.hexes[source, Q]
    r = board.hexes[target, R] - board.hexes[source, R]
    if rulebook:
        if not (q == -2 * r or r == -2 * q or q == r):
            return _NO
    elif dy != 0:
        if dx == 0:
            return _NO
        tolerance = 0.05 if distance < _SHORT else 0.03 if distance <= _MIDDLE else 0.015
        if not abs(abs(dy / dx) - _TAN_60) < tolerance:
            return _NO
    if dy == 0 or (rulebook and q == -2 * r):
        return 2 if dx > 0 else 5
    if dy < 0:
        return 1 if dx > 0 else 0
    return 3 if dx > 0 else 4


@part
def _start(board: Ground, line: Line, notes: Notes) -> None:
    notes[HEX] = line.source
    notes[BEFORE] = _NO
    notes[IGNORED] = _NO
    notes[TO_SOURCE] = 0
    notes[TO_TARGET] = line.distance
    notes[TOUCHING] = _NO
    in_building = hex_flags(board, line.source) & BUILDING
    notes[OUTSIDE] = 0 if in_building else 1
    notes[VALUES : VALUES + line.distance + 1] = 0


@part
def _walk(board: Ground, line: Line, notes: Notes, out: Longs) -> int:
    """Column by column from source to target, in each column down or up the pixels met.

    The pixel at which the line changes columns is met in both. Read as in VASL, fractions are kept
    as they add up, column by column, and which pixel is met depends on where on the board the line
    is; by the rulebook it does not.

    A pixel just like one of the last two is passed over where only hex, terrain and level matter.
    """
    columns = abs(line.x1 - line.x0) + 1
    step = (line.y1 - line.y0) / columns
    right = 1 if line.x1 >= line.x0 else -1
    down = 1 if line.y1 >= line.y0 else -1
    enter = float(line.y0)
    leave = enter + step
    x = line.x0
    known = known_before = NO_CELL
    for column in range(columns):
        y, last = int(enter), int(leave)
        if line.rulebook:
            y = line.y0 + (line.y1 - line.y0) * column // columns
            last = line.y0 + (line.y1 - line.y0) * (column + 1) // columns
        while True:
            cell = board.cells[x, y]
            if cell != known and cell != known_before:
                reason = _visit(board, line, notes, x, y)
                if reason > CLEAR:
                    out[AT] = notes[HEX] if line.rulebook else hex_at(board, x, y)
                    out[AT_X], out[AT_Y] = x, y
                    out[OF] = notes[JUDGED]
                    return reason
                if reason == NO_MORE:
                    return CLEAR
                if reason == SAME_AGAIN:
                    known, known_before = cell, known
            if y == last:
                break
            y += down
        x += right
        enter = leave
        leave += step
    return CLEAR


@part
def _visit(board: Ground, line: Line, notes: Notes, x: int, y: int) -> int:
    """One pixel: whose it is, and the rules for it.

    SAME_AGAIN says that it is clear, and so is the next pixel of the same hex, terrain and level.
    NO_MORE that it belongs to no hex.
    """
    terrain = terrain_at(board, x, y)
    hex = hex_at(board, x, y)
    if not notes[OUTSIDE] and not board.kinds[terrain, FLAGS] & BUILDING:
        notes[OUTSIDE] = 1
    plain = notes[OUTSIDE] != 0 and hex >= 0
    if plain and (line.must_exit or line.must_enter):
        plain = _free_of_depressions(board, line, notes, hex, terrain, x, y)
    as_drawn = plain and not (line.along and board.hexes[hex, BY_INHERENT])
    if as_drawn and 2 * ground_at(board, x, y) + board.kinds[terrain, REACH] <= line.twice_lower:
        return SAME_AGAIN
    walled = board.kinds[terrain, FLAGS] & (HEXSIDE | CLIFF) == HEXSIDE
    in_end = hex == line.source or (hex == line.target and not line.to_corner)
    if plain and in_end and not (walled or line.along):
        return SAME_AGAIN
    at_end = True
    if contains(board.reach, line.source, x, y):
        hex = line.source
    elif contains(board.reach, line.target, x, y):
        hex = line.target
    else:
        at_end = False
        if hex < 0:
            return CLEAR if line.rulebook else NO_MORE
    if at_end and plain and not (walled or (line.to_corner and hex == line.target)):
        return CLEAR
    reason = _rules(board, line, notes, hex, x, y, line.along and not at_end)
    alone = not line.along or _within_hex(board, line, hex)
    if reason == CLEAR and plain and alone and not (at_end or walled or notes[IGNORED] >= 0):
        return SAME_AGAIN if _everywhere(board, line, notes, terrain, x, y) else CLEAR
    return reason


@part
def _free_of_depressions(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> bool:
    """Whether A6.3 has nothing to say of a pixel, nor of those like it in the hex entered last.

    So it is on the floor of the source's Depression, and where the ground of a hex is low enough
    for its range. Not beside the ends, whose hexes reach into others.
    """
    if hex != notes[HEX] or notes[IGNORED] != _NO or line.along or line.distance == 1:
        return False
    if board.kinds[terrain, FLAGS] & CLIFF or hex_flags(board, hex) & BRIDGE:
        return False
    if hex == line.source:
        return not line.must_exit or ground_at(board, x, y) == board.hexes[hex, BASE]
    if notes[TO_SOURCE] <= 1 or notes[TO_TARGET] <= 1 or board.hexes[hex, SUNKEN]:
        return False
    rise = line.target_level - line.source_level
    exits = not line.must_exit or notes[TO_TARGET] <= rise
    return exits and (not line.must_enter or notes[TO_SOURCE] <= -rise)


@part
def _everywhere(board: Ground, line: Line, notes: Notes, terrain: int, x: int, y: int) -> bool:
    """Whether what holds at a pixel does not depend on where in its hex it is."""
    if notes[TO_SOURCE] > 1 and notes[TO_TARGET] > 1:
        return True
    above = line.high - ground_at(board, x, y)
    if board.kinds[terrain, HEIGHT] == 0 and 0 <= above < 1 and line.low != line.high:
        return False
    return not cliff_at(board, x, y)


@part
def _within_hex(board: Ground, line: Line, hex: int) -> bool:
    """Whether a line along hexsides runs through the middle of a hex, not between two."""
    return line.from_centre and hexes_between(board, line.source, hex) % 2 == 0


@part
def _other_hex(board: Ground, line: Line, hex: int, x: int, y: int) -> int:
    """The hex across the hexside a line runs along at a pixel; -1 where it crosses a hex."""
    if _within_hex(board, line, hex):
        return _NO
    for side in range(6):
        across = board.hexes[hex, ADJACENT + side]
        if across < 0 or across == line.source or across == line.target:
            continue
        if contains(board.reach, across, x, y):
            return int(across)
    side = nearest(board, hex, x, y)
    if side != CENTRE:
        across = board.hexes[hex, ADJACENT + side]
        if across >= 0 and across != line.source and across != line.target:
            return int(across)
    return _NO


@part
def _rules(board: Ground, line: Line, notes: Notes, hex: int, x: int, y: int, along: bool) -> int:
    """The rules at a pixel for its hex, or if the line runs along a hexside for both beside it.

    The Inherent Terrain of a hex reaches its hexsides (B.6), where hexside terrain is judged
    besides; that of a hex at the edge of the board too, but not as VASL reads it. Read so, that of
    the first hex is also taken for what the second has there.
    """
    terrain = terrain_at(board, x, y)
    other = _other_hex(board, line, hex, x, y) if along else _NO
    steps = 4 if other >= 0 else 1
    if along and other < 0 and line.rulebook and not _within_hex(board, line, hex):
        steps = 2
    for step in range(steps):
        this = hex
        if steps > 1:
            as_it_is = step % 2 == 0
            this = hex if step < 2 else other  # noqa: PLR2004 # each hex has two steps
            if this == line.source or this == line.target:
                continue
            if not contains(board.reach, this, x, y):
                continue
            if line.rulebook and as_it_is:
                terrain = terrain_at(board, x, y)
            own = board.hexes[this, TERRAIN]
            inherent = board.kinds[own, FLAGS] & INHERENT != 0
            if as_it_is:
                if not (inherent and board.kinds[terrain, FLAGS] & HEXSIDE):
                    continue
            elif inherent and not (
                board.kinds[own, FLAGS] & JUNGLE and board.kinds[terrain, FLAGS] & WATER
            ):
                terrain = own
        notes[JUDGED] = terrain
        reason = at_pixel(board, line, notes, this, terrain, x, y)
        if reason:
            return reason
    return CLEAR


@compiled
def runs_along(board: Ground, source: int, target: int, rulebook: bool) -> bool:
    """Whether the line between two hexes counts as one along hexsides."""
    distance = hexes_between(board, source, target)
    return _spine(board, source, target, distance, rulebook) != _NO
