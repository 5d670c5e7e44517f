"""C2 Which support weapons are ordnance, and the one weapon of a To Hit shot."""

from rules.chapters.a07_fire import firings
from rules.chapters.a07_shot import Firing, Shot
from rules.forces.types import WeaponKind
from rules.forces.weapons import Weapon
from rules.position.position import Position, weapon_values

_BLASTS = frozenset({WeaponKind.BAZ, WeaponKind.PSK})


def is_ordnance(weapon: Weapon) -> bool:
    """C2: whether a support weapon rolls To Hit: a light mortar or LATW."""
    return weapon_values(weapon).kind.is_ordnance


def is_mortar(weapon: Weapon) -> bool:
    """C9: whether it is a light mortar."""
    return weapon_values(weapon).kind is WeaponKind.MTR


def has_backblast(weapon: Weapon) -> bool:
    """C13.8: a BAZ or PSK has, a PIAT has none."""
    return weapon_values(weapon).kind in _BLASTS


def part_of(position: Position, shot: Shot) -> Firing:
    """The one weapon that a To Hit shot fires."""
    return next(part for part in firings(position, shot) if part.weapon is not None)


def weapon_of(part: Firing) -> Weapon:
    """The support weapon of such a part."""
    if part.weapon is None:
        raise ValueError("inherent FP rolls no To Hit")
    return part.weapon
