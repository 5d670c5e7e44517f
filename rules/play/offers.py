"""The forms in which a side is told what it may try (docs/wire.md §5)."""

import msgspec

from rules.kernel.view import ButtonOffer, Offer

Nouns = dict[str, dict[str, str]]


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A way of doing it that some units may choose for some Locations."""

    name: str
    label: str
    rule: str
    units: dict[str, tuple[str, ...]]


class UnitsTo(Offer, frozen=True, kw_only=True, tag="units_to"):
    """Units of one Location, and where each may go, with a short note for each place."""

    units: Nouns
    flags: tuple[Flag, ...] = ()
    together: bool = True


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack as its side would most likely make it: everybody who can from one Location."""

    units: tuple[str, ...]
    at: str
    director: str | None = None
    text: str = ""


class FireOffer(Offer, frozen=True, kw_only=True, tag="fire"):
    """Units that may fire and at what; leaders who may direct them, and whom.

    Where there is only one target, `ranked` are the attacks to choose from, the most harmful first.
    """

    units: dict[str, tuple[str, ...]]
    directors: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - msgspec copies it
    ranked: tuple[Proposal, ...] = ()


class UnitOffer(Offer, frozen=True, kw_only=True, tag="unit"):
    """One unit, with a note for each."""

    units: dict[str, str]


class UnitWith(Offer, frozen=True, kw_only=True, tag="unit_with"):
    """One unit and who may help it; an empty name is nobody."""

    units: dict[str, tuple[str, ...]]


class CcOffer(Offer, frozen=True, kw_only=True, tag="cc"):
    """Attackers, targets and leaders of one Location."""

    at: str
    units: tuple[str, ...]
    targets: tuple[str, ...]
    leaders: tuple[str, ...] = ()


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of several things to choose from."""

    id: str
    label: str
    at: str | None = None
    unit: str | None = None


class ChoiceOffer(Offer, frozen=True, kw_only=True, tag="choice"):
    """Choose one option."""

    options: tuple[Option, ...]


class PlaceGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Counters that share a setup area."""

    pieces: tuple[str, ...]
    area: tuple[str, ...]


class PlaceOffer(Offer, frozen=True, kw_only=True, tag="place"):
    """Counters to set up, where they may go, and where they are."""

    groups: tuple[PlaceGroup, ...]
    placed: dict[str, str]


class UnplaceOffer(Offer, frozen=True, kw_only=True, tag="unplace"):
    """Counters that may be taken back."""

    pieces: tuple[str, ...]


class MinesOffer(Offer, frozen=True, kw_only=True, tag="mines"):
    """Hexes for minefields, the strengths, and the factors that are left."""

    strengths: tuple[int, ...]
    left: int
    total: int
    hexes: tuple[str, ...]
    why_not: dict[str, tuple[str, str]]


class EraseMinesOffer(Offer, frozen=True, kw_only=True, tag="erase_mines"):
    """Minefields that may be taken back."""

    hexes: tuple[str, ...]


class LineOffer(Offer, frozen=True, kw_only=True, tag="line"):
    """A line of text."""

    max: int


END_PHASE = ButtonOffer(verb="end_phase", label="Done with this phase", key="e", rule="A3")

__all__ = [
    "ButtonOffer",
    "CcOffer",
    "ChoiceOffer",
    "END_PHASE",
    "EraseMinesOffer",
    "FireOffer",
    "Flag",
    "LineOffer",
    "MinesOffer",
    "Nouns",
    "Offer",
    "Option",
    "PlaceGroup",
    "PlaceOffer",
    "Proposal",
    "UnitOffer",
    "UnitWith",
    "UnitsTo",
    "UnplaceOffer",
]
