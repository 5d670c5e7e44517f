"""What was played in an event, as everything else here reads it.

Players are numbered in the order of their entries, from 1.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NewType

import msgspec

Number = NewType("Number", int)
"""A player's number in an event."""


class Outcome(StrEnum):
    """What came of a pairing."""

    OPEN = ""
    ONE = "one"
    OTHER = "other"
    DRAW = "draw"
    NEITHER = "neither"


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One pairing of a round. Without an `other` it is a bye, which counts as a win.

    A forfeit counts for the standings as any game does, and for no rating.
    """

    round: int
    one: Number
    other: Number | None = None
    outcome: Outcome = Outcome.OPEN
    forfeit: bool = False

    @property
    def is_bye(self) -> bool:
        return self.other is None

    @property
    def is_decided(self) -> bool:
        return self.is_bye or self.outcome is not Outcome.OPEN

    def has(self, player: Number) -> bool:
        return player in (self.one, self.other)

    def won_by(self, player: Number) -> bool:
        """Whether the player has won it; a bye is won."""
        if self.is_bye:
            return player == self.one
        winner = {Outcome.ONE: self.one, Outcome.OTHER: self.other}.get(self.outcome)
        return player == winner

    def lost_by(self, player: Number) -> bool:
        """Whether the player has lost it: both have, if neither won."""
        if self.is_bye or not self.has(player):
            return False
        if self.outcome is Outcome.NEITHER:
            return True
        return self.outcome in {Outcome.ONE, Outcome.OTHER} and not self.won_by(player)

    def drawn(self) -> bool:
        return self.outcome is Outcome.DRAW and not self.is_bye

    def opponent_of(self, player: Number) -> Number | None:
        return self.other if player == self.one else self.one


class Pair(msgspec.Struct, frozen=True):
    """Two who are to meet, or one who has a bye."""

    one: Number
    other: Number | None = None


def of_player(player: Number, played: Iterable[Played]) -> list[Played]:
    """What a player has played, in the order of rounds; byes among it."""
    return sorted((one for one in played if one.has(player)), key=lambda one: one.round)


def losses(player: Number, played: Iterable[Played]) -> int:
    """How often somebody has lost."""
    return sum(one.lost_by(player) for one in played)


def last_round(played: Sequence[Played]) -> int:
    """The last round of which there is anything; 0 before the first."""
    return max((one.round for one in played), default=0)
