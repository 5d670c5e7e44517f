"""When the DEFENDER is asked whether he fires (A8.1): wherever, for all that everybody can see,
somebody of his might.

That is judged by what everybody knows and by nothing else, so that neither a window nor its absence
tells anything. Where a side may have units that nobody sees, every window opens (docs/secrecy.md).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.board.locations import LocationId, crest_of
from rules.chapters.terms.a06_vertices import Aspect, los_to
from rules.forces.entities import SideState
from rules.forces.goer import Goer
from rules.forces.manner import Posture
from rules.kernel.audience import Side
from rules.play.firing.first_fires import Group, movers_of
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge

if TYPE_CHECKING:
    from rules.forces.seen import Cover
    from rules.forces.units import Unit


def opens(public: Knowledge, side: Side, group: Group) -> bool:
    """Whether a side is asked about those who have spent MF or MP in a Location: it may see them
    there, or at the hexside over which they have come, at which Snap Shots are made (A8.15).
    `public` is what everybody knows.
    """
    if public.view.get(SideState, side.value).unseen:
        return True
    crossing = () if group.crossed is None else (Aspect(crossed=group.crossed),)
    seen_as, there = (group.aspect, *crossing), movers_of(public, group)
    return any(
        _reaches(public, Eye(place), group.at, seen_as, there) for place in _places(public, side)
    )


def _places(public: Knowledge, side: Side) -> tuple[LocationId, ...]:
    """Where a side has anybody who is not broken, or a "?", whoever is under it."""
    return tuple(sorted({place for place, is_able in _stands(public, side) if is_able}))


def _stands(public: Knowledge, side: Side) -> Iterator[tuple[LocationId, bool]]:
    shown: tuple[Unit | Cover, ...] = (*public.pieces(side), *public.covers(side))
    for one in shown:
        yield one.at, not one.broken
        if one.posture is Posture.CREST:
            yield crest_of(one.at), not one.broken


def _reaches(
    public: Knowledge,
    eye: Eye,
    at: LocationId,
    seen_as: tuple[Aspect, ...],
    there: tuple[Goer, ...],
) -> bool:
    """Whether who looks has a LOS to them; those in the same hex and next to it may always
    do something. Range, field of fire and what has been fired already say no to nobody here.
    """
    if public.range(eye.at, at) <= 1:
        return True
    return any(not los_to(public, eye, at, aspect, there).blocked for aspect in seen_as)
