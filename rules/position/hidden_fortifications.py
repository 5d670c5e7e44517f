"""A12.33 Fortifications that are recorded at setup and not on the map yet.

While they are hidden they do nothing to anybody: no rule that asks for Wire, entrenchments or
roadblocks finds them. A pillbox alone is there for its owner, who sets units up in it: it joins the
board that he knows (ADR 0018), and no other but that of the truth.
"""

import enum
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, TypeAlias

import msgspec

from rules.board.locations import HexId, location
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public, Secret
from rules.kernel.world import View
from rules.position.fortifications import (
    Entrenchment,
    FortifiedLocation,
    Pillbox,
    Wire,
    fortified,
    foxholes,
    pillbox,
    trench,
    wire,
)
from rules.position.marker import MarkerFace
from rules.position.roadblocks import Roadblock, roadblock
from rules.position.set_charges import SetCharge, set_before_play


class FortificationKind(enum.StrEnum):
    """What may be set up hidden."""

    WIRE = "wire"
    FOXHOLES = "foxholes"
    TRENCH = "trench"
    ROADBLOCK = "roadblock"
    PILLBOX = "pillbox"
    CHARGE = "charge"
    BUILDING = "building"

    @property
    def words(self) -> str:
        """What players call it."""
        return _WORDS.get(self, self.value)


_WORDS: Mapping[FortificationKind, str] = {
    FortificationKind.WIRE: "Wire",
    FortificationKind.CHARGE: "Set DC",
    FortificationKind.BUILDING: "Fortified Building Location",
}

ENTRENCHMENTS = frozenset({FortificationKind.FOXHOLES, FortificationKind.TRENCH})

Turned = Annotated[int, msgspec.Meta(ge=0, le=5)]
"""The hexside of a roadblock, or the vertex that the CA of a pillbox is around."""

Small = Annotated[int, msgspec.Meta(ge=0, le=9)]
"""For how many squads there is room, a TEM, or a level."""


class Fortification(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Fortification as its owner records it: which, where, how it is turned, and what is printed
    on it, as far as its kind has any of this. A DC that is Set (A23.7) and a Fortified Building
    Location (B23.9) are at a level of their hex.
    """

    kind: FortificationKind
    at: HexId
    facing: Turned = 0
    squads: Small = 0
    ca: Small = 0
    nca: Small = 0
    level: Small = 0

    @property
    def printed(self) -> str:
        """What is printed on a pillbox."""
        return f"{self.squads}+{self.ca}+{self.nca}"

    @property
    def called(self) -> str:
        """What it is in words: `foxholes for 2 squads`."""
        match self.kind:
            case FortificationKind.FOXHOLES:
                return f"foxholes for {_counted(self.squads)}"
            case FortificationKind.PILLBOX:
                return f"a {self.printed} pillbox"
            case FortificationKind.WIRE:
                return "Wire"
            case FortificationKind.CHARGE:
                return "a Set DC"
            case FortificationKind.BUILDING:
                return "a Fortified Building Location"
            case _:
                return f"a {self.kind.value}"


def _counted(squads: int) -> str:
    return "1 squad" if squads == 1 else f"{squads} squads"


class HiddenFortification(Entity, frozen=True, kw_only=True, tag="hidden_fortification"):
    """The owner's record of a hidden Fortification (A12.33). `inside` are the counters that were
    set up in an entrenchment and have not left it (B27.12), or those that may set a DC off (A23.7);
    who is in a pillbox is in its Location.
    """

    owner: Public[Side]
    what: Secret[Fortification]
    inside: Secret[tuple[CounterId, ...]]


Opens: TypeAlias = Callable[[Secret[Fortification]], Fortification | None]
"""What a record says, or None for who may not know."""


Built: TypeAlias = Wire | Entrenchment | Roadblock | Pillbox | SetCharge | FortifiedLocation


def built(one: Fortification, owner: Side) -> Built:
    """What lies on the map once a Fortification is shown."""
    match one.kind:
        case FortificationKind.WIRE:
            return wire(one.at)
        case FortificationKind.FOXHOLES:
            return foxholes(one.at, one.squads)
        case FortificationKind.TRENCH:
            return trench(one.at, owner)
        case FortificationKind.ROADBLOCK:
            return roadblock(one.at, one.facing)
        case FortificationKind.PILLBOX:
            tem, facing = (one.ca, one.nca), one.facing
            return pillbox(one.at, squads=one.squads, tem=tem, facing=facing, side=owner)
        case FortificationKind.CHARGE | FortificationKind.BUILDING:
            at = location(one.at, one.level)
            is_charge = one.kind is FortificationKind.CHARGE
            return set_before_play(owner, at) if is_charge else fortified(at)


def known_hidden(view: View, opens: Opens) -> Iterator[tuple[HiddenFortification, Fortification]]:
    """The records that somebody may read, each with what it says."""
    for record in view.all(HiddenFortification):
        what = opens(record.what)
        if what is not None:
            yield record, what


def recorded(view: View, side: Side) -> tuple[Fortification, ...]:
    """What a side has recorded and not shown, as that side knows."""
    found = known_hidden(view, lambda secret: secret.for_(side))
    return tuple(what for record, what in found if record.owner is side)


HIGHEST = 5
"""No building has a level above that."""

PARTS: Mapping[FortificationKind, range] = {
    FortificationKind.ROADBLOCK: range(6),
    FortificationKind.BUILDING: range(HIGHEST + 1),
}
"""The hexsides, or levels, at which a hex may have one of a kind each."""


def fortification_label(kind: FortificationKind, hex_id: HexId, part: int = 0) -> str:
    """The name of the sealed leaf that says whether there is one of a kind in a hex, of roadblocks
    on a hexside of it, of Fortified Building Locations at a level of it: each is opened alone.
    """
    return f"{hex_id} {kind.value} {part}" if part else f"{hex_id} {kind.value}"


def label_of(one: Fortification) -> str:
    """The name of the leaf that says of that very one."""
    match one.kind:
        case FortificationKind.ROADBLOCK:
            return fortification_label(one.kind, one.at, one.facing)
        case FortificationKind.BUILDING:
            return fortification_label(one.kind, one.at, one.level)
        case _:
            return fortification_label(one.kind, one.at)


def fortification_leaf(one: Fortification) -> str:
    """What its leaf says of it."""
    if one.kind in {FortificationKind.CHARGE, FortificationKind.BUILDING}:
        return f"{one.called}, level {one.level}"
    return f"{one.called}, facing {one.facing}"


_LETTERS = {
    FortificationKind.WIRE: "Wire",
    FortificationKind.TRENCH: "TR",
    FortificationKind.ROADBLOCK: "RB",
    FortificationKind.CHARGE: "SET",
    FortificationKind.BUILDING: "FB",
}


def hidden_fortification_face(record: HiddenFortification, side: Side | None) -> MarkerFace | None:
    """A hidden Fortification as its owner sees his record."""
    one = record.what.for_(side)
    if one is None:
        return None
    letters = f"{one.squads}S" if one.kind is FortificationKind.FOXHOLES else one.printed
    return MarkerFace(
        id=ShownId(record.id),
        at=location(one.at, one.level) if one.level else one.at,
        name=f"your record: {one.called}, hidden",
        letters=_LETTERS.get(one.kind, letters),
        side=record.owner,
        picture=_picture(one),
        secret=True,
    )


_PICTURES = {
    FortificationKind.ROADBLOCK: "roadblock",
    FortificationKind.WIRE: "wire",
    FortificationKind.FOXHOLES: "foxhole",
    FortificationKind.TRENCH: "trench",
    FortificationKind.CHARGE: "charge",
}


def _picture(one: Fortification) -> str:
    is_pillbox = one.kind is FortificationKind.PILLBOX
    return f"pillbox-{one.facing}" if is_pillbox else _PICTURES.get(one.kind, "")
