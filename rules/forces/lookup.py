"""The register of forces: every nation, unit type and weapon type, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.forces.reading import read_forces
from rules.forces.types import ForceError, UnitClass

if TYPE_CHECKING:
    from rules.forces.reading import Forces
    from rules.forces.types import Nation, UnitType, WeaponType


@cache
def _forces() -> Forces:
    return read_forces(Path(__file__).parent / "data")


@cache
def unit_type(name: str) -> UnitType:
    """The unit type of that id (`ger-467`, `ger-6p1`, `bri-crew-228`, `fin-hero`) or ForceError."""
    try:
        return _forces().units[name]
    except KeyError:
        raise ForceError("unit type", name) from None


@cache
def weapon_type(name: str) -> WeaponType:
    """The weapon type of that id (`ger-lmg`, `rus-50cal`) or ForceError."""
    try:
        return _forces().weapons[name]
    except KeyError:
        raise ForceError("weapon type", name) from None


def nation(name: str) -> Nation:
    """The nation of that id (`german`, `axis-minor`) or ForceError."""
    try:
        return _forces().nations[name]
    except KeyError:
        raise ForceError("nation", name) from None


def nations() -> tuple[Nation, ...]:
    """Every nation, by id."""
    return tuple(_forces().nations.values())


def unit_types(nation_id: str | None = None) -> tuple[UnitType, ...]:
    """Every unit type of one nation or of all, in the order of the tables."""
    of = None if nation_id is None else nation(nation_id).id
    return tuple(unit for unit in _forces().units.values() if of in {None, unit.nation})


def dummy_type(nation_id: str) -> str:
    """The type of a nation's Dummies (A12.11)."""
    return next(unit.id for unit in unit_types(nation_id) if unit.cls is UnitClass.DUMMY)


def weapon_types(nation_id: str | None = None) -> tuple[WeaponType, ...]:
    """Every weapon type of one nation or of all, in the order of the tables."""
    of = None if nation_id is None else nation(nation_id).id
    return tuple(weapon for weapon in _forces().weapons.values() if of in {None, weapon.nation})
