"""B20.92 What Crest status is worth against fire: its TEM, and the hexsides that give it."""

from rules.board.board import Board
from rules.board.locations import LocationId, hex_of
from rules.board.los import Los
from rules.board.terrain import HexsideTerrain
from rules.chapters.ground.b_terrain import less_by_height
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.position import Position

CREST = Modifier("B20.92", "Crest status", 2)


def is_in_crest(unit: Unit) -> bool:
    """Whether a unit is in Crest status."""
    return unit.posture is Posture.CREST


def protected_sides(board: Board, unit: Unit) -> frozenset[int]:
    """B20.92: the hexsides that a unit in Crest status faces and the Depression does not cross, but
    for cliffs.
    """
    here = hex_of(unit.at)
    around = dict(board.neighbours(here))
    return frozenset(
        side
        for side in unit.sides
        if side in around
        and not board.depression_between(here, around[side])
        and board.hexside(here, side) is not HexsideTerrain.CLIFF
    )


def crest_tem(position: Position, target: Unit, origin: LocationId, los: Los) -> Modifier | None:
    """B20.92: the TEM of Crest status against a LOS from `origin`: that of an entrenchment, if it
    comes in over protected hexsides alone and goes to the Crest, not INTO the hex; in rubble none
    but that of the rubble.
    """
    board = position.board
    if not is_in_crest(target) or board.terrain(hex_of(target.at)).is_rubble:
        return None
    if not los.crossed or not set(los.crossed) <= protected_sides(board, target):
        return None
    sees_into = not position.line(origin, target.at).blocked
    return None if sees_into else less_by_height(CREST, los)
