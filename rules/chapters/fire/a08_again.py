"""A8.1-A8.4 The fire marks on units and weapons: what may fire again under one, and how.

A unit and each of its weapons have a mark of their own (A7.33). Subsequent First Fire (A8.3), FPF
(A8.31) and the Final Fire of what is First Fire marked (A8.4) are attacks of the whole unit.
"""

import enum
from typing import TYPE_CHECKING

from rules.chapters.fire.a09_two_smc import is_alone
from rules.chapters.terms.a07_shot import FiredPart, FireKind, Firer, Firing, Shot
from rules.forces.entities import FireLane
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.kernel.refused import Refused
from rules.position.position import Position, name
from rules.position.seeing import eye_of, sees

if TYPE_CHECKING:
    from rules.forces.weapons import Weapon


class Again(enum.IntEnum):
    """How something fires that has fired before, in the order in which one would choose."""

    NO = 0
    SUBSEQUENT = 1
    FINAL = 2
    PROTECTIVE = 3


_UNDER_MARK: dict[tuple[FireKind, Fired], Again] = {
    (FireKind.FIRST, Fired.FIRST): Again.SUBSEQUENT,
    (FireKind.FIRST, Fired.FINAL): Again.PROTECTIVE,
    (FireKind.FINAL, Fired.FIRST): Again.FINAL,
}
WITH_A_MG: dict[FireKind, Again] = {
    FireKind.FIRST: Again.SUBSEQUENT,
    FireKind.FINAL: Again.FINAL,
}
"""How inherent FP that is First Fire marked, or was lost to weapons, fires with an unmarked MG."""
AREA_FIRE: dict[Again, tuple[str, str]] = {
    Again.SUBSEQUENT: ("A8.3", "Subsequent First Fire"),
    Again.FINAL: ("A8.4", "Area Fire, First Fire marked"),
    Again.PROTECTIVE: ("A8.31", "FPF"),
}
"""The rule and the words of the halving that each brings."""


def again(part: FiredPart) -> Again:
    """A8.3-A8.4: how a unit's inherent FP or a weapon would fire now, by its own mark; ordnance
    that is marked does not.
    """
    if not isinstance(part, Firing):
        return Again.NO
    if part.mark is not None:
        return _UNDER_MARK.get((part.shot.kind, part.mark), Again.NO)
    lost = part.weapon is None and part.unit.inherent_lost
    return WITH_A_MG.get(part.shot.kind, Again.NO) if lost else Again.NO


_WHERE_AGAIN = {*WITH_A_MG, *(kind for kind, _ in _UNDER_MARK)}
"""The kinds of fire in which anything fires again."""


def again_as_unit(part: Firing) -> Again:
    """A8.3: how the unit fires of which it is a part: as the part does that has fired most."""
    firer = next(one for one in part.shot.firers if one.unit == part.unit.id)
    return max(again(one) for one in parts_of(part, firer))


def parts_of(part: Firing, firer: Firer) -> list[Firing]:
    """All that the unit of a part fires in the same attack, that part at least."""
    held: dict[str, Weapon] = {gun.id: gun for gun in part.position.weapons_of(part.unit)}
    own = [Firing(part.position, part.shot, part.unit)] if firer.inherent else []
    guns = [
        Firing(part.position, part.shot, part.unit, held[one])
        for one in firer.weapons
        if one in held
    ]
    return [*own, *guns, part]


def fires_as(part: FiredPart) -> Again:
    """A8.3: how a part fires in its attack. In First Fire a weapon does as its unit: a MG uses
    Sustained Fire with it, while inherent FP that is unmarked joins a MG in full. In Final Fire
    each part goes by its own mark (A8.4).
    """
    if part.shot.kind is FireKind.FINAL or not isinstance(part, Firing):
        return again(part)
    if part.shot.kind not in _WHERE_AGAIN:
        return Again.NO
    unit, own = again_as_unit(part), again(part)
    return own if part.weapon is None and unit is not Again.PROTECTIVE else unit


def refuse_mark(part: Firing) -> None:
    """Raise Refused if what a part is marked with keeps it from firing there."""
    if part.mark is not None and again(part) is Again.NO:
        raise Refused("A7.1", f"{part.label} has fired in this Player Turn.")
    if part.shot.kind is FireKind.FIRST and again(part) is not Again.NO and _lays_lane(part):
        raise Refused("A9.223", f"{name(part.unit)} mans a Fire Lane until the DFPh.")
    match again(part):
        case Again.SUBSEQUENT:
            _refuse_subsequent(part)
        case Again.FINAL:
            _refuse_final(part)
        case Again.PROTECTIVE:
            _refuse_protective(part)
        case _:
            return


def _lays_lane(part: Firing) -> bool:
    view, held = part.position.view, part.position.weapons_of(part.unit)
    return any(view.find(FireLane, weapon.id) is not None for weapon in held)


def _refuse_final(part: Firing) -> None:
    """A8.4: at what is in the same hex or the next."""
    _refuse_sustained(part)
    if part.distance > 1:
        raise Refused("A8.4", f"{part.label} has First Fired: adjacent targets only.")


def _refuse_subsequent(part: Firing) -> None:
    """A8.3: within its Normal Range, at no more than the range of the nearest Known enemy."""
    _refuse_sustained(part)
    if part.distance > part.reach:
        raise Refused("A8.3", f"{part.label} has First Fired: within its Normal Range only.")
    nearest = _nearest_enemy(part.position, part.unit)
    if nearest is not None and part.distance > nearest:
        raise Refused("A8.3", f"{name(part.unit)} has First Fired: another enemy is nearer.")


def _refuse_protective(part: Firing) -> None:
    """A8.31, A8.311: at what is ADJACENT or in its Location, at this alone if an enemy is there."""
    _refuse_sustained(part)
    if not part.position.within_reach(part.unit.at, part.shot.at):
        raise Refused("A8.31", f"{part.label} has used Final Fire: ADJACENT targets only.")


def _refuse_sustained(part: Firing) -> None:
    """A9.3: no MG of a SMC by himself uses Sustained Fire."""
    if is_alone(part):
        raise Refused("A9.3", f"{name(part.unit)} cannot use Sustained Fire alone.")


def _nearest_enemy(position: Position, unit: Unit) -> int | None:
    enemies = (
        enemy
        for enemy in position.foes(unit.side)
        if not enemy.unarmed and sees(position, eye_of(unit), enemy)
    )
    return min((position.range(unit.at, enemy.at) for enemy in enemies), default=None)


def refuse_shots(position: Position, shot: Shot) -> None:
    """A8.3, A9.2: raise Refused if something has shot at a moving target as often as that has spent
    MF in its Location, once at least. A Snap Shot is no such shot (A8.15).
    """
    if shot.kind is not FireKind.FIRST or shot.is_snap:
        return
    for target in position.targets(shot.targets):
        most = max(1, target.mf_here // 2)
        if any(target.attacked_by.count(one) >= most for one in shot.arms):
            raise Refused("A8.3", f"{name(target)} has been shot at for its MF there already.")
