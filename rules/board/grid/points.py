"""Small questions about pixels, hexes and hexsides that all the compiled rules ask."""

from typing import Final

from rules.board.grid.compiled import part
from rules.board.grid.ground import (
    ADJACENT,
    BASE,
    CENTRE_X,
    CENTRE_Y,
    CLIFF_SHIFT,
    CORNER_X,
    CORNER_Y,
    FLAGS,
    GROUND_SHIFT,
    HEX_SHIFT,
    SIDE_LOCATION,
    SIDE_ON_MAP,
    SIDE_X,
    SIDE_Y,
    TERRAIN,
    TOUCHED,
    TOUCHING,
    Ground,
    Line,
    Notes,
    Q,
    R,
)

CENTRE: Final = -1


@part
def terrain_at(board: Ground, x: int, y: int) -> int:
    """The terrain code of a pixel."""
    return int(board.cells[x, y] & 0xFF)


@part
def ground_at(board: Ground, x: int, y: int) -> int:
    """The level of the ground at a pixel."""
    return int((board.cells[x, y] >> GROUND_SHIFT & 0xFF ^ 0x80) - 0x80)


@part
def hex_at(board: Ground, x: int, y: int) -> int:
    """The hex under a pixel; -1 for none."""
    return int(board.cells[x, y] >> HEX_SHIFT)


@part
def cliff_at(board: Ground, x: int, y: int) -> bool:
    """Whether a pixel is nearest to a cliff, of all hexsides and the centre of its hex."""
    return bool(board.cells[x, y] >> CLIFF_SHIFT & 1)


@part
def hex_flags(board: Ground, hex: int) -> int:
    """The flags of the terrain of a hex."""
    return int(board.kinds[board.hexes[hex, TERRAIN], FLAGS])


@part
def side_flags(board: Ground, hex: int, side: int) -> int:
    """The flags of what lies at a hexside's point."""
    return int(board.kinds[board.hexes[hex, SIDE_LOCATION + side], FLAGS])


@part
def hexes_between(board: Ground, a: int, b: int) -> int:
    """Range between two hexes (A1.22)."""
    dq, dr = board.hexes[b, Q] - board.hexes[a, Q], board.hexes[b, R] - board.hexes[a, R]
    return int(max(abs(dq), abs(dr), abs(dq + dr)))


@part
def apart(board: Ground, hex: int, x: int, y: int) -> int:
    """Square of the distance from a pixel to the centre of a hex."""
    dx, dy = x - board.hexes[hex, CENTRE_X], y - board.hexes[hex, CENTRE_Y]
    return int(dx * dx + dy * dy)


@part
def nearer(board: Ground, end: int, hex: int, x: int, y: int) -> bool:
    """Whether a pixel is nearer to the centre of an end's hex than the centre of its hex is."""
    own = apart(board, end, board.hexes[hex, CENTRE_X], board.hexes[hex, CENTRE_Y])
    return apart(board, end, x, y) < own


@part
def farther(board: Ground, end: int, hex: int, x: int, y: int) -> bool:
    """The opposite of `nearer`; neither holds at the same distance."""
    own = apart(board, end, board.hexes[hex, CENTRE_X], board.hexes[hex, CENTRE_Y])
    return apart(board, end, x, y) > own


@part
def apart_from_side(board: Ground, hex: int, side: int, x: int, y: int) -> int:
    """Square of the distance from a pixel to the point of a hexside."""
    dx, dy = x - board.hexes[hex, SIDE_X + side], y - board.hexes[hex, SIDE_Y + side]
    return int(dx * dx + dy * dy)


@part
def nearest(board: Ground, hex: int, x: int, y: int) -> int:
    """Where in a hex a pixel is: nearest to a hexside 0-5, or to the CENTRE."""
    best, found = apart(board, hex, x, y), CENTRE
    for side in range(6):
        if board.hexes[hex, SIDE_ON_MAP + side]:
            this = apart_from_side(board, hex, side, x, y)
            if this < best:
                best, found = this, side
    return found


@part
def nearest_side(board: Ground, hex: int, x: int, y: int) -> int:
    """The hexside 0-5 nearest to a pixel."""
    best, found = 1 << 30, CENTRE
    for side in range(6):
        if board.hexes[hex, SIDE_ON_MAP + side]:
            this = apart_from_side(board, hex, side, x, y)
            if this < best:
                best, found = this, side
    return found


@part
def turn(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """To which side of the line from a to b point c lies: 1, -1, or 0 on it."""
    cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return 1 if cross > 0 else -1 if cross < 0 else 0


@part
def within(a: int, b: int, c: int) -> bool:
    """Whether c is between a and b, ends included."""
    return min(a, b) <= c <= max(a, b)


@part
def touches(board: Ground, x0: int, y0: int, x1: int, y1: int, hex: int, side: int) -> bool:
    """Whether a line has a point in common with a side of a hex's extended border."""
    ax, ay = board.hexes[hex, CORNER_X + side], board.hexes[hex, CORNER_Y + side]
    after = (side + 1) % 6
    bx, by = board.hexes[hex, CORNER_X + after], board.hexes[hex, CORNER_Y + after]
    a, b = turn(x0, y0, x1, y1, ax, ay), turn(x0, y0, x1, y1, bx, by)
    s, t = turn(ax, ay, bx, by, x0, y0), turn(ax, ay, bx, by, x1, y1)
    if a * b < 0 and s * t < 0:
        return True
    return (
        (a == 0 and within(x0, x1, ax) and within(y0, y1, ay))
        or (b == 0 and within(x0, x1, bx) and within(y0, y1, by))
        or (s == 0 and within(ax, bx, x0) and within(ay, by, y0))
        or (t == 0 and within(ax, bx, x1) and within(ay, by, y1))
    )


@part
def touched(board: Ground, line: Line, notes: Notes, hex: int) -> int:
    """The hexsides of a hex that a line touches, as bits; remembered for one hex."""
    if notes[TOUCHING] == hex:
        return int(notes[TOUCHED])
    found = 0
    for side in range(6):
        if touches(board, line.x0, line.y0, line.x1, line.y1, hex, side):
            found |= 1 << side
    notes[TOUCHING] = hex
    notes[TOUCHED] = found
    return found


@part
def first_touched(board: Ground, line: Line, notes: Notes, hex: int) -> int:
    """The lowest-numbered hexside of a hex that a line touches; -1 for none."""
    found = touched(board, line, notes, hex)
    for side in range(6):
        if found >> side & 1:
            return side
    return -1


@part
def side_to(board: Ground, hex: int, other: int) -> int:
    """The hexside by which a hex has another one as its neighbour; -1 if it has not."""
    for side in range(6):
        if board.hexes[hex, ADJACENT + side] == other:
            return side
    return -1


@part
def shared_side(board: Ground, line: Line, hex: int, x: int, y: int) -> int:
    """The hexside of a hex that a line along hexsides follows: of two, the nearer to the pixel."""
    first, second = (line.spine + 1) % 6, (line.spine + 4) % 6
    if apart_from_side(board, hex, first, x, y) < apart_from_side(board, hex, second, x, y):
        return first
    return second


@part
def lower_base(board: Ground, line: Line, hex: int, side: int) -> int:
    """The lower base of the hexes on both sides of a hexside, leaving out those of the ends."""
    across = board.hexes[hex, ADJACENT + side]
    if across < 0 or across == line.source or across == line.target:
        return int(board.hexes[hex, BASE])
    return int(min(board.hexes[hex, BASE], board.hexes[across, BASE]))
