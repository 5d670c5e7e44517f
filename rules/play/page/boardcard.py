"""A board in data for a page: its hexes and what players read off them (docs/wire.md §1)."""

from typing import Any

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, level_of
from rules.chapters.ground.b_entry import hex_mf
from rules.chapters.ground.b_terrain import hex_tem
from rules.kernel.world import Known
from rules.play.page.hexcard import mark, notes
from rules.position.knowledge import Knowledge
from rules.position.law import BOOK, Law


def board_card(board: Board, law: Law = BOOK) -> dict[str, Any]:
    """Size and hexes of a board or map, in picture units."""
    bare = Knowledge(Known(0, ()), board, law)
    (width, height), (column, row) = board.size, board.hex_size
    return {
        "width": width,
        "height": height,
        "hex": {"w": column, "h": row},
        "hexes": [_hex(bare, board, hex_id) for hex_id in board.hexes],
    }


def _hex(bare: Knowledge, board: Board, hex_id: HexId) -> dict[str, Any]:
    x, y = board.centre(hex_id)
    tem = hex_tem(bare, hex_id)
    road, depression = board.road(hex_id), board.depression(hex_id)
    return {
        "id": hex_id,
        "name": board.name(hex_id),
        "x": x,
        "y": y,
        "terrain": board.terrain(hex_id).value,
        "tem": tem.value if tem else 0,
        "mf": hex_mf(bare, hex_id),
        "level": board.ground_level(hex_id),
        "locations": [_location(board, at) for at in board.locations(hex_id)],
        "road": None if road is None else road.value,
        "depression": None if depression is None else depression.value,
        "building": board.building(hex_id),
        "stairwell": board.stairwell(hex_id),
        "notes": notes(board, hex_id),
    }


def _location(board: Board, at: LocationId) -> dict[str, Any]:
    return {
        "id": at,
        "level": level_of(at),
        "absolute": board.absolute(at),
        "kind": board.kind(at).value,
        "name": board.name(at),
        "mark": mark(board, at),
    }
