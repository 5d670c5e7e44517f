"""A7.308, E5.5 An attack at what nobody is in or on: empty boats, and horses without riders."""

from rules.chapters.a07_shot import FireKind, Shot
from rules.position.position import Position
from rules.position.unmanned import Unmanned, unmanned_at


def unmanned_in(position: Position, shot: Shot) -> tuple[Unmanned, ...]:
    """The empty boats of the enemy and his horses without riders that a shot attacks beside its
    targets: all in its Location, but none in First Fire, which is at the movers, nor if it is at
    the Crest alone.
    """
    if shot.kind is FireKind.FIRST or shot.aspect.crest:
        return ()
    return unmanned_at(position, shot.at, position.unit(shot.units[0]).side.enemy)
