"""A23.7 DC that are Set: where they lie, and who may set them off."""

from rules.board.locations import LocationId
from rules.forces import weapon_types
from rules.forces.types import WeaponKind
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.marker import MarkerFace

PRINTED_X = 12
"""A23.2: on every DC."""

_BEFORE_PLAY = "x "


class SetCharge(Entity, frozen=True, kw_only=True, tag="set_charge"):
    """A DC that is being Set, or lies there since that Player Turn, and from which DR on it does
    not go off. While it is being Set it is still a weapon of who Sets it (`Unit.charge`); once it
    lies there he may set it off (`Unit.has_set`). `unseen` says that he did it under a "?". One of
    turn 0 was Set before play, by nobody in particular.
    """

    side: Public[Side]
    at: Public[LocationId]
    type: Public[str]
    x: Public[int]
    turn: Public[int]
    phasing: Public[Side]
    sure: Public[bool] = False
    unseen: Public[bool] = False


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
    id_ = ShownId(f"{_BEFORE_PLAY}{side} {at}")
    return SetCharge(
        id=id_, side=side, at=at, type=_any_dc(), x=PRINTED_X, turn=0, phasing=side, sure=True
    )


def _any_dc() -> str:
    """The type of a DC: they are all alike."""
    return next(one.id for one in weapon_types() if one.kind is WeaponKind.DC)
