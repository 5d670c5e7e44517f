"""A7.34, A9.5 Spraying Fire: one attack at two Locations side by side."""

from rules.board.locations import LocationId, hex_of, level_of
from rules.chapters.terms.a07_shot import Firing, Shot
from rules.chapters.works.b30_pillboxes import small_arms_bar
from rules.kernel.refused import Refused
from rules.position.position import Position, name, values
from rules.position.seeing import eye_of, los_of

SQUAD_REACH = 3


def refuse_spraying(position: Position, shot: Shot, parts: tuple[Firing, ...]) -> None:
    """Raise Refused if an attack may not be Spraying Fire at its two Locations: all that fires must
    be able to, and none of it is in either.
    """
    if shot.also is None:
        return
    if not are_side_by_side(position, shot.at, shot.also):
        raise Refused("A7.34", "Spraying Fire is at two Locations that share a hexside.")
    for part in parts:
        _refuse_part(part, shot.also)


def may_spray(position: Position, shot: Shot, parts: tuple[Firing, ...]) -> bool:
    """Whether some part of an attack may be Spraying Fire at its two Locations."""
    return any(_is_able(position, shot, part) for part in parts)


def _is_able(position: Position, shot: Shot, part: Firing) -> bool:
    try:
        refuse_spraying(position, shot, (part,))
    except Refused:
        return False
    return True


def places_beside(position: Position, at: LocationId) -> tuple[LocationId, ...]:
    """The Locations that Spraying Fire can be at together with that one."""
    board, hex = position.board, hex_of(at)
    hexes = (hex, *(one for _, one in board.neighbours(hex)))
    found = (place for one in hexes for place in board.locations(one))
    return tuple(place for place in found if are_side_by_side(position, at, place))


def _refuse_part(part: Firing, also: LocationId) -> None:
    if part.unit.at in {part.shot.at, also}:
        raise Refused("A7.34", "Nobody uses Spraying Fire at his own Location.")
    if not can_spray(part):
        raise Refused("A7.34", f"{part.label} cannot use Spraying Fire.")
    bar = small_arms_bar(part.position, part.unit.at, also)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    los = los_of(part.position, eye_of(part.unit), also)
    if los.blocked:
        raise Refused("A6.1", f"{name(part.unit)} has no LOS to there. {los.explain()}")
    far = max(part.distance, part.position.range(part.unit.at, also))
    if part.type is None and far > SQUAD_REACH:
        raise Refused("A7.34", f"{part.label} uses Spraying Fire within {SQUAD_REACH} hexes only.")


def can_spray(part: Firing) -> bool:
    """A7.34, A9.5: a squad whose range is underscored, and a MG."""
    return values(part.unit).spraying_fire if part.type is None else part.type.spraying_fire


def are_side_by_side(position: Position, a: LocationId, b: LocationId) -> bool:
    """A7.34: whether Locations are of hexes that share a hexside, or upper levels of one building,
    one above the other.
    """
    if hex_of(a) == hex_of(b):
        upper = min(level_of(a), level_of(b)) > 0
        return upper and abs(level_of(a) - level_of(b)) == 1
    return position.range(a, b) == 1
