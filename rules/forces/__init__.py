"""Nationalities, units and support weapons: what the counters and the capabilities chart say.

Here belong values printed on a counter or fixed by nationality (A25), as YAML under `data/` and
the frozen types they are read into. What changes during a game (broken, pinned, wounded) is a field
of an entity, never of a type; what a unit does with its values belongs to the chapters.

Start with `unit_type("ger-467")`, then `types.py` for what comes back and `data/german.yaml` for
where it is written. Guns (`guns.py`, `data/guns`) and vehicles (`vehicles.py`, `data/vehicles`)
stand apart, a row a line, each read when it is asked for (`rows.py`).
"""

from rules.forces.lookup import (
    nation,
    nations,
    unit_type,
    unit_types,
    weapon_type,
    weapon_types,
)
from rules.forces.types import (
    ForceError,
    Grade,
    Nation,
    UnitClass,
    UnitType,
    WeaponKind,
    WeaponType,
)

__all__ = [
    "nation",
    "nations",
    "unit_type",
    "unit_types",
    "weapon_type",
    "weapon_types",
    "ForceError",
    "Grade",
    "Nation",
    "UnitClass",
    "UnitType",
    "WeaponKind",
    "WeaponType",
]
