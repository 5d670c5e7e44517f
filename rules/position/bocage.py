"""B9.521 Who has no Wall Advantage behind bocage looks through it into the next hex and no farther,
and is seen from there alone.
"""

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain
from rules.forces.units import Unit
from rules.position.sunken import met

RULE = "B9.521"
_HEIGHT = 1


def hidden_behind(board: Board, los: Los, unit: Unit) -> bool:
    """B9.521: whether bocage of its own hex hides a unit from where a LOS begins: it has no Wall
    Advantage, and from there the bocage is an obstacle that nobody looks over.
    """
    return not unit.wall_advantage and bars_from(board, los, unit.at)


def bars_from(board: Board, los: Los, at: LocationId) -> bool:
    """The same of a Location that a LOS comes to, for who has no Wall Advantage there."""
    if los.blocked or los.range <= 1:
        return False
    level = board.absolute(at)
    return any(
        board.hexside(hex_id, side) is HexsideTerrain.BOCAGE
        and _is_between(_base(board, hex_id, side), level, los)
        for hex_id, side in met(board, hex_of(at), los)
    )


def _is_between(base: int, level: int, los: Los) -> bool:
    """A6.2, A6.4, B9.531: whether a level-1 obstacle on that level hides one end of a LOS, which it
    stands beside, from the other. Its Blind Hexes may be reduced to none.
    """
    other = level - los.rise
    low, high, top = min(level, other), max(level, other), base + _HEIGHT
    if low >= top or high <= top:
        return low < top
    looked_down_on = level == low
    away, behind = (los.range - 1, 1) if looked_down_on else (0, los.range)
    return behind <= _HEIGHT + away // 5 + max(0, base - low) - max(0, high - top - 1)


def _base(board: Board, hex_id: HexId, side: int) -> int:
    """B9.35: the higher of the levels of its hexes, on which it stands."""
    across = dict(board.neighbours(hex_id)).get(side, hex_id)
    return max(board.ground_level(hex_id), board.ground_level(across))
