"""Where Fortifications may be set up (B26.1, B27.1, B29.1, B30.1, B23.9), and DC Set (A23.7)."""

from rules.board.board import Board
from rules.board.locations import HexId, LocationKind, level_of
from rules.chapters.works.b26_wire import takes_wire
from rules.chapters.works.b27_entrenchments import takes_entrenchment
from rules.chapters.works.b29_roadblocks import roadblock_bar
from rules.chapters.works.b30_pillboxes import takes_pillbox
from rules.position.hidden_fortifications import FortificationKind


def takes(board: Board, kind: FortificationKind, hex_id: HexId) -> bool:
    """B26.1, B27.1, B29.1, B30.1, B23.9: whether a Fortification may be set up in a hex."""
    match kind:
        case FortificationKind.WIRE:
            return takes_wire(board, hex_id)
        case FortificationKind.FOXHOLES | FortificationKind.TRENCH:
            return takes_entrenchment(board, hex_id)
        case FortificationKind.ROADBLOCK:
            return bool(roadblock_sides(board, hex_id))
        case FortificationKind.PILLBOX:
            return takes_pillbox(board, hex_id)
        case FortificationKind.CHARGE:
            return bool(charge_levels(board, hex_id))
        case FortificationKind.BUILDING:
            return bool(building_levels(board, hex_id))


def building_levels(board: Board, hex_id: HexId) -> tuple[int, ...]:
    """B23.9: the levels of a hex at which there are Locations of a building."""
    if not board.terrain(hex_id).is_building:
        return ()
    return tuple(range(board.upper_levels(hex_id) + 1))


def charge_levels(board: Board, hex_id: HexId) -> tuple[int, ...]:
    """A23.7: the levels of a hex at which a DC may be Set: those where units could be."""
    dry = (at for at in board.locations(hex_id) if board.kind(at) is not LocationKind.WATER)
    return tuple(map(level_of, dry))


def roadblock_sides(board: Board, hex_id: HexId) -> tuple[int, ...]:
    """B29.1: the hexsides of a hex that a roadblock may be on."""
    return tuple(side for side in range(6) if roadblock_bar(board, hex_id, side) is None)
