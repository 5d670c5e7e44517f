"""A9.12 Two SMC who fire one MG, BAZ or PSK together: as one firer, with its full effect."""

from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.terms.a07_shot import FiredPart, FireKind, Firer, Shot
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.position.position import Position, good_order, is_smc, name, vantage, weapon_values


def is_alone(part: FiredPart) -> bool:
    """A9.12: whether a SMC fires a weapon with nobody's help."""
    return not part.is_inherent and any(map(is_smc, part.crew)) and part.mate is None


def paired_firer(position: Position, unit_id: ShownId, mate: ShownId) -> Firer:
    """A9.12: a SMC and his mate as one firer, of the MG with the most FP that he has."""
    held = position.weapons_of(position.unit(unit_id))
    guns = sorted((one for one in held if weapon_values(one).kind.is_mg), key=_best_first)
    return Firer(unit_id, tuple(gun.id for gun in guns[:1]), inherent=False, mate=mate)


def _best_first(weapon: Weapon) -> tuple[int, str]:
    return -weapon_values(weapon).fp, weapon.id


def possible_mates(position: Position, firer: Unit, kind: FireKind) -> tuple[Unit, ...]:
    """A9.12: the SMC with whom a SMC may fire a weapon."""
    if not is_smc(firer):
        return ()
    there = position.personnel_at(firer.at, firer.side)
    return tuple(one for one in there if mate_bar(position, firer, one, kind) is None)


def mate_bar(position: Position, firer: Unit, mate: Unit, kind: FireKind) -> Barrier | None:
    """A9.12: why somebody may not fire a weapon with its possessor, or None if he may."""
    if not is_smc(firer):
        return Barrier("A9.12", f"{name(firer)} needs nobody to fire a weapon with.")
    if mate.id == firer.id or not is_smc(mate):
        return Barrier("A9.12", "It takes another SMC to fire it with him.")
    if (mate.at, vantage(mate), mate.side) != (firer.at, vantage(firer), firer.side):
        return Barrier("A9.12", f"{name(mate)} is not in the Location of {name(firer)}.")
    if mate.pinned or not good_order(mate):
        return Barrier("A9.12", f"{name(mate)} is pinned or not in Good Order.")
    return what_bars(position, mate, Act.FIRE) or _busy_bar(position, mate, kind)


def _busy_bar(position: Position, mate: Unit, kind: FireKind) -> Barrier | None:
    """A9.12, A10.7: who has fired or directed does not help, but where he has helped before."""
    awaits = kind is FireKind.ADVANCING and mate.fired is Fired.BOUNDING
    held = position.weapons_of(mate)
    own = any(one.fired_at is not None or one.fired is not None for one in held)
    if mate.serving or (not own and (mate.fired is None or awaits)):
        return None
    return Barrier("A9.12", f"{name(mate)} has fired or directed in this Player Turn.")


def refuse_mates(position: Position, shot: Shot) -> None:
    """A9.12: raise Refused if somebody may not fire a weapon with its possessor: one who has helped
    goes on with what has fired alone.
    """
    for firer in shot.firers:
        if firer.mate is None:
            continue
        unit, mate = position.unit(firer.unit), position.unit(firer.mate)
        bar = mate_bar(position, unit, mate, shot.kind)
        if bar is not None:
            raise Refused(bar.rule, bar.why)
        if mate.id in {*shot.units, *shot.directors}:
            raise Refused("A9.12", f"{name(mate)} does one thing in an attack.")
        fired = [part for part in shot.parts(position) if unit in part.crew]
        guns = [part for part in fired if not part.is_inherent]
        if not all(gun.takes_two for gun in guns):
            raise Refused("A9.12", "Two SMC fire a MG, BAZ or PSK together, nothing else.")
        if mate.serving and all(gun.fired_at is None and gun.own_mark is None for gun in guns):
            raise Refused("A9.12", f"{name(mate)} has fired another weapon in this Player Turn.")
