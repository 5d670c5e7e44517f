"""What a scenario card says, typed: forces, areas, length, special rules and victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.board.locations import HexId
    from rules.board.maps import MapPlan
    from rules.kernel.audience import Side

Role = Literal["attacks", "defends"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter of the OB.

    `id` is its type and a running small letter (`ger-467-a`); `type` is a unit type's id, or a
    weapon type's where `is_weapon` is set. `letter` tells like counters apart on the table: `A`,
    `B` … for MMC and SW, the name of a leader (`Lt. Brandt`).
    """

    id: str
    type: str
    is_weapon: bool
    letter: str


@dataclass(frozen=True, slots=True)
class Group:
    """Counters that are set up together, and where.

    `area_text` is the area as the file writes it, for players to read, `area` its hexes in board
    order. `mines` are the A-P factors of the OB (B28.1) that may be recorded in this area.
    """

    name: str
    area_text: str
    area: tuple[HexId, ...]
    pieces: tuple[Piece, ...]
    mines: int


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side of the card. `nation` is a nation's id, `name` what players call the side; `elr` is
    its ELR (A19.1), `san` its SAN (A14.1), 0 for no Sniper.
    """

    side: Side
    nation: str
    name: str
    role: Role
    elr: int
    san: int
    groups: tuple[Group, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The whole OB, group by group."""
        return tuple(piece for group in self.groups for piece in group.pieces)

    def piece(self, piece_id: str) -> Piece:
        """The counter of that id. Raises KeyError."""
        for piece in self.pieces:
            if piece.id == piece_id:
                return piece
        raise KeyError(piece_id)

    @property
    def mines(self) -> int:
        """The A-P mine factors of the whole OB."""
        return sum(group.mines for group in self.groups)


@dataclass(frozen=True, slots=True)
class NoMinesIn:
    """A special rule: nobody may record mines in these hexes."""

    text: str
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A special rule in words alone: it changes nothing that the server enforces."""

    text: str


SpecialRule = NoMinesIn | Note
"""Every kind of special rule; `text` is what players read."""


@dataclass(frozen=True, slots=True)
class Victory:
    """`side` wins if at the end it Controls (A26.1) `at_least` of these building hexes, which are
    in board order; otherwise the other side does.
    """

    side: Side
    hexes: tuple[HexId, ...]
    at_least: int
    text: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario card.

    `board` is a board's id, or those of a map with `+` between; `plan` says how the boards lie and
    what of them is changed, None for a board as it is. `month` is 1-12. `turns` counts Game Turns;
    with `half_turn` only the side `first` has a Player Turn in the last of them (A3.9). `setup` are
    the sides in the order in which they set up.
    """

    id: str
    title: str
    date: str
    place: str
    intro: str
    board: str
    month: int
    turns: int
    half_turn: bool
    first: Side
    setup: tuple[Side, ...]
    sides: Mapping[Side, SideCard]
    ssr: tuple[SpecialRule, ...]
    victory: Victory
    balance: Mapping[Side, str]
    plan: MapPlan | None = None

    @property
    def no_mines(self) -> frozenset[HexId]:
        """The hexes where special rules forbid mines."""
        rules = (rule for rule in self.ssr if isinstance(rule, NoMinesIn))
        return frozenset(hex_id for rule in rules for hex_id in rule.hexes)
