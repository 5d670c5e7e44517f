"""Offers made of slots: what a verb has to be filled with, and what may fill it (docs/wire.md §5).

Whoever draws such an offer, or fills it at random, goes by the kinds of its slots and knows nothing
of the verb.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from rules.kernel.ids import ShownId
from rules.kernel.view import Offer

Kind = Literal["unit", "units", "pieces", "hex", "place", "vertex", "option", "number", "flag"]
"""What fills a slot: one counter or several, counters of the OB, a hex, a Location, a vertex, one
of several things to choose from, a number, or yes. A vertex is one of the hex, or of the hex of the
place or the counter, that fills the nearest slot before.
"""

SEVERAL = frozenset({"units", "pieces"})
"""The kinds that are filled with a list."""

Value = str | int | None
"""One thing that fills a slot; None leaves it empty."""


class Filler(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that may fill a slot: what is said of it, and where it is to be found on the board,
    by its place or by a counter.
    """

    value: str | int
    label: str = ""
    at: str | None = None
    unit: ShownId | None = None


class Slot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of the command, and what may fill it.

    Without a word for being `empty` it must be filled; a flag never must. `by` names an earlier
    slot that narrows it: `allows` lists, for whatever fills that one ("" if nothing does), what
    this one may still be filled with, or None if it may be left empty.
    """

    name: str
    kind: Kind
    label: str = ""
    of: tuple[Filler, ...] = ()
    empty: str = ""
    by: str = ""
    allows: dict[str, tuple[Value | bool, ...]] = {}


class SlotsOffer(Offer, frozen=True, kw_only=True, tag="slots"):
    """A verb with slots, to be filled in their order. `odds` says that the odds of the whole
    command can be asked.
    """

    slots: tuple[Slot, ...]
    odds: bool = False


def filler(value: str | int) -> Filler:
    """Something that needs no words."""
    return Filler(value=value)


def one_unit(units: Iterable[ShownId]) -> Slot:
    """The slot `unit`: one of some units."""
    return Slot(name="unit", kind="unit", of=tuple(map(filler, units)))


def choice(verb: str, label: str, rule: str, options: tuple[Filler, ...]) -> SlotsOffer:
    """One of several options."""
    slot = Slot(name="option", kind="option", of=options)
    return SlotsOffer(verb=verb, label=label, rule=rule, slots=(slot,))


def may_fill(slot: Mapping[str, Any], filled: Mapping[str, Any]) -> list[Any]:
    """What may fill a slot, as it was sent, after the slots before it; None leaves it empty."""
    found: list[Any] = [one["value"] for one in slot.get("of", ())]
    if slot["kind"] == "flag":
        found = [None, True]
    elif "empty" in slot:
        found.append(None)
    if "by" not in slot:
        return found
    names = ("" if one is None else str(one) for one in _values(filled.get(slot["by"])))
    lists = [slot.get("allows", {}).get(name, ()) for name in names]
    never = (None,) if slot["kind"] == "flag" else ()
    return [one for one in found if all(one in (*never, *allowed) for allowed in lists)]


def fills(slots: Iterable[Mapping[str, Any]], said: Mapping[str, Any]) -> bool:
    """Whether a command, as it was sent, fills these slots with what they allow."""
    return all(
        value in may_fill(slot, said) for slot in slots for value in _values(said.get(slot["name"]))
    )


def _values(filled: Any) -> list[Any]:
    """What fills a slot, one by one; None alone if nothing does."""
    values = list(filled) if isinstance(filled, list | tuple) else [filled]
    return [None if value is False else value for value in values] or [None]
