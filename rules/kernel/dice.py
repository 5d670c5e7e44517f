"""Dice: one port, two services.

`HmacDice` is the one that games use: the server commits to a master seed before the first roll,
players may add a line each (`entropy`), and roll n of an audience follows from the audience's
seed, those lines and n alone. Each audience has a sequence of its own, so that the public one can
be opened without opening a side's. `ScriptedDice` gives the rolls that a case says.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Protocol

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.view import SeenRoll

_FACES = 6
_FAIR_BYTES = 252  # the greatest multiple of six in a byte: higher ones are rejected


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that were rolled: roll `n` of an audience's sequence; `dice[0]` is the coloured die."""

    audience: Audience
    n: int
    dice: tuple[int, ...]
    purpose: str

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def coloured(self) -> int:
        return self.dice[0]

    @property
    def seen(self) -> SeenRoll:
        """The roll as those read it who see it."""
        return SeenRoll(self.audience, self.n, self.dice)

    @property
    def is_doubles(self) -> bool:
        return len(self.dice) > 1 and len(set(self.dice)) == 1


class Dice(Protocol):
    """Where rolls come from. `commitment` is what was published of them before the first."""

    commitment: str

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        """`count` dice, roll `n` of that audience; `entropy` is what the players added. It is
        `called` so by who makes it, on which no dice may depend.
        """


class DiceError(Exception):
    """Scripted dice that ran out, were left over, or do not fit what is rolled."""


class HmacDice:
    """Rolls that follow from a master seed that was committed to."""

    def __init__(self, master: bytes) -> None:
        self.commitment = commitment(master)
        self._seeds = {audience: audience_seed(master, audience) for audience in Audience}

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        return roll_dice(self._seeds[audience], n, count, entropy)


class ScriptedDice:
    """The rolls of a case, in the order in which they are made. They are bound to nothing."""

    commitment = ""

    def __init__(self, rolls: Iterable[tuple[int, ...]] = ()) -> None:
        self._rolls = list(rolls)

    def add(self, rolls: Iterable[tuple[int, ...]]) -> None:
        """More rolls, after those already scripted."""
        self._rolls.extend(rolls)

    @property
    def left(self) -> tuple[tuple[int, ...], ...]:
        """The rolls not made yet."""
        return tuple(self._rolls)

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        roll = f"roll {n} ({audience}{', ' if called else ''}{called})"
        if not self._rolls:
            raise DiceError(f"{roll} is not scripted: {count} dice wanted")
        dice = self._rolls.pop(0)
        if len(dice) != count:
            raise DiceError(f"{roll} wants {count} dice, the script has {dice}")
        return dice


def audience_seed(master: bytes, audience: Audience) -> bytes:
    """The seed of one audience's sequence."""
    return hmac.new(master, b"dice:" + audience.value.encode(), hashlib.sha256).digest()


def commitment(master: bytes) -> str:
    """What is published before the first roll: a hash of every audience's seed, in hex digits."""
    hashes = [hashlib.sha256(audience_seed(master, audience)).hexdigest() for audience in Audience]
    return ":".join(hashes)


def roll_dice(seed: bytes, n: int, count: int, entropy: str) -> tuple[int, ...]:
    """Roll `n` of the sequence of a seed, by HMAC and rejection sampling."""
    dice: list[int] = []
    block = 0
    while len(dice) < count:
        message = f"{n}:{block}:{entropy}".encode()
        fair = (
            byte for byte in hmac.new(seed, message, hashlib.sha256).digest() if byte < _FAIR_BYTES
        )
        dice.extend(byte % _FACES + 1 for byte in fair)
        block += 1
    return tuple(dice[:count])
