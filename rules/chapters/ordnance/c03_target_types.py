"""C3.3 The target types of light mortars and LATW."""

from collections.abc import Iterator
from fractions import Fraction

from rules.chapters.ordnance.c02_ordnance import OrdnanceAim, OrdnancePart, TargetType
from rules.chapters.ordnance.c09_mortars import indirect_tem, is_reached
from rules.kernel.view import Modifier
from rules.tables import area_number


def _area(part: OrdnancePart) -> int:
    return area_number(part.distance)


def _is_reached(aim: OrdnanceAim) -> bool:
    return is_reached(aim.position, aim.target)


def _shelter(aim: OrdnanceAim) -> Iterator[Modifier]:
    return indirect_tem(aim.position, aim.target, aim.los)


def _as_printed(part: OrdnancePart) -> int:
    """C13: LATW have their own for each range."""
    return part.ordnance.printed.to_hit[part.distance]


INDIRECT = TargetType(
    "Area, Indirect Fire",
    _area,
    whole_hex=True,
    reaches=_is_reached,
    times=Fraction(1, 2),
    shelter=_shelter,
)
"""C3.33, C9: the Area, by a mortar."""

INFANTRY = TargetType("Infantry", _as_printed)
"""C3.32: Infantry in one Location."""
