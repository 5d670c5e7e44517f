"""A23.3 DC that were Placed and have not gone off: where, and out of where."""

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Public
from rules.position.marker import MarkerFace


class Charge(Entity, frozen=True, kw_only=True, tag="charge"):
    """A DC that is being placed, or was, in `at` out of `origin`, and from which DR on it does not
    go off. Until who places it (`Unit.charge`) has spent more than `mf` where he is, in halves, or
    ends his move, it may still fail (A23.3). It is `sure` once it cannot any more. With
    `breach` it is meant for the hexside, and attacks those inside as Area Fire (B23.9221). If it
    was placed under a "?" that was kept, `unseen` is its type.
    """

    side: Public[Side]
    at: Public[LocationId]
    origin: Public[LocationId]
    x: Public[int]
    cx: Public[bool]
    mf: Public[int] = 0
    sure: Public[bool] = False
    breach: Public[bool] = False
    unseen: Public[str | None] = None


def charge_face(charge: Charge) -> MarkerFace:
    """What everybody sees of a DC that was placed."""
    called = "DC" if charge.sure else "DC being placed"
    return MarkerFace(
        id=charge.id, at=charge.at, name=called, letters="DC", side=charge.side, picture="charge"
    )
