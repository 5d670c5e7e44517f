"""A recorded game: every command, and what numbers its bulletins had.

A game with the same id and seed takes the same commands to the same bulletins, so that a driver
need not think while it measures.
"""

from typing import Final
from uuid import UUID

import msgspec

from rules.kernel.audience import Audience, Side

GAME_ID: Final = UUID("5ea1ed00-0000-4000-8000-000000000000")
MASTER: Final = b"benchmark".ljust(32, b".")


class Move(msgspec.Struct, frozen=True):
    """A command, the number its player had seen, and the bulletins that came of it."""

    side: Side
    command: msgspec.Raw
    seen: int
    bulletins: dict[Audience, int]


class Recording(msgspec.Struct, frozen=True):
    """A game's commands in order, and of each how long the service took, in milliseconds, and how
    much of that was the processor's; with how many statements to the database, those that begin
    and end a transaction apart; the processor's time for its offers; and how many messages the
    layer carries for it. `stored` says how many bytes all of it is stored in, by what they are.
    """

    scenario: str
    moves: tuple[Move, ...]
    milliseconds: tuple[float, ...]
    cpu: tuple[float, ...]
    statements: tuple[int, ...]
    offers: tuple[float, ...]
    messages: tuple[int, ...]
    stored: dict[str, int]


class Seats(msgspec.Struct, frozen=True):
    """What a server tells its driver once it serves: the seats' tokens."""

    tokens: dict[Side, str]


class LiveTable(msgspec.Struct, frozen=True):
    """A table of a club night: its game and the seats' tokens."""

    game: UUID
    tokens: dict[Side, str]


class ClubNight(msgspec.Struct, frozen=True):
    """What a server of a club night tells its driver: the event, its director's cookies, its
    tables.
    """

    event: UUID
    cookies: str
    tables: tuple[LiveTable, ...]


class Copies(msgspec.Struct, frozen=True):
    """Games that all stand where the recording has come to after some of its commands, and how
    many bytes one of them is stored in by then, as in `Recording.stored`.
    """

    tables: tuple[LiveTable, ...]
    stored: dict[str, int]


class Spread(msgspec.Struct, frozen=True):
    """What is told of many measurements."""

    p50: float
    p99: float


def spread(values: list[float]) -> Spread | None:
    """Median and 99th percentile, None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    last = len(ordered) - 1
    return Spread(*(round(ordered[round(last * part)], 2) for part in (0.5, 0.99)))
