"""A7.1, A8 Who may fire when, and at what."""

from rules.board.locations import LocationId
from rules.chapters.a07_fire import FireKind, Shot, shares, total_fp
from rules.forces.entities import Fired, Unit
from rules.forces.position import Position, name, values
from rules.kernel.refused import Refused


def refuse_firer(position: Position, unit: Unit, kind: FireKind) -> None:
    """Raise Refused if a unit may not fire at all now."""
    if unit.broken:
        raise Refused("A10.4", f"{name(unit)} is broken and may not fire.")
    if unit.melee:
        raise Refused("A11.15", f"{name(unit)} is held in Melee and may not fire.")
    if values(unit).cls.is_smc:
        raise Refused("A1.21", f"{name(unit)} has no FP of his own; he may direct fire.")
    _refuse_mark(unit, kind)


def refuse_target(position: Position, unit: Unit, at: LocationId, kind: FireKind) -> None:
    """Raise Refused if a unit that may fire may not fire at that Location."""
    if at != unit.at and position.units_at(unit.at, unit.side.enemy):
        raise Refused("A7.212", f"{name(unit)} may fire only at the enemy in its own Location.")
    if at == unit.at and not position.units_at(at, unit.side.enemy):
        raise Refused("A7.4", "There is no enemy in its own Location.")
    final_again = kind is FireKind.FINAL and unit.fired is Fired.FIRST
    if final_again and position.range(unit.at, at) > 1:
        raise Refused("A8.4", f"{name(unit)} has First Fired: adjacent targets only.")
    if not total_fp(shares(position, _alone(unit, at, kind))):
        raise Refused("A7.22", f"{name(unit)} is out of range.")
    los = position.board.los(unit.at, at)
    if los.blocked:
        raise Refused("A6.1", f"{name(unit)} has no LOS to there. {los.explain()}")


def refuse_second_group(position: Position, units: tuple[Unit, ...], at: LocationId) -> None:
    """A7.55: units of one Location that fire at one target in one phase fire as one FG."""
    others = position.units_at(units[0].at, units[0].side)
    if any(other.fired_at == at for other in others):
        raise Refused("A7.55", "That Location has been fired at from here in this phase already.")


def targets_for(
    position: Position, unit: Unit, kind: FireKind, candidates: tuple[LocationId, ...]
) -> tuple[LocationId, ...]:
    """Those of the Locations that a unit may fire at now."""
    return tuple(at for at in candidates if _may(position, unit, at, kind))


def _may(position: Position, unit: Unit, at: LocationId, kind: FireKind) -> bool:
    try:
        refuse_firer(position, unit, kind)
        refuse_target(position, unit, at, kind)
    except Refused:
        return False
    return True


def _alone(unit: Unit, at: LocationId, kind: FireKind) -> Shot:
    return Shot(kind=kind, units=(unit.id,), origin=unit.at, at=at, targets=())


def _refuse_mark(unit: Unit, kind: FireKind) -> None:
    """A7.1, A8.1, A8.4: one fire phase a Player Turn; First Fire and Final Fire count as one."""
    if unit.fired is None or (kind is FireKind.FINAL and unit.fired is Fired.FIRST):
        return
    raise Refused("A7.1", f"{name(unit)} has fired in this Player Turn.")
