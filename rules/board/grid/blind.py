"""Blind Hexes (A6.4) and Crest Lines (B10.23), compiled."""

from rules.board.grid.compiled import part, seldom
from rules.board.grid.ground import (
    ADJACENT,
    AS_HIGH,
    BASE,
    BLIND,
    CLEAR,
    FLAGS,
    HAS_CLIFF,
    HEIGHT,
    HIGHER,
    SIDE_CLIFF,
    SIDE_SUNKEN,
    SUNKEN,
    TO_SOURCE,
    TO_TARGET,
    Ground,
    Line,
    Notes,
)
from rules.board.grid.points import (
    cliff_at,
    farther,
    first_touched,
    ground_at,
    lower_base,
    nearer,
    nearest,
    shared_side,
    side_flags,
)
from rules.board.grid.terrain import BOCAGE, BUILDING, CLIFF, HALF, PARTITION

HEXES_PER_BLIND_HEX = 5


@part
def is_blind(
    board: Ground,
    line: Line,
    notes: Notes,
    hex: int,
    terrain: int,
    height: int,
    x: int,
    y: int,
) -> bool:
    """Whether the lower end is in a Blind Hex of what is at a pixel.

    `height` is that of the terrain; height 0 asks for the ground alone.
    """
    to_source, to_target = notes[TO_SOURCE], notes[TO_TARGET]
    return blind_at(board, line, notes, hex, terrain, height, x, y, to_source, to_target)


@part
def blind_at(
    board: Ground,
    line: Line,
    notes: Notes,
    hex: int,
    terrain: int,
    height: int,
    x: int,
    y: int,
    to_source: int,
    to_target: int,
) -> bool:
    """The same with the ranges to both ends given: only a top between their levels hides."""
    flags = board.kinds[terrain, FLAGS]
    reach = _top(board, line, terrain, height, x, y)
    if not line.rulebook:
        reach = float(ground_at(board, x, y) + height)
    if flags & CLIFF:
        reach += 1
    elif line.rulebook and flags & PARTITION and flags & HALF:
        reach += 0.5
    if not line.low < reach < line.high:
        return False
    return hides(board, line, notes, hex, terrain, height, x, y, to_source, to_target, True)


@part
def _top(board: Ground, line: Line, terrain: int, height: int, x: int, y: int) -> float:
    """The level up to which what is at a pixel hides; half of one counts for ends on rooftops."""
    flags = board.kinds[terrain, FLAGS]
    top = float(ground_at(board, x, y) + height)
    rooftop = line.source_rooftop or line.target_rooftop
    if rooftop and (height > 0 or not line.rulebook) and flags & HALF and flags & BUILDING:
        top += 0.5
    return top


@part
def hides(
    board: Ground,
    line: Line,
    notes: Notes,
    hex: int,
    terrain: int,
    height: int,
    x: int,
    y: int,
    to_source: int,
    to_target: int,
    by_cliffs: bool,
) -> bool:
    """Whether the lower end is within so many Blind Hexes, wherever the top is.

    `by_cliffs` if a cliff that the pixel belongs to counts.
    """
    low, high = line.lower, line.higher
    if line.source_floor == line.target_floor:
        return False
    ground = ground_at(board, x, y)
    flags = board.kinds[terrain, FLAGS]
    top = _top(board, line, terrain, height, x, y)
    if line.source_level > line.target_level:
        to_high, to_low, high_hex, low_hex = to_source, to_target, line.source, line.target
    else:
        to_high, to_low, high_hex, low_hex = to_target, to_source, line.target, line.source
    if flags & PARTITION:
        to_low, to_high = to_low + 1, to_high - 1
    far = max(to_high, 0) // HEXES_PER_BLIND_HEX
    at_cliff, across_cliff = False, False
    if by_cliffs:
        at_cliff, across_cliff = _cliff(board, line, hex, x, y, to_source)
    if across_cliff:
        side = shared_side(board, line, hex, x, y)
        top += lower_base(board, line, hex, side) - ground
        ground = lower_base(board, line, hex, side)
    if height == 0 and not at_cliff:
        if line.rulebook and (to_high <= 1 or _beyond_crest_hex(board, hex, ground)):
            return False
        side = first_touched(board, line, notes, hex)
        if side >= 0 and board.hexes[hex, SIDE_SUNKEN + side]:
            top -= 1
        return to_low <= max(2 * top + far - high - low, 0)
    if at_cliff and not line.along and high > height:
        side = nearest(board, hex, x, y)
        if side >= 0 and side_flags(board, hex, side) & CLIFF:
            if to_high == 1 and nearer(board, high_hex, hex, x, y):
                return False
            if to_low == 1 and farther(board, low_hex, hex, x, y):
                return False
    if line.rulebook and not at_cliff:
        base = board.hexes[hex, BASE] + board.hexes[hex, SUNKEN]
        least = 0 if flags & BOCAGE and not line.along else 1
        return bool(to_low <= _blind_hexes(line, base, height, int(top), far, least))
    return to_low <= max(2 * top + far - high - low + 1, 1)


@part
def _blind_hexes(line: Line, base: int, height: int, top: int, far: int, least: int) -> float:
    """A6.41-.43: how many hexes are blind behind an obstacle that stands on a level `base`, `far`
    of them for the range to the higher end; its height leaves `least` of them, none of bocage
    (B9.531)."""
    low, high = line.lower, line.higher
    above = max(0, base - low)
    below = max(0, low - base)
    return max(least, height + far + above - max(0, high - top - 1)) - below


@seldom
def growth_blocks(board: Ground, line: Line, notes: Notes, hex: int, growth: int) -> int:
    """B19.21: growth on both sides of a Depression stands in it too, as high as beside it."""
    base = board.hexes[hex, BASE] + 1
    height = board.kinds[growth, HEIGHT]
    top = base + height
    if top > line.high:
        return HIGHER
    if top <= line.low:
        return CLEAR
    if top == line.high:
        return AS_HIGH
    to_high, to_low = notes[TO_SOURCE], notes[TO_TARGET]
    if line.target_level > line.source_level:
        to_high, to_low = to_low, to_high
    far = to_high // HEXES_PER_BLIND_HEX
    return BLIND if to_low <= _blind_hexes(line, base, height, top, far, 1) else CLEAR


@part
def _beyond_crest_hex(board: Ground, hex: int, ground: int) -> bool:
    """Whether ground is drawn a little into a hex that lies lower: Blind Hexes are counted from the
    hex whose level it is (B10.1, B10.23)."""
    return bool(ground > board.hexes[hex, BASE] + board.hexes[hex, SUNKEN])


@part
def _cliff(
    board: Ground, line: Line, hex: int, x: int, y: int, to_source: int
) -> tuple[bool, bool]:
    """Whether a pixel counts as cliff (B11.21), and whether a line along hexsides follows one."""
    if not line.along:
        return cliff_at(board, x, y), False
    following = False
    if to_source % 2 == 1 and board.hexes[hex, HAS_CLIFF]:
        side = shared_side(board, line, hex, x, y)
        across = board.hexes[hex, ADJACENT + side]
        following = bool(
            side_flags(board, hex, side) & CLIFF
            and across >= 0
            and across != line.source
            and across != line.target
        )
    entry = (line.spine + 3) % 6
    left = line.source_sunken and _both_cliffs(board, line.source, line.spine)
    entered = line.target_sunken and _both_cliffs(board, line.target, entry)
    return left or entered, following


@part
def _both_cliffs(board: Ground, hex: int, spine: int) -> bool:
    return bool(
        board.hexes[hex, SIDE_CLIFF + spine] and board.hexes[hex, SIDE_CLIFF + (spine + 1) % 6]
    )
