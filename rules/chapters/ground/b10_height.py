"""B10.31 Height Advantage: the TEM of a unit that is fired on from below."""

from rules.board.board import Board
from rules.board.locations import LocationId, hex_of
from rules.board.los import Los
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.position import vantage

HEIGHT_ADVANTAGE = Modifier("B10.31", "Height Advantage", 1)


def height_advantage(board: Board, target: Unit, origin: LocationId, los: Los) -> Modifier | None:
    """B10.31: +1 against fire from any lower level, for a unit without another positive TEM, which
    the caller sees to.

    Not while the unit has just come over a Crest Line through the hexside that the LOS crosses:
    `entered_from` is kept only in the phase in which it moves or routs; from the APh to the CCPh.
    """
    if board.absolute(origin) >= board.absolute(vantage(target)):
        return None
    return None if _has_crossed_there(board, target, los) else HEIGHT_ADVANTAGE


def _has_crossed_there(board: Board, target: Unit, los: Los) -> bool:
    """Whether it came up over the hexside of the LOS; level, as off a bridge, it crossed no Crest
    Line there.
    """
    if target.entered_from is None:
        return False
    if board.absolute(target.entered_from) >= board.absolute(vantage(target)):
        return False
    return board.side_between(hex_of(target.at), hex_of(target.entered_from)) in los.crossed
