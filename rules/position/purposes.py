"""What rolls are for, where rules ask more of it than the kernel's `Purpose` says."""

from dataclasses import dataclass

from rules.forces.units import Unit
from rules.kernel.table import Purpose


@dataclass(frozen=True)
class ForPrisoners(Purpose):
    """A roll made for prisoners, which calls no Sniper (A14.1)."""


def purpose_of(unit: Unit, kind: str, text: str, rule: str) -> Purpose:
    """What a check of a unit is for: one of a prisoner is made for prisoners."""
    made_for = Purpose if unit.guard is None else ForPrisoners
    return made_for(kind, text, rule, unit.side, at=unit.at)
