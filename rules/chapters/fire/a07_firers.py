"""A7.33-A7.353 What a unit fires with: its inherent FP, its support weapons, or both."""

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.board.locations import LocationId
from rules.chapters.fire.a07_fire import UNAIDED_RANGE, share_of, shares, total_fp
from rules.chapters.fire.a08_again import WITH_A_MG, Again, again, refuse_mark
from rules.chapters.fire.a09_field_of_fire import refuse_heavy
from rules.chapters.fire.a22_other_weapons import not_by_itself
from rules.chapters.terms.a07_shot import FireKind, Firer, Firing, Shot
from rules.forces.fired import Fired
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.refused import Refused
from rules.position.daisy_chains import chains_used
from rules.position.position import Position, is_leader, name, values, weapon_values

if TYPE_CHECKING:
    from rules.forces.weapons import Weapon


def allowance(unit: Unit, *, with_inherent: bool) -> int:
    """A7.35, A7.351, A7.353, A9.12: how many support weapons a unit may fire in a phase, with its
    inherent FP and without.
    """
    match values(unit).cls:
        case UnitClass.SQUAD:
            return 1 if with_inherent else 2
        case UnitClass.LEADER:
            return 1
        case _:
            return 0 if with_inherent else 1


@asked_once
def usual_firer(position: Position, unit_id: ShownId, at: LocationId, kind: FireKind) -> Firer:
    """What a unit fires at a Location unless something else is said: all that the rules allow.

    What has not fired yet before what has; a squad its inherent FP and its best weapon, a HS or
    crew the better of the two.
    """
    unit = position.unit(unit_id)
    able = firing_parts(position, unit, at, kind)
    first = min((_turn(part) for part in able), default=0)
    parts = [part for part in able if _turn(part) == first]
    guns = [part.id for part in parts if part.weapon is not None]
    inherent = len(guns) < len(parts)
    if inherent and (guns or first) and _prefers_weapon(parts):
        inherent = False
    room = allowance(unit, with_inherent=inherent or _has_fired(unit, first))
    used = () if first else used_weapons(position, unit, kind)
    chosen = _within(guns, used, room)
    return Firer(unit_id, chosen, inherent or _joins_in_final_fire(able, chosen))


def _joins_in_final_fire(able: tuple[Firing, ...], chosen: tuple[str, ...]) -> bool:
    """A8.4, A7.55: whether inherent FP that is First Fire marked goes with weapons that have not
    fired, as far as the unit has hands for both: it would not get another turn.
    """
    goes_on = any(_fires_on(part) for part in able if part.id in chosen)
    own = any(part.weapon is None and again(part) is Again.FINAL for part in able)
    return own and not goes_on and len(chosen) <= allowance(able[0].unit, with_inherent=True)


def _fires_on(part: Firing) -> bool:
    """A9.2: whether a weapon has fired in this phase already."""
    return part.weapon is not None and part.weapon.fired_at is not None


def _has_fired(unit: Unit, turn: int) -> bool:
    """Whether its inherent FP counts against its weapons, though it does not fire now."""
    return not turn and unit.fired not in {None, Fired.BOUNDING}


def _within(guns: list[str], used: tuple[str, ...], room: int) -> tuple[str, ...]:
    """The best weapons, those fired in this phase already first, as many as may be used."""
    fresh = [gun for gun in guns if gun not in used][: max(0, room - len(used))]
    return tuple(gun for gun in guns if gun in used or gun in fresh)[: max(room, 0)]


def _prefers_weapon(parts: list[Firing]) -> bool:
    """A7.351: whether a HS or crew has more FP by a weapon than by itself."""
    unit = parts[0].unit
    if allowance(unit, with_inherent=True):
        return False
    own = max((share_of(p).fp for p in parts if p.weapon is None), default=Fraction(0))
    return any(share_of(p).fp > own for p in parts if p.weapon is not None)


@asked_once
def firing_parts(
    position: Position, unit: Unit, at: LocationId, kind: FireKind
) -> tuple[Firing, ...]:
    """Those parts of a unit that may fire there and have FP: its weapons from the best on."""
    own = Shot(kind, (Firer(unit.id),), at, ())
    guns = [
        Firing(
            position, replace(own, firers=(Firer(unit.id, (gun.id,), inherent=False),)), unit, gun
        )
        for gun in position.weapons_of(unit)
    ]
    if len(guns) > 1:
        guns.sort(key=lambda part: (-share_of(part).fp, part.id))
    return tuple(part for part in (Firing(position, own, unit), *guns) if _may_fire(part))


def _may_fire(part: Firing) -> bool:
    try:
        refuse_part(part)
    except Refused:
        return False
    return True


def _turn(part: Firing) -> int:
    """What has not fired goes first, then what is First Fire marked, FPF last."""
    return again(part).value


def refuse_part(part: Firing) -> None:
    """Raise Refused if a unit's inherent FP or a weapon may not fire there now."""
    if any(not_by_itself(part)):
        raise Refused("A22.1", f"{part.label} is not fired as a MG is.")
    if not part.printed:
        raise Refused("A1.21", f"{name(part.unit)} has no FP of his own; he may direct fire.")
    _refuse_weapon(part)
    refuse_mark(part)
    if part.weapon is None and _inherent_is_lost(part) and not _is_regained(part):
        raise Refused("A7.351", f"{name(part.unit)} has used its inherent FP for a weapon.")
    if not share_of(part).fp:
        raise Refused("A7.22", f"{part.label} is out of range.")


def _inherent_is_lost(part: Firing) -> bool:
    """A7.351, B28.531: to weapons, of which a Daisy Chain that nobody has seen yet is one."""
    unit, position = part.unit, part.position
    laid = chains_used(position.view, position.clock, unit)
    return unit.inherent_lost or len(laid) > allowance(unit, with_inherent=True)


def _refuse_weapon(part: Firing) -> None:
    """A9.7, A9.8, A9.12: a weapon that is out of order, or whose SMC has led already."""
    weapon = part.weapon
    if weapon is None:
        return
    if weapon.malfunctioned:
        raise Refused("A9.7", f"{part.label} has malfunctioned.")
    refuse_heavy(part)
    if weapon.dm and weapon_values(weapon).dm_as is None:
        raise Refused("A9.8", f"{part.label} is dismantled.")
    has_led = part.unit.fired is not None and weapon.fired is None and weapon.fired_at is None
    if is_leader(part.unit) and has_led:
        raise Refused("A9.12", f"{name(part.unit)} has directed fire and fires no weapon.")


def _is_regained(part: Firing) -> bool:
    """A7.353: inherent FP that was lost to weapons is there again, halved, against whoever is
    adjacent, once the unit fires again.
    """
    return part.shot.kind in {FireKind.FIRST, FireKind.FINAL} and part.distance <= 1


def used_weapons(position: Position, unit: Unit, kind: FireKind) -> tuple[str, ...]:
    """The support weapons that a unit has fired in this fire phase, of which the DEFENDER's First
    Fire and Final Fire are one (A7.35); a MOL is one (A22.611), and so is a Daisy Chain (B28.531).
    """
    both = kind in {FireKind.FIRST, FireKind.FINAL}
    held = position.weapons_of(unit)
    used = (w.id for w in held if w.fired_at is not None or (both and w.fired is not None))
    laid = chains_used(position.view, position.clock, unit)
    return (*used, *laid, "MOL") if unit.used_mol else (*used, *laid)


def refuse_firer_parts(position: Position, firer: Firer, shot: Shot) -> None:
    """Raise Refused if a unit may not fire that which it is told to."""
    unit = position.unit(firer.unit)
    held: dict[str, Weapon] = {gun.id: gun for gun in position.weapons_of(unit)}
    alone = replace(shot, firers=(firer,))
    parts = [Firing(position, alone, unit)] if firer.inherent else []
    parts += [Firing(position, alone, unit, held[one]) for one in firer.weapons]
    if not parts:
        refuse_part(Firing(position, alone, unit))
        raise Refused("A7.33", f"{name(unit)} is told to fire nothing.")
    for part in parts:
        refuse_part(part)
    fires_again = any(again(part) is not Again.NO for part in parts)
    used = () if fires_again else used_weapons(position, unit, shot.kind)
    with_inherent = firer.inherent or (not fires_again and _has_fired(unit, 0))
    if len({*used, *firer.weapons}) > allowance(unit, with_inherent=with_inherent):
        raise Refused("A7.35", f"{name(unit)} has not hands enough for that.")
    _refuse_unaided(parts, shot)
    if any(again(part) is Again.PROTECTIVE for part in parts):
        _refuse_held_back(position, unit, firer, shot)


def _refuse_held_back(position: Position, unit: Unit, firer: Firer, shot: Shot) -> None:
    """A8.31: FPF is fired with all MG that the unit may use."""
    usable = firing_parts(position, unit, shot.at, shot.kind)
    guns = [part for part in usable if part.weapon is not None]
    if len(firer.weapons) < min(len(guns), allowance(unit, with_inherent=firer.inherent)):
        raise Refused("A8.31", f"{name(unit)} uses FPF with all the MG that it can fire.")


def _refuse_unaided(parts: list[Firing], shot: Shot) -> None:
    """A9.4: beyond 16 hexes a MG fires only under a leader."""
    for part in parts:
        if part.weapon is not None and part.distance > UNAIDED_RANGE and not shot.directors:
            raise Refused("A9.4", f"{part.label} needs direction beyond {UNAIDED_RANGE} hexes.")


def told_firer(
    position: Position,
    unit_id: ShownId,
    at: LocationId,
    kind: FireKind,
    named: tuple[str, ...] | None,
    *,
    weapons_only: bool,
) -> Firer:
    """A7.33: what a unit fires if it is told which weapons, or to fire its weapons only. Its
    inherent FP that is First Fire marked goes with a MG that is named (A8.3, A8.4).
    """
    usual = usual_firer(position, unit_id, at, kind)
    unit = position.unit(unit_id)
    parts = firing_parts(position, unit, at, kind)
    if named is None and not weapons_only:
        return usual
    held = {weapon.id for weapon in position.weapons_of(unit)}
    guns = usual.weapons if named is None else tuple(one for one in named if one in held)
    if named is None and not guns:
        guns = tuple(part.id for part in parts if part.weapon is not None)[:1]
    marks = {again(part) for part in parts if part.id in guns}
    if named and kind in WITH_A_MG:
        marks |= {WITH_A_MG[kind]}
    joins = any(
        part.weapon is None and (not marks or again(part) in {Again.NO, *marks}) for part in parts
    )
    fits = len(guns) <= allowance(unit, with_inherent=True)
    return Firer(unit_id, guns, joins and fits and not weapons_only)


@asked_once
def reach_of(position: Position, unit: Unit) -> int:
    """A7.22: twice the Normal Range of that which reaches farthest of all that a unit has."""
    own = Shot(FireKind.PREP, (Firer(unit.id),), unit.at, ())
    guns = (Firing(position, own, unit, gun).reach for gun in position.weapons_of(unit))
    return 2 * max((values(unit).range, *guns))


@asked_once
def fp_alone(position: Position, unit_id: ShownId, at: LocationId, kind: FireKind) -> Fraction:
    """A7.2: the FP of a unit that fires at a Location by itself; 0 if it may not, and so beyond
    twice the Normal Range of all it has (A7.22).
    """
    unit = position.unit(unit_id)
    if position.range(unit.at, at) > reach_of(position, unit):
        return Fraction(0)
    firer = usual_firer(position, unit_id, at, kind)
    return total_fp(shares(position, Shot(kind, (firer,), at, ())))
