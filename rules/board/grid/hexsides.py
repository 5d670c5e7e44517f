"""Walls, hedges and bocage along hexsides (B9), and walls inside buildings (B23.71), compiled."""

from rules.board.grid.blind import blind_at, hides
from rules.board.grid.compiled import part, seldom
from rules.board.grid.ground import (
    ADJACENT,
    CLEAR,
    FLAGS,
    HEIGHT,
    HEXSIDE_TERRAIN,
    HIGH_HEXSIDE,
    PARTITION_WALL,
    SIDE,
    TO_SOURCE,
    TO_TARGET,
    Ground,
    Line,
    Notes,
)
from rules.board.grid.points import (
    CENTRE,
    ground_at,
    hex_flags,
    hexes_between,
    nearest,
    nearest_side,
    side_flags,
)
from rules.board.grid.terrain import BOCAGE, HALF, HEXSIDE, HILLOCK, NOTHING, PARTITION

_NEAR = 2


@seldom
def at_hexside(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """Whether hexside terrain at a pixel blocks a line. VASL asks that neither of lines from and to
    Hillocks nor of those that slope.
    """
    if hex_flags(board, line.source) & HILLOCK or hex_flags(board, line.target) & HILLOCK:
        return CLEAR
    if line.sloping and not line.rulebook:
        return CLEAR
    if board.kinds[terrain, FLAGS] & PARTITION:
        if _partition_blocks(board, line, notes, hex, terrain, x, y):
            return PARTITION_WALL
        return CLEAR
    if (line.source_cellar or line.target_cellar) and not line.rulebook:
        return HEXSIDE_TERRAIN if _hides_cellar(line, notes) else CLEAR
    bocage = board.kinds[terrain, FLAGS] & BOCAGE != 0
    side = nearest(board, hex, x, y)
    entry = (line.spine + 3) % 6 if line.along else -1
    if (
        side == CENTRE
        or _belongs(board, line.source, line.spine, hex, side, notes[TO_SOURCE])
        or _belongs(board, line.target, entry, hex, side, notes[TO_TARGET])
    ):
        return CLEAR
    ground = ground_at(board, x, y)
    if not bocage:
        level = ground == line.source_floor == line.target_floor and not line.sloping
        return HEXSIDE_TERRAIN if level else CLEAR
    top = ground + board.kinds[terrain, HEIGHT]
    low = min(line.source_floor, line.target_floor)
    high = max(line.source_floor, line.target_floor)
    if (
        top > high
        or (top == high and top > low and not line.sloping)
        or _hides_behind(board, line, notes, hex, terrain, x, y, side)
    ):
        return HIGH_HEXSIDE
    return CLEAR


@part
def _hides_behind(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int, side: int
) -> bool:
    """B9.531: whether bocage makes a Blind Hex of the lower end. By the rulebook the hex across it
    is the first behind it, on whichever side of the hexside a pixel lies.
    """
    to_source, to_target = notes[TO_SOURCE], notes[TO_TARGET]
    across = board.hexes[hex, ADJACENT + side]
    if line.rulebook and across >= 0:
        from_source = hexes_between(board, line.source, across)
        from_target = hexes_between(board, line.target, across)
        if line.source_floor > line.target_floor:
            to_source, to_target = min(to_source, from_source), max(to_target, from_target)
        else:
            to_source, to_target = max(to_source, from_source), min(to_target, from_target)
    return _hides(board, line, notes, hex, terrain, x, y, to_source, to_target)


@part
def _partition_blocks(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> bool:
    """B23.71: the wall blocks at all levels of the building, and makes Blind Hexes."""
    ground = ground_at(board, x, y)
    height = board.kinds[terrain, HEIGHT]
    top = ground + height
    if _beyond_roof(board, line, notes, hex):
        return False
    a, b = line.source_level, line.target_level
    if not line.rulebook:
        a, b = line.source_floor - line.source_rooftop, line.target_floor - line.target_rooftop
    if top > max(a, b) or top == max(a, b) > min(a, b):
        return True
    roofs = line.source_rooftop and line.target_rooftop
    if board.kinds[terrain, FLAGS] & HALF and top == a == b and not roofs:
        return True
    to_source, to_target = notes[TO_SOURCE], notes[TO_TARGET]
    side = nearest_side(board, hex, x, y) if line.rulebook else nearest(board, hex, x, y)
    across = board.hexes[hex, ADJACENT + side] if side != CENTRE else hex
    if across >= 0:
        beyond = hexes_between(board, line.source, across)
        if line.source_floor > line.target_floor:
            to_source = min(to_source, beyond)
        elif line.target_floor > line.source_floor:
            if line.rulebook:
                beyond = hexes_between(board, line.target, across)
            to_target = min(to_target, beyond)
    return _hides(board, line, notes, hex, terrain, x, y, to_source, to_target)


@part
def _beyond_roof(board: Ground, line: Line, notes: Notes, hex: int) -> bool:
    """Whether the wall is in the hex of an end on a rooftop, or in the next of the line."""
    away = notes[TO_SOURCE]
    if line.source_rooftop and away <= 1:
        first = board.hexes[line.source, ADJACENT + line.exit_a] if line.exit_a >= 0 else -1
        if away == 0 or hex == first:
            return True
    away = notes[TO_TARGET]
    if line.target_rooftop and away <= 1:
        entry = (line.exit_a + 3) % 6
        last = board.hexes[line.target, ADJACENT + entry] if line.exit_a >= 0 else -1
        return away == 0 or hex == last
    return False


@part
def _hides_cellar(line: Line, notes: Notes) -> bool:
    """Walls and hedges for ends in cellars, as in VASL: those one hex from the cellar hide it from
    ends that are not higher."""
    source = line.source_floor + line.source_cellar
    target = line.target_floor + line.target_cellar
    if line.source_cellar:
        beside = line.distance != 1 and notes[TO_SOURCE] == 1
        return line.target_cellar or (beside and target <= source)
    return line.distance != 1 and notes[TO_TARGET] == 1 and target >= source


@part
def _hides(
    board: Ground,
    line: Line,
    notes: Notes,
    hex: int,
    terrain: int,
    x: int,
    y: int,
    to_source: int,
    to_target: int,
) -> bool:
    """Whether a wall makes a Blind Hex of the lower end; in VASL also one that both look over."""
    height = board.kinds[terrain, HEIGHT]
    if line.rulebook:
        return blind_at(board, line, notes, hex, terrain, height, x, y, to_source, to_target)
    return hides(board, line, notes, hex, terrain, height, x, y, to_source, to_target, False)


@part
def _belongs(board: Ground, end: int, spine: int, hex: int, side: int, away: int) -> bool:
    """B9.2: whether a hexside is one that a line from or to an end may cross.

    Those are the hexsides of the end hex, the hexspines that leave it (not of bocage) and, for a
    line along a hexspine, the two beyond it if the three are not all walled, and the board's edge.
    """
    if away > _NEAR:
        return False
    if hex == end:
        return True
    if away == 1:
        shared = 0
        while board.hexes[hex, ADJACENT + shared] != end:
            shared += 1
        if side == shared:
            return True
        bocage = board.kinds[board.hexes[hex, SIDE + side], FLAGS] & BOCAGE
        if not bocage and side in ((shared + 1) % 6, (shared + 5) % 6):
            return True
        if not side_flags(board, hex, side) & HEXSIDE:
            return True
    if spine < 0:
        return False
    if away == _NEAR and board.hexes[hex, ADJACENT + side] < 0:
        return True
    return _beyond_spine(board, end, spine, hex, side)


@part
def _beyond_spine(board: Ground, end: int, spine: int, hex: int, side: int) -> bool:
    before = board.hexes[end, ADJACENT + (spine + 5) % 6]
    after = board.hexes[end, ADJACENT + spine]
    if before < 0 or after < 0:
        return False
    one, other = spine, (spine + 5) % 6
    beyond = board.hexes[before, ADJACENT + one]
    is_one = (hex == before and side == one) or (hex == beyond and side == (one + 3) % 6)
    is_other = (hex == after and side == other) or (hex == beyond and side == (other + 3) % 6)
    if not (is_one or is_other):
        return False
    if not _walled(board, after, (spine + 4) % 6):
        return False
    return not (_walled(board, before, one) and _walled(board, after, other))


@part
def _walled(board: Ground, hex: int, side: int) -> bool:
    return bool(board.hexes[hex, SIDE + side] != NOTHING)
