"""A12.16 What one side alone has seen beneath the top of an enemy stack."""

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public, Secret
from rules.position.marker import MarkerFace


class StackSeen(Entity, frozen=True, kw_only=True, tag="stack_seen"):
    """What units under a "?" have seen in a stack, for their side alone: where it is, and what is
    called how beneath its top.
    """

    owner: Public[Side]
    at: Secret[LocationId]
    names: Secret[tuple[str, ...]]


def stack_seen_face(one: StackSeen, side: Side | None) -> MarkerFace | None:
    """What that side reads of it on the map."""
    at, names = one.at.for_(side), one.names.for_(side)
    if at is None or names is None:
        return None
    called = f"beneath the top: {' + '.join(names)}"
    return MarkerFace(id=ShownId(one.id), at=at, name=called, letters="SEEN", secret=True)
