"""A.8 Which Locations Infantry may go between by one step, whoever stands there and whatever it
costs.
"""

from rules.board.board import Board
from rules.board.locations import (
    HexId,
    LocationId,
    LocationKind,
    hex_of,
    is_on_cliff,
    level_of,
    location,
)
from rules.kernel.memo import asked_once


def accessible(board: Board, origin: LocationId, to: LocationId) -> bool:
    """A.8: whether Infantry could advance from one Location into the other.

    That is the next hex, unless a cliff (B11.4) or water without a ford (B21.4) is between; up or
    down one level by a stairwell (B23.4); on an upper level, the same level of the next hex of the
    building (B23.25); on and off a bridge by its road (B6.4); in and out of a pillbox from the
    ground of its hex (B30.4); off a cliff that is climbed, at its foot and at its top (B11.43).
    Raises KeyError for a Location that
    is not on the board.
    """
    if not board.has_location(to):
        raise KeyError(to)
    return to in accessible_from(board, origin)


@asked_once
def accessible_from(board: Board, origin: LocationId) -> tuple[LocationId, ...]:
    """The Locations that Infantry could advance into: of its own hex first, then by hexside."""
    leads = _leads_off_cliff if is_on_cliff(origin) else _leads
    hexes = (hex_of(origin), *(there for _, there in board.neighbours(hex_of(origin))))
    return tuple(to for there in hexes for to in board.locations(there) if leads(board, origin, to))


def _leads_off_cliff(board: Board, origin: LocationId, to: LocationId) -> bool:
    """B11.43: whether one steps off a cliff into a Location: at its foot, or level with its top."""
    at_foot = level_of(origin) == 0 and to == location(hex_of(origin))
    at_top = to == board.above_cliff(origin)
    return at_foot or (at_top and board.absolute(origin) == board.absolute(to))


def _leads(board: Board, origin: LocationId, to: LocationId) -> bool:
    """Whether Infantry could advance from a Location into one of the same hex or the next."""
    here, there = hex_of(origin), hex_of(to)
    kinds = {board.kind(origin), board.kind(to)}
    if LocationKind.PILLBOX in kinds:
        return here == there and kinds != {LocationKind.PILLBOX}
    if here == there:
        one_level = abs(level_of(origin) - level_of(to)) == 1
        return one_level and board.stairwell(here)
    if LocationKind.UPPER_LEVEL in kinds:
        level = board.absolute(origin) == board.absolute(to)
        return level and board.building_passage(here, there)
    if LocationKind.BRIDGE in kinds:
        ends = {_road_location(board, here), _road_location(board, there)}
        return ends == {origin, to} and board.road_between(here, there)
    if board.cliff_between(here, there):
        return False
    return board.kind(to) is not LocationKind.WATER or board.ford(there)


def _road_location(board: Board, hex_id: HexId) -> LocationId:
    """Where the road of a hex lies: on its bridge if it has one."""
    return location(hex_id, 1 if board.bridge(hex_id) is not None else 0)
