"""A23.7 DC that are Set: where they lie, and who may set them off."""

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.marker import MarkerFace

PRINTED_X = 12
"""A23.2: on every DC."""

_BEFORE_PLAY = "x "


class SetCharge(Entity, frozen=True, kw_only=True, tag="set_charge"):
    """A DC that is being Set, or lies there since that Player Turn, and from which DR on it does
    not go off. `setters` are the unit that has Set it and whatever that has become; while it is
    being Set it is still their `weapon`, and `leader` helps. One of turn 0 was Set before play.
    """

    side: Public[Side]
    at: Public[LocationId]
    x: Public[int]
    turn: Public[int]
    phasing: Public[Side]
    setters: Public[tuple[CounterId, ...]]
    weapon: Public[ShownId]
    leader: Public[CounterId | None] = None
    sure: Public[bool] = False


def set_charge_face(charge: SetCharge) -> MarkerFace:
    """What everybody sees of it: it is Set in view of all."""
    called = "Set DC" if charge.sure else "DC being Set"
    return MarkerFace(
        id=charge.id, at=charge.at, name=called, letters="SET", side=charge.side, picture="charge"
    )


def charges_at(view: View, at: LocationId) -> tuple[SetCharge, ...]:
    """The DC that lie Set in a Location, by id."""
    return tuple(charge for charge in view.all(SetCharge) if charge.sure and charge.at == at)


def set_before_play(side: Side, at: LocationId) -> SetCharge:
    """A23.7: a DC that was Set before play; who may set it off is for its owner's record to say.
    What is printed on it is the worst that a DC has.
    """
    return SetCharge(
        id=f"{_BEFORE_PLAY}{side} {at}", side=side, at=at, x=PRINTED_X, turn=0, phasing=side,
        setters=(), weapon=ShownId(""), sure=True,
    )  # fmt: skip
