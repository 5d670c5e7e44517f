"""B11.42 LOS to and from who is climbing a cliff: it ends at the vertex near which he is."""

from collections.abc import Iterable
from dataclasses import replace

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, cliff_of, hex_of, is_on_cliff, location
from rules.board.los import Los


def at_the_foot(at: LocationId) -> LocationId:
    """The ground of the hex below a cliff that is climbed; any other Location itself."""
    return location(hex_of(at)) if is_on_cliff(at) else at


def los_on_cliff(
    board: Board,
    source: LocationId,
    target: LocationId,
    central: Los,
    moving: Iterable[Moving[HexId]],
) -> Los:
    """B11.42: the LOS between Locations of which one at least is on a cliff: to its vertex, or from
    there, and never through the cliff that is climbed but out of the hexes that form it; between
    two climbers from the centre of the one's hex to the vertex of the other. `central` is the LOS
    between their hexes at the foot of the cliffs.
    """
    if hex_of(source) == hex_of(target):
        return replace(central, rise=board.absolute(target) - board.absolute(source))
    if cliff_of(target) is not None:
        return _to_climber(board, source, target, moving)
    back = _to_climber(board, target, source, moving)
    return replace(
        back,
        crossed=central.crossed,
        rise=-back.rise,
        hindrances=back.hindrances[::-1],
        where=back.where[::-1],
    )


def _to_climber(
    board: Board, source: LocationId, climber: LocationId, moving: Iterable[Moving[HexId]]
) -> Los:
    side, vertex = cliff_of(climber) or (0, 0)
    los = board.los_to_vertex(source, climber, vertex, tuple(moving))
    above = board.above_cliff(climber)
    beside = above is not None and hex_of(above) == hex_of(source)
    if los.blocked or beside or los.crossed != (side,):
        return los
    return los.barred("cliff", "B11.42", f"the cliff of {board.name(climber)} is between")
