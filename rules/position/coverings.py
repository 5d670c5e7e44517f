"""A12.12, A12.3, B20.9 The "?", the hidden and those in Crest status of the OB as they are set up,
before it is revealed.
"""

from rules.board.locations import LocationId
from rules.forces.manner import Facing
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public, Secret
from rules.kernel.view import Face
from rules.position.marker import MarkerFace


class Covering(Entity, frozen=True, kw_only=True, tag="covering"):
    """So many "?" that a side has put in a Location: the first covers what stands there, the others
    are Dummies beneath it.
    """

    owner: Public[Side]
    at: Secret[LocationId]
    count: Secret[int]


def covering_face(one: Covering, side: Side | None, nation: str) -> MarkerFace | None:
    """What the owner sees of it while he sets up, in the colours of his main nation."""
    at, count = one.at.for_(side), one.count.for_(side)
    if at is None or count is None:
        return None
    return MarkerFace(
        id=ShownId(one.id),
        at=at,
        name=f"{count} ?",
        letters=f"?{count}",
        side=one.owner,
        nation=nation,
        picture="concealment",
        secret=True,
    )


class Hiding(Entity, frozen=True, kw_only=True, tag="hiding"):
    """A unit of the OB that is set up hidden (A12.3), with what it carries."""

    owner: Public[Side]
    piece: Secret[str]


class SetupCrest(Entity, frozen=True, kw_only=True, tag="setup_crest"):
    """Those of a Location who are set up in Crest status (B20.9), and what they face."""

    owner: Public[Side]
    at: Secret[LocationId]
    facing: Secret[Facing]


def setup_crest_face(one: SetupCrest, side: Side | None) -> MarkerFace | None:
    """What the owner sees of it while he sets up."""
    at, facing = one.at.for_(side), one.facing.for_(side)
    if at is None or facing is None:
        return None
    return MarkerFace(
        id=ShownId(one.id),
        at=at,
        name=f"in Crest status, facing the {facing}",
        letters="CREST",
        side=one.owner,
        secret=True,
    )


class HidingFace(Face, frozen=True, kw_only=True, tag="hiding"):
    """A unit that is set up hidden, for its owner alone while he sets up."""

    piece: str


def hiding_face(one: Hiding, side: Side | None) -> HidingFace | None:
    """What the owner sees of it."""
    piece = one.piece.for_(side)
    return None if piece is None else HidingFace(id=one.id, piece=piece)
