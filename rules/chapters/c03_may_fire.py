"""C3, A7.35 Who may fire ordnance among support weapons at what, and whom it would attack."""

from dataclasses import replace

from rules.board.locations import LocationId, hex_of
from rules.chapters.a06_vertices import AT_THE_CREST, IN_PLACE, aspect_at, los_to
from rules.chapters.a07_eligibility import locations_of_enemies
from rules.chapters.a07_firers import allowance, used_weapons
from rules.chapters.a07_shot import FireKind, Firer, Firing, Shot
from rules.chapters.able import Act, what_bars
from rules.chapters.b11_climbers_fire import climber_factors
from rules.chapters.b16_wet_firers import wet_factors
from rules.chapters.b20_crest_fire import crest_factors
from rules.chapters.b20_crest_tem import is_in_crest
from rules.chapters.b_barriers import Barrier
from rules.chapters.c02_ordnance import is_mortar, weapon_of
from rules.chapters.c03_effects import may_hit, might_hit_unseen, targets_of
from rules.chapters.c09_mortars import mortar_bar
from rules.chapters.c13_latw import latw_bar
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import ShownId
from rules.position.knowledge import Knowledge
from rules.position.position import Position, is_leader, name
from rules.position.seeing import eye_of, hidden_at_home


def declared_to_hit(
    position: Position,
    weapon: Weapon,
    at: LocationId,
    kind: FireKind,
    movers: tuple[ShownId, ...] | None,
    director: ShownId | None = None,
    *,
    desperate: bool = False,
) -> Shot:
    """The shot that a weapon's possessor makes: in First Fire at the movers alone (A8.1)."""
    unit = position.unit(weapon.holder or ShownId(""))
    firer = Firer(unit.id, (weapon.id,), inherent=False)
    directors = () if director is None else (director,)
    shot = Shot(kind, (firer,), at, (), directors, desperate=desperate)
    if movers is None:
        hit = targets_of(position, shot, unit.side)
        aspect = aspect_at(position, (unit,), at, unit.side.enemy)
    else:
        moving = position.targets(movers)
        hit = tuple(u.id for u in moving if may_hit(position, shot, u))
        aspect = AT_THE_CREST if any(map(is_in_crest, moving)) else IN_PLACE
    return replace(shot, targets=hit, aspect=aspect)


def to_hit_bar(position: Knowledge, shot: Shot) -> Barrier | None:
    """Why a weapon may not make that shot now, or None if it may."""
    unit = position.unit(shot.firers[0].unit)
    weapon = next(w for w in position.weapons_of(unit) if w.id == shot.firers[0].weapons[0])
    part = Firing(position, shot, unit, weapon)
    bar = _firer_bar(position, unit) or _weapon_bar(part) or _place_bar(position, unit, shot.at)
    if bar is not None:
        return bar
    bar = mortar_bar(part) if is_mortar(weapon) else latw_bar(part)
    if bar is not None:
        return bar
    eye, targets = eye_of(unit), position.targets(shot.targets)
    los = los_to(position, eye, shot.at, shot.aspect, targets)
    if not los.blocked and shot.at != unit.at:
        los = hidden_at_home(position, eye, shot.at) or los
    if los.blocked:
        return Barrier("A6.1", f"{name(unit)} has no LOS to there. {los.explain()}")
    if not shot.targets and not might_hit_unseen(position, shot, unit.side.enemy):
        return Barrier("C8.31", "HEAT is fired at Infantry behind a wall, in a building or rubble.")
    return None


def _firer_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    return what_bars(position, unit, Act.FIRE)


def _weapon_bar(part: Firing) -> Barrier | None:
    """A9.7, A9.8, A7.1: what is so of the weapon, of where it is, and of its unit."""
    weapon = weapon_of(part)
    if weapon.malfunctioned:
        return Barrier("A9.7", f"{part.label} has malfunctioned.")
    if weapon.dm:
        return Barrier("A9.8", f"{part.label} is dismantled.")
    if part.mark is not None:
        return Barrier("A7.1", f"{part.label} has fired in this Player Turn.")
    return _stance_bar(part) or _hands_bar(part)


def _stance_bar(part: Firing) -> Barrier | None:
    """B16.32, B20.95, B11.43: what is so of where its unit is."""
    if any(factor.times == 0 for factor in wet_factors(part)):
        return Barrier("B16.32", f"{part.label} does not fire out of marsh or water.")
    if any(factor.times == 0 for factor in crest_factors(part)):
        return Barrier("B20.95", f"{part.label} is not fired in Crest status.")
    if any(factor.times == 0 for factor in climber_factors(part)):
        return Barrier("B11.43", f"{part.label} is not fired by a climber.")
    return None


def _hands_bar(part: Firing) -> Barrier | None:
    """A7.35, A9.12: what its unit has done."""
    weapon, unit = weapon_of(part), part.unit
    if is_leader(unit) and unit.fired is not None and weapon.fired_at is None:
        return Barrier("A9.12", f"{name(unit)} has directed fire and fires no weapon.")
    used = {*used_weapons(part.position, unit, part.shot.kind), weapon.id}
    fired = unit.fired not in {None, Fired.BOUNDING}
    if len(used) > allowance(unit, with_inherent=fired):
        return Barrier("A7.35", f"{name(unit)} has not hands enough for that.")
    return None


def _place_bar(position: Knowledge, unit: Unit, at: LocationId) -> Barrier | None:
    """A7.212, A7.4: an enemy in its own Location comes first, and somebody must be there."""
    if at != unit.at and position.foes_at(unit.at, unit.side):
        return Barrier("A7.212", f"{name(unit)} may fire only at the enemy in its own Location.")
    if at not in locations_of_enemies(position, unit.side):
        return Barrier("A7.4", f"There is no enemy in {position.board.name(at)}.")
    if hex_of(at) == hex_of(unit.at) and at != unit.at:
        return Barrier("C2.6", "Ordnance is not fired up or down inside its own hex.")
    return None
