"""A22 What support weapons that are no MG mean to fire attacks as such."""

from collections.abc import Iterator

from rules.chapters.terms.a07_factors import NOTHING, Factor
from rules.chapters.terms.a07_shot import Firing
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.view import Modifier
from rules.position.position import Position, weapon_values


def is_ft(weapon: Weapon) -> bool:
    """Whether a support weapon is a FT."""
    return weapon_values(weapon).kind is WeaponKind.FT


def not_by_itself(firing: Firing) -> tuple[Factor, ...]:
    """A9.1, A22.1: on the IFT only MG and ATR fire with their own FP; the other support weapons
    have attacks of their own.
    """
    if firing.type is None or firing.type.kind.is_mg or firing.type.kind is WeaponKind.ATR:
        return ()
    return (Factor("A22.1", "fires otherwise", NOTHING),)


def against_possessor(position: Position, unit: Unit) -> Iterator[Modifier]:
    """A22.4: each FT makes its possessor easier to hurt."""
    carried = sum(map(is_ft, position.weapons_of(unit)))
    if carried:
        yield Modifier("A22.4", "FT", -carried)
