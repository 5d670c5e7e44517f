"""A12.16 What one side alone has seen beneath the top of an enemy stack."""

import msgspec

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public, Secret
from rules.position.marker import MarkerFace


class Glimpsed(msgspec.Struct, frozen=True):
    """A counter that was seen there, and what players call it."""

    counter: CounterId
    name: str


class StackSeen(Entity, frozen=True, kw_only=True, tag="stack_seen"):
    """What units under a "?" have seen beneath the top of a stack, for their side alone."""

    owner: Public[Side]
    at: Secret[LocationId]
    seen: Secret[tuple[Glimpsed, ...]]


def stack_seen_face(one: StackSeen, side: Side | None) -> MarkerFace | None:
    """What that side reads of it on the map."""
    at, seen = one.at.for_(side), one.seen.for_(side)
    if at is None or seen is None:
        return None
    called = f"beneath the top: {' + '.join(each.name for each in seen)}"
    return MarkerFace(id=ShownId(one.id), at=at, name=called, letters="SEEN", secret=True)
