"""A21.1 Captured support weapons: those of the enemy's OB in one's own hands."""

from collections.abc import Iterable

from rules.chapters.terms.a07_shot import FiredPart
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.view import Modifier
from rules.position.position import weapon_values

WORSE = 2


def is_captured(unit: Unit, weapon: Weapon) -> bool:
    """A21.1: whether a weapon is the enemy's to who has it."""
    return weapon.side is not unit.side


def is_of_use(unit: Unit, weapon: Weapon) -> bool:
    """A21.1: whether a unit can do anything with a weapon: not with the enemy's radio."""
    return not is_captured(unit, weapon) or weapon_values(weapon).kind is not WeaponKind.RADIO


def captured_breakdown(part: FiredPart) -> Iterable[Modifier]:
    """A21.11: the B# of a captured weapon is two lower."""
    if part.owner is not part.side:
        yield Modifier("A21.11", "captured", -WORSE)


def captured_rate(part: FiredPart) -> Iterable[Modifier]:
    """A21.12: its ROF is one lower."""
    if part.owner is not part.side:
        yield Modifier("A21.12", "captured", -1)
