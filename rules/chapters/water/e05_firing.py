"""E5.4, E5.5 What being in a boat does to FP: to that from it, and to that against it."""

from fractions import Fraction

from rules.chapters.terms.a07_factors import HALF, Factor
from rules.chapters.terms.a07_shot import Firing
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.position.boats import is_afloat

QUARTER = Fraction(1, 4)


def passenger_factors(firing: Firing) -> tuple[Factor, ...]:
    """E5.4: from a boat fire only Small Arms and LMG: with half their FP from one that is Beached,
    with a quarter from one afloat.
    """
    afloat = is_afloat(firing.position.view, firing.unit)
    fires = firing.type is None or firing.type.kind is WeaponKind.LMG
    factor = QUARTER if afloat else HALF
    return (Factor("E5.4", "boat afloat" if afloat else "boat", factor if fires else HALF * 0),)


def boat_factor(firing: Firing, target: Unit) -> tuple[Factor, ...]:
    """E5.5: fire is halved against a boat that is not Beached."""
    return (Factor("E5.5", "boat afloat", HALF),) if is_afloat(firing.position.view, target) else ()
