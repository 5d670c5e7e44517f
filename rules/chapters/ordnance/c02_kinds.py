"""C2 All that fires To Hit: its kinds, in the order in which they are offered."""

from collections.abc import Iterator
from typing import Final

from rules.chapters.ordnance.c02_ordnance import Ordnance, OrdnanceKind
from rules.chapters.ordnance.c02_support_weapons import SUPPORT_WEAPONS
from rules.kernel.audience import Side
from rules.position.position import Position

ORDNANCE: Final[tuple[OrdnanceKind, ...]] = (SUPPORT_WEAPONS,)


def find_ordnance(position: Position, id_: str) -> Ordnance | None:
    """What fires To Hit and has that id, or None if nobody mans it or nothing has."""
    found = (kind.find(position, id_) for kind in ORDNANCE)
    return next((one for one in found if one is not None), None)


def ordnance_name(position: Position, id_: str) -> str | None:
    """What a counter that could fire To Hit is called, manned or not; None if it is none."""
    found = (kind.name_of(position, id_) for kind in ORDNANCE)
    return next((one for one in found if one is not None), None)


def ordnance_of(position: Position, side: Side) -> Iterator[Ordnance]:
    """All that a side mans, kind by kind."""
    for kind in ORDNANCE:
        yield from kind.of_side(position, side)
