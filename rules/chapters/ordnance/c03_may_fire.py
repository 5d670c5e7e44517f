"""C3, A7.35 What ordnance may be fired at what, and whom it would attack."""

from dataclasses import replace

from rules.board.locations import LocationId, hex_of
from rules.chapters.fire.a07_eligibility import locations_of_enemies
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ordnance.c02_ordnance import Load, Ordnance, OrdnancePart, ToHitShot
from rules.chapters.ordnance.c03_effects import may_hit, might_hit_unseen, targets_of
from rules.chapters.terms.a06_vertices import AT_THE_CREST, IN_PLACE, aspect_at, los_to
from rules.chapters.terms.a07_shot import FireKind, Firer
from rules.kernel.ids import ShownId
from rules.position.knowledge import Knowledge
from rules.position.position import Position, names
from rules.position.seeing import hidden_at_home


def declared_to_hit(
    position: Position,
    ordnance: Ordnance,
    load: Load,
    at: LocationId,
    kind: FireKind,
    movers: tuple[ShownId, ...] | None,
) -> ToHitShot:
    """The shot that is made with a piece: in First Fire at the movers alone (A8.1)."""
    firers = tuple(Firer(unit.id, inherent=False) for unit in ordnance.crew)
    shot = ToHitShot(kind, firers, at, (), piece=ordnance.id, of=ordnance.kind, load=load)
    if movers is None:
        hit = targets_of(position, shot)
        aspect = aspect_at(position, (ordnance.origin,), at, ordnance.side.enemy)
    else:
        moving = position.targets(movers)
        hit = tuple(u.id for u in moving if may_hit(position, shot, u))
        aspect = AT_THE_CREST if any(map(is_in_crest, moving)) else IN_PLACE
    return replace(shot, targets=hit, aspect=aspect)


def to_hit_bar(position: Knowledge, shot: ToHitShot) -> Barrier | None:
    """Why a piece may not make that shot now, or None if it may."""
    part = shot.part(position)
    kind = part.ordnance.kind
    bar = kind.bar(part) or _place_bar(position, part) or kind.reach_bar(part)
    if bar is not None:
        return bar
    eye, targets = part.eye, position.targets(shot.targets)
    los = los_to(position, eye, shot.at, shot.aspect, targets)
    if not los.blocked and shot.at != part.at:
        los = hidden_at_home(position, eye, shot.at) or los
    if los.blocked:
        return Barrier("A6.1", f"{_who(part)} has no LOS to there. {los.explain()}")
    if not shot.targets and not might_hit_unseen(position, shot):
        return Barrier("C8.31", "HEAT is fired at Infantry behind a wall, in a building or rubble.")
    return None


def _place_bar(position: Knowledge, part: OrdnancePart) -> Barrier | None:
    """A7.212, A7.4: an enemy in its own Location comes first, and somebody must be there."""
    at = part.shot.at
    if at != part.at and position.foes_at(part.at, part.side):
        return Barrier("A7.212", f"{_who(part)} may fire only at the enemy in its own Location.")
    if at not in locations_of_enemies(position, part.side):
        return Barrier("A7.4", f"There is no enemy in {position.board.name(at)}.")
    if hex_of(at) == hex_of(part.at) and at != part.at:
        return Barrier("C2.6", "Ordnance is not fired up or down inside its own hex.")
    return None


def _who(part: OrdnancePart) -> str:
    """Who fires it; what nobody is seen to man, by itself."""
    return names(part.crew) if part.crew else part.label
