"""The rules at one pixel of a line, in their order, compiled.

Each rule gives a reason of `ground.py` that blocks the line, or CLEAR; hindrances go into the
notes. Levels are absolute; a terrain's top is its height above the level of the pixel.
"""

from rules.board.grid.blind import growth_blocks, is_blind
from rules.board.grid.compiled import part, seldom
from rules.board.grid.depressions import enters_depression, leaves_depression
from rules.board.grid.geometry import contains
from rules.board.grid.ground import (
    ADJACENT,
    AS_HIGH,
    BASE,
    BEFORE,
    BLIND,
    BLIND_CREST,
    CLEAR,
    FLAGS,
    GROUND,
    GROWTH,
    HALF_LEVEL,
    HEIGHT,
    HEX,
    HEXES,
    HIGHER,
    HILLOCK_BETWEEN,
    HINDRANCES,
    IGNORED,
    JUDGED,
    LEAVING_BUILDING,
    OUTSIDE,
    SIDE_SUNKEN,
    SPLIT_TERRAIN,
    SUNKEN,
    TERRAIN,
    TERRAINS,
    TO_SOURCE,
    TO_TARGET,
    VALUES,
    Ground,
    Line,
    Notes,
)
from rules.board.grid.hexsides import at_hexside
from rules.board.grid.points import (
    CENTRE,
    ground_at,
    hex_flags,
    hexes_between,
    lower_base,
    nearer,
    nearest,
    shared_side,
    side_flags,
    touched,
)
from rules.board.grid.terrain import (
    BARE_ORCHARD,
    BOCAGE,
    BRIDGE,
    BUILDING,
    BUILDING_TERRAIN,
    CLIFF,
    DEPRESSION,
    FACTORY,
    HALF,
    HEXSIDE,
    HILLOCK,
    INHERENT,
    LIGHT_WOODS,
    LOWER_HINDRANCE,
    LOWER_OBSTACLE,
    NOTHING,
    OBSTACLE,
    PARTITION,
    ROAD,
    ROOFLESS,
    SEEN_OVER,
    SPLIT,
    WATER,
)

BLOCKING_HINDRANCE = 6


@part
def at_pixel(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """All the rules at a pixel, for a hex it belongs to, of what is taken to be there."""
    flags = board.kinds[terrain, FLAGS]
    if hex != notes[HEX]:
        _enter(board, line, notes, hex, x, y)
    if line.must_exit:
        reason = leaves_depression(board, line, notes, hex, terrain, x, y)
        if reason:
            return reason
    if line.must_enter:
        reason = enters_depression(board, line, notes, hex, terrain, x, y)
        if reason:
            return reason
    ground = ground_at(board, x, y)
    if (
        not notes[OUTSIDE]
        and hex != line.source
        and flags & BUILDING_TERRAIN
        and line.source_floor != line.target_floor
        and line.source_level <= ground + board.kinds[terrain, HEIGHT]
    ):
        return LEAVING_BUILDING
    if flags & HEXSIDE and not flags & CLIFF:
        reason = at_hexside(board, line, notes, hex, terrain, x, y)
        if reason:
            return reason
    if hex == line.source or (hex == line.target and not line.to_corner):
        return CLEAR
    if hex == line.target and not (flags & OBSTACLE and not flags & HEXSIDE):
        return CLEAR
    if not line.rulebook and (
        notes[TO_SOURCE] == line.distance or notes[TO_TARGET] == line.distance
    ):
        return CLEAR
    if flags & INHERENT and terrain != board.hexes[hex, TERRAIN]:
        return CLEAR
    if flags & DEPRESSION and board.hexes[hex, GROWTH] != NOTHING:
        reason = _in_growth(board, line, notes, hex)
        if reason:
            return reason
    return _between(board, line, notes, hex, terrain, x, y)


@part
def _in_growth(board: Ground, line: Line, notes: Notes, hex: int) -> int:
    """B19.21: whether growth on both sides of a Depression blocks in its bed. Not on a hexside that
    the line runs along: there only what is drawn counts."""
    if line.along and notes[TO_SOURCE] % 2 == 1:
        return CLEAR
    growth = int(board.hexes[hex, GROWTH])
    reason = growth_blocks(board, line, notes, hex, growth)
    if reason:
        notes[JUDGED] = growth
    return reason


@part
def _enter(board: Ground, line: Line, notes: Notes, hex: int, x: int, y: int) -> None:
    """Another hex than at the last pixel: ranges, and the hex whose ground is ignored (B19.5)."""
    left = notes[HEX]
    notes[HEX] = hex
    notes[TO_SOURCE] = hexes_between(board, line.source, hex)
    notes[TO_TARGET] = hexes_between(board, line.target, hex)
    if hex == notes[BEFORE]:
        return
    notes[BEFORE] = left
    if line.along:
        return
    if line.must_exit and line.target_level > line.source_level:
        side = nearest(board, hex, x, y)
        low = side != CENTRE and _low_side(board, hex, side)
        if low and touched(board, line, notes, hex) >> side & 1:
            notes[IGNORED] = hex
    if line.must_enter and line.source_level > line.target_level and hex != line.target:
        side = nearest(board, hex, x, y)
        met = touched(board, line, notes, hex)
        for other in range(6):
            if other != side and met >> other & 1 and _low_side(board, hex, other):
                notes[IGNORED] = hex


@part
def _low_side(board: Ground, hex: int, side: int) -> bool:
    """Whether a hexside is one of a Depression or of water."""
    water = side_flags(board, hex, side) & WATER
    return bool(board.hexes[hex, SIDE_SUNKEN + side] or water)


@part
def _between(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """The rules for hexes between the ends."""
    ground = ground_at(board, x, y)
    if board.kinds[terrain, FLAGS] & BRIDGE:
        if line.rulebook:
            return _on_bridge(board, line, notes, hex, terrain, ground)
        notes[IGNORED] = hex
    if ground > line.high and _ground_blocks(board, line, notes, hex, terrain, x, y):
        return GROUND
    flags = board.kinds[terrain, FLAGS]
    height = board.kinds[terrain, HEIGHT]
    top = ground + height
    if (
        line.steady
        and not flags & HEXSIDE
        and (flags & SPLIT or height == 0 or not flags & OBSTACLE)
    ):
        return _on_slope(board, line, notes, hex, terrain)
    if flags & SPLIT and _on_the_ground(line, ground):
        reason = _lower_part(board, line, notes, hex, terrain)
        if reason:
            return reason
    hillocks = line.low == line.high and _on_hillock(board, line, hex)
    if (
        flags & HALF
        and not flags & HEXSIDE
        and _stands_on(line, top)
        and not line.sloping
        and not hillocks
    ):
        if flags & OBSTACLE:
            return HALF_LEVEL
        if _hinder(board, line, notes, hex, terrain):
            return HINDRANCES
    reason = _higher_than_both(board, line, notes, hex, terrain, x, y)
    if reason:
        return reason
    reason = _as_high_as_the_higher(board, line, notes, hex, terrain, x, y)
    if reason:
        return reason
    reach = top + 1 if flags & CLIFF else top
    if line.low < reach + 1 and reach < line.high and not flags & BOCAGE:
        reason = _blind_hex(board, line, notes, hex, terrain, x, y)
        if reason:
            return reason
    if hillocks and top == line.low:
        return _hillocks(board, line, notes, hex, terrain)
    return CLEAR


@part
def _on_the_ground(line: Line, ground: int) -> bool:
    """Whether both ends are at the level of the ground, in VASL cellars too."""
    if line.rulebook:
        return ground == line.low == line.high
    source = line.source_floor + line.source_cellar
    return bool(ground == source == line.target_floor + line.target_cellar)


@part
def _stands_on(line: Line, top: int) -> bool:
    """Whether both ends are level with a top; in VASL two rooftops count as full levels."""
    if line.source_rooftop and line.target_rooftop:
        return top == line.source_floor == line.target_floor
    return top == line.source_level == line.target_level


@seldom
def _on_slope(board: Ground, line: Line, notes: Notes, hex: int, terrain: int) -> int:
    """B.5: on a Continuous Slope half levels and Hindrances are what they are between ends of one
    level; the ground itself hides nothing."""
    flags = board.kinds[terrain, FLAGS]
    if flags & SPLIT:
        return _lower_part(board, line, notes, hex, terrain)
    if not flags & HALF and board.kinds[terrain, HEIGHT] == 0:
        return CLEAR
    if flags & OBSTACLE:
        return HALF_LEVEL
    return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR


@part
def _on_bridge(board: Ground, line: Line, notes: Notes, hex: int, terrain: int, ground: int) -> int:
    """B6.2: a bridge hinders between ends at its level, or if one is below it; its roadway does
    not. It never blocks."""
    if ground > line.high:
        notes[IGNORED] = hex
        return CLEAR
    on_a_level = ground == line.low == line.high
    if not board.kinds[terrain, FLAGS] & HALF or not (on_a_level or line.low < ground):
        return CLEAR
    return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR


@part
def _ground_blocks(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> bool:
    """A6.2: ground higher than both ends."""
    if notes[IGNORED] == hex:
        return False
    if _follows_cliff(board, line, notes, hex, x, y):
        side = shared_side(board, line, hex, x, y)
        return lower_base(board, line, hex, side) > max(line.source_floor, line.target_floor)
    return True


@part
def _follows_cliff(board: Ground, line: Line, notes: Notes, hex: int, x: int, y: int) -> bool:
    """Whether a line along hexsides follows a cliff here."""
    if not line.along or notes[TO_SOURCE] % 2 == 0:
        return False
    side = shared_side(board, line, hex, x, y)
    return bool(side_flags(board, hex, side) & CLIFF)


@part
def _lower_part(board: Ground, line: Line, notes: Notes, hex: int, terrain: int) -> int:
    """Terrain that differs below from above, seen from the level it stands on (B14.2)."""
    flags = board.kinds[terrain, FLAGS]
    if line.sloping:
        if flags & OBSTACLE:
            return SPLIT_TERRAIN
    elif flags & LOWER_OBSTACLE:
        return SPLIT_TERRAIN
    elif not flags & LOWER_HINDRANCE:
        return CLEAR
    return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR


@part
def _higher_than_both(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """A6.2: terrain whose top is above both ends."""
    flags = board.kinds[terrain, FLAGS]
    ground = ground_at(board, x, y)
    top = 2 * (ground + board.kinds[terrain, HEIGHT])
    if flags & HALF and not flags & HEXSIDE:
        top += 1
    if top <= 2 * line.high or flags & BOCAGE:
        return CLEAR
    if flags & SPLIT and ground == line.low == line.high:
        return CLEAR
    if flags & OBSTACLE and not flags & LIGHT_WOODS:
        return HIGHER
    if flags & FACTORY and (notes[OUTSIDE] or not line.rulebook):
        return HIGHER if notes[OUTSIDE] else CLEAR
    if flags & (BRIDGE | ROAD) and ground > max(line.source_floor, line.target_floor):
        return CLEAR
    if line.sloping:
        return CLEAR
    return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR


@part
def _as_high_as_the_higher(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """A6.2, B10.2: only an end above the top sees down beyond it. Also the Crest Line."""
    flags = board.kinds[terrain, FLAGS]
    ground = ground_at(board, x, y)
    height = board.kinds[terrain, HEIGHT]
    top = 2 * (ground + height)
    if flags & HALF and flags & BUILDING:
        top += 1
    if top != 2 * line.high or line.low == line.high:
        return CLEAR
    if line.sloping or flags & (BOCAGE | PARTITION | HILLOCK):
        return CLEAR
    if height == 0 and _beside_an_end(board, line, notes, hex, x, y):
        return CLEAR
    if _follows_cliff(board, line, notes, hex, x, y):
        side = shared_side(board, line, hex, x, y)
        if lower_base(board, line, hex, side) < max(line.source_floor, line.target_floor):
            return CLEAR
    in_depression = (board.hexes[hex, SUNKEN] != 0) and (line.must_exit or line.must_enter)
    ignored = notes[IGNORED]
    if (in_depression or (ignored >= 0 and contains(board.reach, ignored, x, y))) and not (
        (board.hexes[hex, SUNKEN] != 0) and height >= 1
    ):
        return CLEAR
    if flags & BARE_ORCHARD or (line.rulebook and height > 0 and not flags & OBSTACLE):
        return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR
    return AS_HIGH


@part
def _beside_an_end(board: Ground, line: Line, notes: Notes, hex: int, x: int, y: int) -> bool:
    """Whether bare ground in a lower hex beside an end, or on water beside it, is seen over."""
    for from_source in (True, False):
        if from_source:
            end, other = line.source, line.target
            away, level, across = notes[TO_SOURCE], line.source_floor, line.target_floor
        else:
            end, other = line.target, line.source
            away, level, across = notes[TO_TARGET], line.target_floor, line.source_floor
        if away != 1:
            continue
        if level > board.hexes[hex, BASE] and nearer(board, end, hex, x, y):
            return True
        if level > across and hex_flags(board, hex) & WATER and hex_flags(board, other) & WATER:
            return True
    return False


@part
def _blind_hex(
    board: Ground, line: Line, notes: Notes, hex: int, terrain: int, x: int, y: int
) -> int:
    """A6.4: what the higher end sees over may still hide the lower one."""
    flags = board.kinds[terrain, FLAGS]
    height = board.kinds[terrain, HEIGHT]
    if not is_blind(board, line, notes, hex, terrain, height, x, y):
        return CLEAR
    if flags & OBSTACLE and not flags & HEXSIDE:
        if hex_flags(board, hex) & ROOFLESS:
            return CLEAR
        if line.along and flags & BUILDING and not line.rulebook:
            return _blind_beside(board, line, notes, hex, x, y)
        return BLIND
    if flags & FACTORY and notes[OUTSIDE]:
        return BLIND
    if height == 0 or is_blind(board, line, notes, hex, terrain, 0, x, y):
        return BLIND_CREST
    if flags & BARE_ORCHARD:
        rising = line.rulebook and line.source_level < line.target_level
        if notes[TO_SOURCE if rising else TO_TARGET] != 1:
            return CLEAR
    return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR


@part
def _blind_beside(board: Ground, line: Line, notes: Notes, hex: int, x: int, y: int) -> int:
    """Buildings beside a line along hexsides, as in VASL: at an odd range to the target they hide
    nothing but from or for rooftops, and only where the line runs beside two of them."""
    if notes[TO_TARGET] % 2 == 0:
        return BLIND
    if not (line.source_rooftop or line.target_rooftop):
        return CLEAR
    side = nearest(board, hex, x, y)
    if side not in ((line.spine + 1) % 6, (line.spine + 4) % 6):
        return CLEAR
    across = board.hexes[hex, ADJACENT + side]
    return BLIND if across >= 0 and not hex_flags(board, across) & ROOFLESS else CLEAR


@part
def _on_hillock(board: Ground, line: Line, hex: int) -> bool:
    return bool(
        hex_flags(board, line.source) & HILLOCK
        or hex_flags(board, line.target) & HILLOCK
        or hex_flags(board, hex) & HILLOCK
    )


@seldom
def _hillocks(board: Ground, line: Line, notes: Notes, hex: int, terrain: int) -> int:
    """Hillocks: from one, a single hillock, wall, hedge or rubble hex is seen over."""
    source = hex_flags(board, line.source) & HILLOCK != 0
    target = hex_flags(board, line.target) & HILLOCK != 0
    flags = board.kinds[terrain, FLAGS]
    if source and target:
        return CLEAR
    if flags & HILLOCK or (flags & SEEN_OVER and (source or target)):
        return CLEAR if source or target else HILLOCK_BETWEEN
    if flags & HALF and not flags & HEXSIDE:
        if flags & OBSTACLE:
            return HALF_LEVEL
        return HINDRANCES if _hinder(board, line, notes, hex, terrain) else CLEAR
    return CLEAR


@part
def _hinder(board: Ground, line: Line, notes: Notes, hex: int, terrain: int) -> bool:
    """Note a hindrance; True if the total reaches six (B.10).

    At each range from the source the larger counts (A6.7).
    """
    away = notes[TO_SOURCE]
    if away >= line.distance or notes[TO_TARGET] >= line.distance:
        return False
    flags = board.kinds[terrain, FLAGS]
    value = 1
    if flags & LIGHT_WOODS and not (line.along and away % 2 == 1):
        value = 2
    if flags & ROOFLESS:
        value = 2
    if value <= notes[VALUES + away]:
        return False
    notes[VALUES + away] = value
    notes[HEXES + away] = hex
    notes[TERRAINS + away] = terrain
    return bool(notes[VALUES : VALUES + line.distance].sum() >= BLOCKING_HINDRANCE)
