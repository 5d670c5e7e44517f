"""A7.53 Fire direction: which leaders may direct which fire."""

from rules.board.locations import LocationId
from rules.chapters.terms.a07_shot import FiredPart, FireKind, Shot
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.kernel.refused import Refused
from rules.position.position import Position, good_order, is_leader, vantage


def eligible_directors(position: Position, shot: Shot, origin: LocationId) -> tuple[Unit, ...]:
    """A7.53: the leaders that may direct those who fire from where they are, one in Crest status
    those with him (B20.9): unbroken, unpinned, and not firers themselves.
    """
    parts = tuple(part for part in shot.parts(position) if part.origin == origin)
    if not parts:
        return ()
    there = position.personnel_at(parts[0].at, parts[0].side)
    leaders = tuple(
        u for u in there if u.id not in (*shot.units, *shot.mates) and vantage(u) == origin
    )
    return tuple(u for u in leaders if _may_direct(u, parts, shot.kind))


def _may_direct(leader: Unit, parts: tuple[FiredPart, ...], kind: FireKind) -> bool:
    """A7.53, A7.531: one use a Player Turn; again only for what fired under him before: a MG that
    has kept its ROF, or in Subsequent First Fire and Final Fire all that he directed, and in FPF as
    often as that fires under him (docs/rulings.md).
    """
    if not is_leader(leader) or leader.pinned or not good_order(leader):
        return False
    awaits = kind is FireKind.ADVANCING and leader.fired is Fired.BOUNDING
    if leader.fired is None or awaits:
        return True
    later = kind in {FireKind.FIRST, FireKind.FINAL} and leader.fired is Fired.FIRST
    last = kind is FireKind.FIRST and leader.fired is Fired.FINAL

    def is_again(part: FiredPart) -> bool:
        return (later and part.mark is not None) or (last and part.mark is Fired.FINAL)

    def is_led(part: FiredPart) -> bool:
        return all(unit.director == leader.id for unit in part.crew)

    return all(is_led(part) and (part.goes_on or is_again(part)) for part in parts)


def refuse_direction(position: Position, shot: Shot) -> None:
    """A7.53: raise Refused unless nobody directs, or one leader in each Location that fires."""
    left = set(shot.directors)
    if len(left) < len(shot.directors):
        raise Refused("A7.53", "A leader directs an attack once.")
    for origin in shot.origins(position) if left else ():
        able = left & {leader.id for leader in eligible_directors(position, shot, origin)}
        if len(able) != 1:
            raise Refused("A7.53", "That leader may not direct this attack.")
        left -= able
    if left:
        raise Refused("A7.53", "One leader directs in each Location that fires.")
