"""A20.5, A20.55, E6.4 Of which type the unarmed are, and those who are armed again."""

from rules.chapters.morale.a19_inexperience import CONSCRIPT, GREEN
from rules.forces.lookup import unit_types
from rules.forces.types import UnitClass, UnitType
from rules.forces.units import Unit
from rules.position.position import is_smc, values


def unarmed_type(unit: Unit) -> str:
    """E6.4, A20.5: the type of a unit that is Unarmed: its own, but a crew is a HS."""
    return low_type(unit) if values(unit).cls is UnitClass.CREW else unit.type


def low_type(unit: Unit) -> str:
    """A20.55: the type of a unit that is armed again: the least Green or Conscript MMC of its size,
    as which a crew is a HS.
    """
    if is_smc(unit):
        return unit.type
    printed = values(unit)
    cls = UnitClass.HS if printed.cls is UnitClass.CREW else printed.cls
    same = (one for one in unit_types(printed.nation) if one.cls is cls)
    low = (one for one in same if one.grade in {GREEN, CONSCRIPT})
    return min(low, key=_rank, default=printed).id


def _rank(printed: UnitType) -> tuple[bool, int, int]:
    """Green before Conscript, then the least."""
    return printed.grade == CONSCRIPT, printed.fp, printed.range
