"""A7.1, A7.4, A8 Who may fire when, and at what."""

from collections.abc import Iterable, Iterator

from rules.board.locations import LocationId
from rules.board.los import Los
from rules.chapters.concealment.a12_hideouts import hideouts
from rules.chapters.fire.a07_firers import fp_alone, reach_of, refuse_part
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.terms.a06_vertices import IN_PLACE, Aspect, aspect_at, line_to
from rules.chapters.terms.a07_shot import FireKind, Firer, Firing, Shot
from rules.chapters.works.b30_pillboxes import small_arms_bar
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.kernel.refused import Refused
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    is_smc,
    name,
    values,
)
from rules.position.seeing import (
    OWN_HEXSIDES,
    barred_as,
    eye_of,
    hidden_at_home,
    hides_from,
    limited,
    los_outwards,
)
from rules.position.unmanned import unmanned_of


def refuse_firer(position: Knowledge, unit: Unit) -> None:
    """Raise Refused if a unit may not fire at all now."""
    bar = what_bars(position, unit, Act.FIRE)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if is_smc(unit) and not values(unit).fp and not position.weapons_of(unit):
        raise Refused("A1.21", f"{name(unit)} has no FP of his own; he may direct fire.")


def refuse_target(
    position: Knowledge,
    unit: Unit,
    at: LocationId,
    kind: FireKind,
    aspect: Aspect | None = None,
    *,
    paired: bool = False,
) -> None:
    """Raise Refused if a unit that may fire may not fire at that Location, or at who is seen there
    as the aspect says; of one that is `paired` with a SMC its FP is for others to ask (A9.12).
    """
    _refuse_elsewhere(position, unit, at, aspect or IN_PLACE)
    if not paired:
        _refuse_out_of_reach(position, unit, at, kind)
    los = _los(position, unit, at, aspect)
    if los.blocked:
        raise Refused("A6.1", f"{name(unit)} has no LOS to there. {los.explain()}")


def _refuse_elsewhere(position: Position, unit: Unit, at: LocationId, aspect: Aspect) -> None:
    """What depends neither on LOS nor on FP."""
    if at != unit.at and position.foes_at(unit.at, unit.side):
        raise Refused("A7.212", f"{name(unit)} may fire only at the enemy in its own Location.")
    if at == unit.at and not _is_shared(position, unit):
        raise Refused("A7.4", "There is no enemy in its own Location.")
    bar = small_arms_bar(position, unit.at, at, aspect.met)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


def _is_shared(position: Position, unit: Unit) -> bool:
    """A7.21: whether an enemy or a "?" is in a unit's own Location, for TPBF."""
    covers = position.covers(unit.side.enemy)
    here = any(cover.at == unit.at for cover in covers)
    return here or bool(position.foes_at(unit.at, unit.side))


def _refuse_out_of_reach(position: Position, unit: Unit, at: LocationId, kind: FireKind) -> None:
    """What depends on what it fires with."""
    if not fp_alone(position, unit.id, at, kind):
        shot = Shot(kind, (Firer(unit.id),), at, ())
        guns = () if values(unit).fp else position.weapons_of(unit)
        for weapon in guns or (None,):
            refuse_part(Firing(position, shot, unit, weapon))
        raise Refused("A7.22", f"{name(unit)} is out of range.")


def locations_of_enemies(position: Position, side: Side) -> tuple[LocationId, ...]:
    """A7.4, A12.3, A20.54: where a side has enemies to fire at, or a "?", or where some could be
    hidden, sorted: captives are none.
    """
    there = {at for at in position.locations_of(side.enemy) if position.foes_at(at, side)}
    there |= {cover.at for cover in position.covers(side.enemy)}
    return tuple(sorted(there.union(hideouts(position, side.enemy))))


def locations_of_targets(position: Position, side: Side) -> tuple[LocationId, ...]:
    """A7.4, A7.308: the same, and where there are empty boats of theirs, or horses without riders.

    Who has such things beside him in his own Location does not fire at them.
    """
    alone = {one.at for one in unmanned_of(position, side.enemy)}
    return tuple(sorted(alone.union(locations_of_enemies(position, side))))


def targets_for(
    position: Knowledge,
    unit: Unit,
    kind: FireKind,
    candidates: tuple[LocationId, ...],
    aspect: Aspect | None = None,
) -> tuple[LocationId, ...]:
    """Those of the Locations that a unit may fire at now, at who is seen there as that says."""
    try:
        refuse_firer(position, unit)
    except Refused:
        return ()
    eye = _same_eye(position, unit)
    return tuple(
        at
        for at in _within_reach(position, unit, candidates)
        if not _los(position, eye, at, aspect).blocked
        and small_arms_bar(position, unit.at, at, (aspect or IN_PLACE).met) is None
        and fp_alone(position, unit.id, at, kind)
    )


def _within_reach(
    position: Knowledge, unit: Unit, candidates: tuple[LocationId, ...]
) -> Iterator[LocationId]:
    """A7.212, A7.22: a unit's own Location alone if Known enemies are in it, else those within
    twice the Normal Range of all that it has; its own among them if a "?" is there (A7.21).
    """
    if position.foes_at(unit.at, unit.side):
        return (at for at in candidates if at == unit.at)
    reach = reach_of(position, unit)
    own = unit.at if _is_shared(position, unit) else None
    return (
        at
        for at in candidates
        if (at != unit.at and position.range(unit.at, at) <= reach) or at == own
    )


def _same_eye(position: Position, unit: Unit) -> Unit:
    """The first of those in its Location whose LOS are the same as a unit's."""
    alike = (unit.posture, unit.wall_advantage)
    mates = position.personnel_at(unit.at, unit.side)
    return next((one for one in mates if (one.posture, one.wall_advantage) == alike), unit)


@asked_once
def _los(position: Position, unit: Unit, at: LocationId, aspect: Aspect | None) -> Los:
    """The LOS of a unit to who is seen there as the aspect says; without one to whoever is."""
    eye = eye_of(unit)
    seen = aspect or aspect_at(position, (eye.at,), at, unit.side.enemy)
    los = line_to(position, eye.at, at, seen)
    if los.blocked:
        return los
    enemies = position.targets(position.seen_at(at, unit.side.enemy))
    los = limited(position, eye, los, at, enemies)
    if los.blocked or at == unit.at:
        return los
    return barred_as(los, hidden_at_home(position, eye, at) or _all_hidden(position, eye, enemies))


def _all_hidden(position: Position, eye: Eye, enemies: Iterable[Unit]) -> Los | None:
    """B27.2, B9.521: what bars the LOS to all enemies of a Location, who are beneath its
    entrenchment or have no Wall Advantage behind its bocage; None if anything
    else is seen.
    """
    lines = [los_outwards(position, eye, enemy) for enemy in enemies]
    return lines[0] if lines and all(los.rule in OWN_HEXSIDES for los in lines) else None


def out_of_sight(position: Position, firers: Iterable[Unit], target: Unit) -> bool:
    """B27.2, B9.521: whether not all of these firers see a unit of a Location that they fire at: it
    is beneath an entrenchment or behind bocage, or something limits their sight.
    """
    return any(hides_from(position, eye_of(firer), target) for firer in firers)
