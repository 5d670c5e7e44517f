"""B11.3 What is not fired over a cliff up into the next Location. Guns and vehicles, which do not
fire down over one either, are not in play.
"""

from rules.board.locations import LocationId, hex_of, is_on_cliff
from rules.chapters.ground.b_barriers import Barrier
from rules.position.position import Position


def up_cliff_bar(position: Position, origin: LocationId, at: LocationId) -> Barrier | None:
    """B11.3: why what is neither small arms nor a MG, ATR, PIAT or mortar may not fire there, or
    None if it may.
    """
    board = position.board
    if is_on_cliff(origin) or is_on_cliff(at) or board.absolute(at) <= board.absolute(origin):
        return None
    if not board.cliff_between(hex_of(origin), hex_of(at)):
        return None
    return Barrier("B11.3", f"It is not fired up over the cliff into {board.name(at)}.")
