"""LOS out of and into Depressions (A6.3, B19), compiled."""

from rules.board.grid.blind import is_blind
from rules.board.grid.compiled import part, seldom
from rules.board.grid.ground import (
    ADJACENT,
    BASE,
    BEFORE,
    BLIND_CREST,
    CLEAR,
    ENTERS_CREST,
    ENTERS_DEPRESSION,
    EXITS_CREST,
    EXITS_DEPRESSION,
    FLAGS,
    SIDE_SUNKEN,
    SUNKEN,
    TO_SOURCE,
    TO_TARGET,
    Ground,
    Line,
    Notes,
)
from rules.board.grid.points import (
    farther,
    first_touched,
    ground_at,
    hex_flags,
    nearer,
    side_flags,
    side_to,
)
from rules.board.grid.terrain import BRIDGE, CLIFF, ROAD


@seldom
def leaves_depression(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """Whether the ground shuts off a line that must climb out of the source's Depression."""
    by_road = False
    if not line.along:
        side = first_touched(board, line, notes, hex)
        by_road = side >= 0 and side_flags(board, hex, side) & ROAD != 0
    roadish = board.kinds[terrain, FLAGS] & (BRIDGE | ROAD) != 0 and not by_road
    if _shut_off(
        board,
        line,
        hex,
        x,
        y,
        roadish,
        line.target,
        notes[TO_TARGET],
        line.source_level,
        line.target_level,
        False,
    ):
        return EXITS_DEPRESSION
    at_cliff = hex == line.source and board.kinds[terrain, FLAGS] & CLIFF != 0
    if at_cliff and is_blind(board, line, notes, hex, terrain, 0, x, y):
        return BLIND_CREST
    level_or_down = line.along and line.source_level >= line.target_level
    if level_or_down and _by_crest(board, line.source, line.exit_a, line.exit_b):
        return EXITS_CREST
    return CLEAR


@seldom
def enters_depression(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """Whether the ground shuts off a line that must come down into the target's Depression."""
    by_road = False
    if not line.along and notes[BEFORE] >= 0:
        side = side_to(board, hex, notes[BEFORE])
        by_road = side >= 0 and side_flags(board, hex, side) & ROAD != 0
    roadish = board.kinds[terrain, FLAGS] & (BRIDGE | ROAD) != 0 and not by_road
    if _shut_off(
        board,
        line,
        hex,
        x,
        y,
        roadish,
        line.source,
        notes[TO_SOURCE],
        line.target_level,
        line.source_level,
        True,
    ):
        return ENTERS_DEPRESSION
    at_cliff = hex == line.target and board.kinds[terrain, FLAGS] & CLIFF != 0
    if at_cliff and is_blind(board, line, notes, hex, terrain, 0, x, y):
        return BLIND_CREST
    level_or_up = line.along and line.target_level >= line.source_level
    entry_a, entry_b = (line.exit_a + 3) % 6, (line.exit_b + 3) % 6
    if level_or_up and _by_crest(board, line.target, entry_a, entry_b):
        return ENTERS_CREST
    return CLEAR


@part
def _shut_off(
    board: Ground,
    line: Line,
    hex: int,
    x: int,
    y: int,
    roadish: bool,
    far_hex: int,
    to_far: int,
    near: float,
    far: float,
    entering: bool,
) -> bool:
    """The two tests of A6.3, seen from the end in the Depression.

    `near` is the level of that end, `far` that of the other one in `far_hex`, `to_far` hexes away.
    """
    ground = ground_at(board, x, y)
    base = board.hexes[hex, BASE]
    sunken = board.hexes[hex, SUNKEN] != 0
    if hex_flags(board, hex) & BRIDGE:
        sunken, base = True, base - 1
    on_floor = sunken and (ground == base or near >= ground or roadish)
    if to_far > far - near and hex != far_hex and not on_floor and (sunken or ground > near):
        by_side = line.distance == 1 and _side_is_sunken(board, line, entering)
        level = near == far and (
            (sunken and (ground == base or roadish)) or (not sunken and ground <= far)
        )
        above = to_far == 1 and far > board.hexes[hex, BASE] and sunken
        if not (by_side or level or (above and nearer(board, far_hex, hex, x, y))):
            return True
    return (
        to_far == 1
        and sunken
        and not (ground == base or near >= ground or far > ground)
        and not roadish
        and farther(board, far_hex, hex, x, y)
    )


@part
def _side_is_sunken(board: Ground, line: Line, entering: bool) -> bool:
    """Whether ends that are neighbours share a Depression hexside."""
    if entering and line.rulebook:
        side = (line.exit_a + 3) % 6
        return line.exit_a >= 0 and bool(board.hexes[line.target, SIDE_SUNKEN + side])
    for side in (line.exit_a, line.exit_b):
        if side >= 0 and board.hexes[line.source, SIDE_SUNKEN + side]:
            return True
    return False


@part
def _by_crest(board: Ground, hex: int, a: int, b: int) -> bool:
    """Whether a Crest Line runs along one of two hexsides."""
    for side in (a, b):
        across = board.hexes[hex, ADJACENT + side]
        if across < 0:
            continue
        if board.hexes[hex, BASE] != board.hexes[across, BASE]:
            return True
        one_sided = board.hexes[hex, SUNKEN] != board.hexes[across, SUNKEN]
        if one_sided and board.hexes[hex, SIDE_SUNKEN + side]:
            return True
    return False
