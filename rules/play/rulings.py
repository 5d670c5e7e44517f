"""What an adjudication may change, as it is written down: edits, one after the other.

A ruling is for what the engine does not know how to make, or made wrongly. It moves, adds, removes
and alters what lies on the table, and sets whose turn it is. Dice are no part of it: no roll can be
replaced, and records that a seal holds are neither altered nor taken away.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from rules.forces.entities import Clock, Conditions, Control, SideState
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.refused import Refused
from rules.position.snipers import Sniper

MOST_EDITS: Final = 12

Key: TypeAlias = Annotated[str, Meta(max_length=80)]
"""A face of the document, by its kind and id, as `unit:u7`."""

Place: TypeAlias = Annotated[str, Meta(max_length=40)]
"""A Location by its id, or a hex by its own."""

Fields: TypeAlias = Annotated[
    dict[Annotated[str, Meta(max_length=30)], str | int | bool | None],
    Meta(min_length=1, max_length=8),
]


class Edit(msgspec.Struct, frozen=True, kw_only=True, tag_field="edit", forbid_unknown_fields=True):
    """One change of the position."""


class Move(Edit, frozen=True, kw_only=True, tag="move"):
    """A counter is put elsewhere: a unit with what it carries, a "?" with all that is under it."""

    key: Key
    to: Place


class Remove(Edit, frozen=True, kw_only=True, tag="remove"):
    """A counter is taken off the table; a unit counts as eliminated if that is said."""

    key: Key
    counts: bool = False


class Alter(Edit, frozen=True, kw_only=True, tag="alter"):
    """Something is otherwise from now on: the fields that `ALTERABLE` lists."""

    key: Key
    fields: Fields


class Add(Edit, frozen=True, kw_only=True, tag="add"):
    """A unit or a support weapon comes onto the table, in the open."""

    side: Side
    type: Annotated[str, Meta(max_length=40)]
    at: Place


class Lay(Edit, frozen=True, kw_only=True, tag="lay"):
    """A marker that is nobody's secret comes onto the table."""

    what: Annotated[str, Meta(max_length=30)]
    at: Place


class Ruling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be changed, in order."""

    edits: Annotated[
        tuple[Move | Remove | Alter | Add | Lay, ...], Meta(min_length=1, max_length=MOST_EDITS)
    ]


_DECODER = msgspec.json.Decoder(Ruling)

ALTERABLE: Final[Mapping[type[Entity], Mapping[str, str]]] = {
    Unit: {
        "type": "type",
        "broken": "broken",
        "dm": "DM",
        "pinned": "pinned",
        "cx": "CX",
        "wounded": "wounded",
        "ti": "TI",
        "melee": "held in Melee",
        "berserk": "berserk",
        "fanatic": "fanatic",
        "disrupted": "Disrupted",
        "heroic": "heroic",
        "fired": "fire mark",
        "used": "has acted in this phase",
        "moved": "has moved",
        "cc_done": "has had its CC",
    },
    Weapon: {
        "holder": "possessed by",
        "malfunctioned": "malfunctioned",
        "fired": "fire mark",
    },
    Sniper: {"pinned": "pinned"},
    Clock: {
        "turn": "Game Turn",
        "turns": "last Game Turn",
        "phasing": "ATTACKER",
        "phase": "phase",
        "active": "side to act",
    },
    SideState: {
        "elr": "ELR",
        "san": "SAN",
        "cvp": "Casualty VP",
        "exit_vp": "Exit VP",
        "no_quarter": "No Quarter",
    },
    Conditions: {"ec": "EC", "wind": "wind", "wind_to": "wind blows to"},
    Control: {"side": "Controlled by"},
}
"""What may be set, and what it is called. What follows from the position is made good at once."""

VEILED_ALTERABLE: Final = ("pinned", "cx", "wounded", "ti", "fanatic", "heroic", "malfunctioned")
"""The same under a "?": the rest would bring its counter into the open."""

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "elr": (0, 5),
    "san": (0, 7),
    "cvp": (0, 999),
    "exit_vp": (0, 999),
    "turn": (1, 99),
    "turns": (1, 99),
    "wind_to": (0, 5),
}


def read_ruling(data: bytes) -> Ruling:
    """A ruling from its JSON. Raises Refused for what is none."""
    try:
        return _DECODER.decode(data)
    except msgspec.MsgspecError as error:
        raise Refused("", f"This is no ruling: {error}", code="malformed") from error


def field_value(kind: type[Entity], name: str, value: Any) -> Any:
    """A value as the field of an entity holds it. Raises Refused if it does not fit."""
    called = ALTERABLE.get(kind, {}).get(name)
    if called is None:
        raise Refused("", f"“{name}” is nothing that can be altered here.")
    low, high = BOUNDS.get(name, (0, 999))
    if isinstance(value, int) and not isinstance(value, bool) and not low <= value <= high:
        raise Refused("", f"{called}: must be from {low} to {high}, not {value}.")
    annotation = next(f.type for f in msgspec.structs.fields(kind) if f.name == name)
    try:
        return msgspec.convert(value, annotation)
    except msgspec.ValidationError as error:
        raise Refused("", f"{called}: {error}") from error
