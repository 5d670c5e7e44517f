"""What there is in the test world, and the map it lies on."""

import enum
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.seal import Opening
from rules.kernel.secret import Public, Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import View, World

T = TypeVar("T")

NEAR: Final = {
    "A1": ("A2", "B1"),
    "A2": ("A1", "B1", "B2"),
    "B1": ("A1", "A2", "B2", "C1"),
    "B2": ("A2", "B1", "C1", "C2"),
    "C1": ("B1", "B2", "C2"),
    "C2": ("B2", "C1"),
}
"""The six hexes and their neighbours."""

TURNS: Final = 3
LEGS: Final = 2
SAN: Final = {Side.A: 6, Side.B: 5}


class PieceType(enum.StrEnum):
    """What a piece is; a dummy is nothing at all."""

    SQUAD = "squad"
    LEADER = "leader"
    GUN = "gun"
    DUMMY = "dummy"


FIREPOWER: Final = {
    PieceType.SQUAD: 2,
    PieceType.LEADER: 1,
    PieceType.GUN: 3,
    PieceType.DUMMY: 0,
}
MORALE: Final = {
    PieceType.SQUAD: 7,
    PieceType.LEADER: 9,
    PieceType.GUN: 6,
    PieceType.DUMMY: 0,
}


class Clock(Entity, frozen=True, kw_only=True, tag="clock"):
    """Whose turn it is, and how it ended."""

    turn: Public[int]
    phasing: Public[Side]
    over: Public[bool]
    winner: Public[Side | None]


class Cover(Entity, frozen=True, kw_only=True, tag="cover"):
    """A "?" on the map, over one piece or many."""

    side: Public[Side]
    at: Public[str]


class Piece(Entity, frozen=True, kw_only=True, tag="piece"):
    """A piece: hidden (`under` None), covered, or in the open (known to both sides).

    Its id comes from its owner's sequence until it is in the open; then it is another entity
    with a public id.
    """

    side: Public[Side]
    type: Secret[PieceType]
    at: Secret[str]
    under: Secret[str | None]
    broken: Secret[bool]
    done: Secret[bool]


class Mines(Entity, frozen=True, kw_only=True, tag="mine_record"):
    """Mines as their owner wrote them down. `at` and `strength` are shared as they are told."""

    side: Public[Side]
    at: Secret[str]
    strength: Secret[int]


class Minefield(Entity, frozen=True, kw_only=True, tag="minefield"):
    """Mines as everybody knows them; `strength` None until it has been told."""

    side: Public[Side]
    at: Public[str]
    strength: Public[int | None]


class Orders(Entity, frozen=True, kw_only=True, tag="orders"):
    """What a side told the server to do for it, and what it has done in secret this turn."""

    side: Public[Side]
    passing: Secret[bool]
    listened: Secret[bool]
    sneaked: Secret[bool]


class Note(Entity, frozen=True, kw_only=True, tag="note"):
    """What a side heard where; `heard` None: nothing could be told."""

    side: Public[Side]
    at: Secret[str]
    heard: Secret[bool | None]


class Seal(Entity, frozen=True, kw_only=True, tag="seal"):
    """The commitment to a side's mines, and the leaves opened so far."""

    side: Public[Side]
    root: Public[str]
    opened: Public[tuple[Opening, ...]]


KINDS: Final = (Clock, Cover, Piece, Mines, Minefield, Orders, Note, Seal)


@dataclass(frozen=True)
class RecordColumns:
    """What a stored secret says of itself beside its contents."""

    owner: str
    kind: str
    location: str
    revealed: bool


def record_columns(entity: Entity) -> RecordColumns:
    """The columns of a stored entity that holds secrets."""
    kind = type(entity).__name__
    match entity:
        case Piece() | Mines():
            return RecordColumns(entity.side.value, kind, unseal(entity.at), is_open(entity.at))
        case Note():
            return RecordColumns(entity.side.value, kind, unseal(entity.at), revealed=False)
        case Orders():
            return RecordColumns(entity.side.value, kind, "", revealed=False)
        case _:
            return RecordColumns("public", kind, "", revealed=True)


def is_open(secret: Secret[T]) -> bool:
    """Whether both sides know it: then everybody does."""
    return len(secret.audiences) == len(Side)


def clock(view: View) -> Clock:
    """The one clock."""
    return view.get(Clock, "1")


def orders(view: View, side: Side) -> Orders:
    """A side's orders."""
    return view.get(Orders, side.value)


def members(world: World, cover_id: str) -> tuple[Piece, ...]:
    """The pieces under a cover, ordered by id."""
    return tuple(piece for piece in world.all(Piece) if unseal(piece.under) == cover_id)


def hidden(world: World, side: Side) -> tuple[Piece, ...]:
    """A side's pieces that are neither covered nor in the open."""
    return tuple(
        piece
        for piece in world.all(Piece)
        if piece.side is side and unseal(piece.under) is None and not is_open(piece.type)
    )


def visible_at(view: View, side: Side, at: str) -> bool:
    """Whether everybody sees something of that side in a hex."""
    return at in seen_hexes(view, side)


def seen_hexes(view: View, side: Side) -> set[str]:
    """The hexes in which everybody sees something of that side."""
    covers = {cover.at for cover in view.all(Cover) if cover.side is side}
    pieces = {
        piece.at.for_(side)
        for piece in view.all(Piece)
        if piece.side is side and is_open(piece.type)
    }
    return covers | {at for at in pieces if at is not None}
