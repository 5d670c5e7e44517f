"""B23.71 Rowhouses: the parts of a building that its walls divide."""

from rules.board.board import Board
from rules.board.locations import HexId
from rules.kernel.memo import asked_once


@asked_once
def part_of_building(board: Board, hex_id: HexId) -> frozenset[HexId]:
    """The hexes of a building that one can walk to inside it; none for a hex without a building.

    For rout each house of a row is a building by itself (B23.71).
    """
    if board.building(hex_id) is None:
        return frozenset()
    found, ahead = {hex_id}, [hex_id]
    while ahead:
        here = ahead.pop()
        for _, there in board.neighbours(here):
            if there not in found and board.building_passage(here, there):
                found.add(there)
                ahead.append(there)
    return frozenset(found)
