"""B9.55 Concealment at setup that is owed to bocage alone."""

from rules.board.board import Board
from rules.board.geometry import SIDES
from rules.board.locations import LocationId, hex_of
from rules.board.terrain import HexsideTerrain
from rules.chapters.concealment.covers import uncover
from rules.chapters.ground.a12_terrain import is_concealment_terrain
from rules.chapters.ground.b09_walls import BOCAGE, hexside_tem
from rules.forces.manner import Posture
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, stand_in, vantage
from rules.position.seeing import eye_of, los_of


def takes_concealment(position: Position, at: LocationId) -> bool:
    """A12.12, B9.55: whether a "?" of the OB may lie there: in Concealment Terrain, or on the
    ground behind bocage.
    """
    return is_concealment_terrain(position, at) or _is_behind_bocage(position.board, at)


def lose_behind_bocage(table: AslTable) -> None:
    """B9.55: once both sides have set up, a "?" that is owed to bocage alone is lost to an enemy in
    the open who has a LOS otherwise than through it.
    """
    public = table.public
    for cover in table.world.all(Cover):
        stack = stand_in(cover)
        owed = not is_concealment_terrain(public, cover.at)
        if owed and _is_behind_bocage(public.board, cover.at):
            enemies = filter(good_order, public.foes(cover.side))
            if any(_sees_otherwise(public, enemy, stack) for enemy in enemies):
                uncover(table, cover.id)


def _is_behind_bocage(board: Board, at: LocationId) -> bool:
    here = hex_of(at)
    sides = (board.hexside(here, side) for side in SIDES)
    return board.locations(here)[0] == at and HexsideTerrain.BOCAGE in sides


def _sees_otherwise(public: Position, enemy: Unit, stack: Unit) -> bool:
    """Whether an enemy sees a stack, but for a LOS against which it could claim the TEM of bocage:
    not from beneath an entrenchment.
    """
    los = los_of(public, eye_of(enemy), stack)
    if los.blocked:
        return False
    tem = hexside_tem(public, stack.at, vantage(enemy), los)
    claims = tem is not None and tem.label == BOCAGE and stack.posture is not Posture.BENEATH
    return not claims
