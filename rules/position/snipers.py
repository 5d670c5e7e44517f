"""A14 Sniper counters: where they are, and what is seen of them."""

from rules.board.locations import HexId
from rules.forces.entities import SideState
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.marker import MarkerFace

LEAST_SAN = 2


class Sniper(Entity, frozen=True, kw_only=True, tag="sniper"):
    """The Sniper of a side (A14.01), which is no unit. Its id is the side."""

    side: Public[Side]
    at: Public[HexId]
    pinned: Public[bool] = False


def sniper(side: Side, at: HexId) -> Sniper:
    """The Sniper of a side, in a hex."""
    return Sniper(id=side.value, side=side, at=at)


def sniper_of(view: View, side: Side) -> Sniper | None:
    """The Sniper of a side, or None if it has none, or none any more."""
    return view.find(Sniper, side.value)


def san_of(view: View, side: Side) -> int:
    """A14.1: a side's SAN as it is now; 0 or 1 if it has no Sniper."""
    return view.get(SideState, side.value).san


def sniper_face(one: Sniper, nation: str) -> MarkerFace:
    """The counter in its nation's colours, on its other side when it is pinned (A14.31)."""
    return MarkerFace(
        id=ShownId(one.id),
        at=one.at,
        name="Sniper",
        letters="SNPR",
        side=one.side,
        nation=nation,
        picture="sniper-pinned" if one.pinned else "sniper",
        status=("pinned",) if one.pinned else (),
    )
