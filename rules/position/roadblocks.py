"""B29 Roadblocks on hexsides, and how they bar LOS."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.kernel.entity import Entity
from rules.kernel.secret import Public
from rules.kernel.world import View


class Roadblock(Entity, frozen=True, kw_only=True, tag="roadblock"):
    """A roadblock on a hexside of a hex with a road (B29.1). Its id is `roadblock`, the hex and the
    hexside.
    """

    at: Public[HexId]
    side: Public[int]


def roadblock(hex_id: HexId, side: int) -> Roadblock:
    """The roadblock of a hexside 0-5."""
    return Roadblock(id=f"roadblock {hex_id} {side}", at=hex_id, side=side)


def roadblocks_of(view: View, board: Board, hex_id: HexId) -> Iterator[tuple[int, Roadblock]]:
    """The roadblocks on the hexsides of a hex, each with its hexside as that hex numbers it."""
    for one in view.all(Roadblock):
        if one.at == hex_id:
            yield one.side, one
        elif across(board, one) == hex_id:
            yield (one.side + 3) % 6, one


def roadblocked(view: View, board: Board, hex_id: HexId, side: int) -> bool:
    """Whether there is a roadblock on a hexside, seen from either hex."""
    return any(at == side for at, _ in roadblocks_of(view, board, hex_id))


def across(board: Board, one: Roadblock) -> HexId:
    """The hex on the other side of a roadblock."""
    return dict(board.neighbours(one.at))[one.side]


def wall_level(board: Board, one: Roadblock) -> int:
    """B9.35: the higher of the levels of its hexes, on which it stands."""
    return max(board.ground_level(one.at), board.ground_level(across(board, one)))


def has_roadblocks(view: View) -> bool:
    """Whether there are any."""
    return bool(view.all(Roadblock))


def bars_los(view: View, board: Board, source: LocationId, target: LocationId) -> str | None:
    """B29.2, B9.2: half a level high, it bars LOS between Locations of its own level."""
    barring = (barred_by(board, one, source, target) for one in view.all(Roadblock))
    return next((why for why in barring if why is not None), None)


def barred_by(board: Board, one: Roadblock, source: LocationId, target: LocationId) -> str | None:
    """B29.2: why a roadblock bars a LOS, or None if it does not."""
    between = board.stands_between(hex_of(source), hex_of(target), one.at, one.side)
    if not between or {board.absolute(source), board.absolute(target)} != {wall_level(board, one)}:
        return None
    there = board.name(across(board, one))
    return f"there is a roadblock between {board.name(one.at)} and {there}"


def is_looked_over(view: View, board: Board, source: LocationId, target: LocationId) -> bool:
    """B1.17: whether a LOS meets a roadblock, barred by it or not."""
    start, end = hex_of(source), hex_of(target)
    return any(board.meets_hexside(start, end, one.at, one.side) for one in view.all(Roadblock))
