"""B29 Roadblocks: what they cost to cross, and what removes them. Their TEM and Wall Advantage are
those of a wall (`b09_walls`).
"""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.works.b27_entrenchments import trench_way
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.marker import MarkerFace
from rules.position.position import Position
from rules.position.roadblocks import Roadblock, roadblocked, roadblocks_of

CROSSING = Modifier("B29.4", "roadblock", 2)
COMPASS = ("north", "northeast", "southeast", "south", "southwest", "northwest")


def roadblock_face(one: Roadblock) -> MarkerFace:
    """What everybody sees of a roadblock."""
    called = f"Roadblock, {COMPASS[one.side]} side"
    return MarkerFace(id=one.id, at=one.at, name=called, letters="RB", picture="roadblock")


def roadblock_bar(board: Board, hex_id: HexId, side: int) -> Barrier | None:
    """B29.1: why no roadblock may be set up on a hexside, or None if one may: a road crosses it, at
    no bridge.
    """
    across, where = dict(board.neighbours(hex_id)).get(side), board.name(hex_id)
    if across is None or not board.road_between(hex_id, across):
        return Barrier("B29.1", f"No road leads that way in {where}.")
    if board.bridge(hex_id) is not None or board.bridge(across) is not None:
        return Barrier("B29.1", f"{where} is at a bridge.")
    return None


def is_beside_roadblock(position: Position, at: LocationId) -> bool:
    """B29.1: whether a Location on the ground has a hexside with a roadblock."""
    on_ground = position.board.locations(hex_of(at))[0] == at
    return on_ground and any(roadblocks_of(position.view, position.board, hex_of(at)))


def crossing_cost(
    position: Position, units: tuple[Unit, ...], to: LocationId
) -> Iterator[Modifier]:
    """B29.4: one MF beside that of the terrain, for who goes over it on the ground and not through
    a trench (B27.5).
    """
    if not position.view.all(Roadblock):
        return
    board, origin = position.board, units[0].at
    side = board.side_between(hex_of(to), hex_of(origin))
    if side is None or LocationKind.UPPER_LEVEL in {board.kind(origin), board.kind(to)}:
        return
    if not roadblocked(position.view, board, hex_of(to), side):
        return
    if trench_way(position, units, to) is None:
        yield CROSSING


def remove_roadblock(table: AslTable, at: LocationId) -> None:
    """B24.76: one roadblock of a Location is removed."""
    found = [one for _, one in roadblocks_of(table.truth.view, table.board, hex_of(at))]
    table.world.drop(min(found, key=lambda one: one.id))
