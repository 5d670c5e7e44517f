"""The forms of offers that a page draws in a way of their own (docs/wire.md §5).

Each is made of the same slots as any other offer, units and a place say, and is told by its form
what it looks like. Whatever can be drawn as a list or a row of buttons is a plain `SlotsOffer`.
"""

import msgspec

from rules.kernel.ids import ShownId
from rules.kernel.view import ButtonOffer, Offer

Nouns = dict[ShownId, dict[str, str]]


class Flag(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way of doing it that some units may choose for some Locations: the field of that name is
    filled with the `value`, or is true. Of several with one name no more than one is chosen.
    """

    name: str
    label: str
    rule: str
    units: dict[ShownId, tuple[str, ...]]
    value: str | None = None


class UnitsTo(Offer, frozen=True, kw_only=True, tag="units_to"):
    """Units of one Location, and where each may go, with a short note for each place.

    Where a path of several steps may be ordered, `planned` is the verb that ends it. Where each
    offer is for one unit `alone`, the only one there is need not be chosen. `needs` are the others
    of whom one must come along, for places where a unit cannot go without, as for a leader's MF
    bonus (A4.12).
    """

    units: Nouns
    flags: tuple[Flag, ...] = ()
    together: bool = True
    planned: str = ""
    alone: bool = False
    needs: dict[ShownId, dict[str, tuple[ShownId, ...]]] = {}  # noqa: RUF012 - msgspec copies it


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack as its side would most likely make it: everybody who can from one Location."""

    units: tuple[ShownId, ...]
    at: str
    directors: tuple[ShownId, ...] = ()
    text: str = ""


class FireOffer(Offer, frozen=True, kw_only=True, tag="fire"):
    """Units that may fire and at what; the support weapons that each may use (A7.35); leaders who
    may direct them, and whom; `sprays`, the second Locations of Spraying Fire (A7.34), and `lanes`,
    where the counter of a Fire Lane may go (A9.22).

    In a reaction window `ranked` are the attacks to choose from, the most harmful first.
    """

    units: dict[ShownId, tuple[str, ...]]
    weapons: dict[ShownId, tuple[str, ...]] = {}  # noqa: RUF012 - msgspec copies it
    directors: dict[ShownId, tuple[ShownId, ...]] = {}  # noqa: RUF012 - msgspec copies it
    sprays: dict[ShownId, tuple[str, ...]] = {}  # noqa: RUF012 - msgspec copies it
    lanes: dict[ShownId, tuple[str, ...]] = {}  # noqa: RUF012 - msgspec copies it
    ranked: tuple[Proposal, ...] = ()


class CcOffer(Offer, frozen=True, kw_only=True, tag="cc"):
    """Attackers, targets and leaders of one Location."""

    at: str
    units: tuple[ShownId, ...]
    targets: tuple[ShownId, ...]
    leaders: tuple[ShownId, ...] = ()


class PlaceGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Counters that share a setup area."""

    pieces: tuple[str, ...]
    area: tuple[str, ...]


class PlaceOffer(Offer, frozen=True, kw_only=True, tag="place"):
    """Counters to set up, where they may go, and where they are."""

    groups: tuple[PlaceGroup, ...]
    placed: dict[str, str]


class MinesOffer(Offer, frozen=True, kw_only=True, tag="mines"):
    """Hexes for minefields, the strengths, and the factors that are left."""

    strengths: tuple[int, ...]
    left: int
    total: int
    hexes: tuple[str, ...]
    why_not: dict[str, tuple[str, str]]


__all__ = [
    "ButtonOffer",
    "CcOffer",
    "FireOffer",
    "Flag",
    "MinesOffer",
    "Nouns",
    "Offer",
    "PlaceGroup",
    "PlaceOffer",
    "Proposal",
    "UnitsTo",
]
