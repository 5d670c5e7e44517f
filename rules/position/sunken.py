"""B27.2 Who is beneath an entrenchment sees and is seen over a wall of its own hex only so far."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.board.los import Los
from rules.kernel.world import View
from rules.position.roadblocks import roadblocked

RULE = "B27.2"


def wall_over(view: View, board: Board, los: Los, beneath: LocationId) -> str | None:
    """B9.21, B27.2: the wall, hedge or roadblock of its own hex that bars a LOS that comes to an
    entrenchment: neither from an adjacent Location nor from one that is higher. None if none does.
    """
    if los.blocked or los.range <= 1 or los.rise < 0:
        return None
    level = board.ground_level(hex_of(beneath))
    for hex_id, side in met(board, hex_of(beneath), los):
        fence = _fence(view, board, hex_id, side)
        if fence is not None and _wall_level(board, hex_id, side) >= level:
            return fence
    return None


def met(board: Board, target: HexId, los: Los) -> Iterator[tuple[HexId, int]]:
    """The hexsides that a LOS meets as it enters the target's hex, each by a hex of its own: those
    that it crosses, and the hexspine that it comes along to a vertex.
    """
    yield from ((target, side) for side in los.crossed)
    around = dict(board.neighbours(target))
    for side in los.crossed:
        if (side + 1) % 6 in los.crossed and side in around:
            yield around[side], (side + 2) % 6


def _fence(view: View, board: Board, hex_id: HexId, side: int) -> str | None:
    hexside = board.hexside(hex_id, side)
    if hexside is not None and hexside.has_tem:
        return hexside.value
    return "roadblock" if roadblocked(view, board, hex_id, side) else None


def _wall_level(board: Board, hex_id: HexId, side: int) -> int:
    across = dict(board.neighbours(hex_id)).get(side, hex_id)
    return max(board.ground_level(hex_id), board.ground_level(across))
