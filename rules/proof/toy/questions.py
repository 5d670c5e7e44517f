"""What the test world asks its players in the middle of an action, and the Facts it tells."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from rules.kernel.audience import Side
from rules.kernel.fact import Fact
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Question
from rules.kernel.secret import Public, Secret
from rules.kernel.view import LogLine, SeenRoll
from rules.proof.toy.entities import PieceType

Hex = Annotated[str, Meta(pattern="^[ABC][12]$")]
CoverId = Annotated[str, Meta(pattern=r"^c\d+$")]


@dataclass(frozen=True)
class Shot:
    """Who fires at what."""

    units: tuple[str, ...]
    at: str


@dataclass(frozen=True, kw_only=True)
class Window(Question[Shot | None]):
    """May the other side fire at what just moved? None passes."""

    at: Public[str]


@dataclass(frozen=True, kw_only=True)
class GoOn(Question[str | None]):
    """Where do those that moved go next? None ends the move."""

    at: Public[str]
    movers: Secret[tuple[ShownId, ...]]
    shown: Public[tuple[ShownId, ...]]


class ToyFact(Fact, frozen=True, kw_only=True):
    """A Fact of the test world; it reads the same whatever its readers know."""

    @abstractmethod
    def line(self) -> LogLine:
        """How it reads in the log."""


class Rolled(msgspec.Struct, frozen=True):
    """A roll that a Fact speaks of: which it is, and what for."""

    roll: SeenRoll
    by: Side
    text: str
    rule: str


def roll_line(rolled: Rolled, result: str) -> LogLine:
    """How a public roll is written down."""
    return LogLine(
        kind="roll",
        side=rolled.by,
        text=rolled.text,
        rule=rolled.rule,
        roll=rolled.roll,
        result=result,
    )


class MinesPresent(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T4"
    tells: ClassVar[tuple[str, ...]] = ("side", "at")
    gives_away: ClassVar[str] = "that there are mines in a hex, not how strong"
    side: Side
    at: Hex

    def line(self) -> LogLine:
        text = f"mines in {self.at}"
        return LogLine(kind="mines", side=self.side, text=text, rule="T4", at=(self.at,))


class MineResult(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T4"
    tells: ClassVar[tuple[str, ...]] = ("hit",)
    gives_away: ClassVar[str] = "whether this roll was enough for the mines"
    at: Hex
    hit: bool
    roll: Rolled

    def line(self) -> LogLine:
        return roll_line(self.roll, "hit" if self.hit else "miss")


class MineStrength(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T4"
    tells: ClassVar[tuple[str, ...]] = ("strength",)
    gives_away: ClassVar[str] = "how strong the mines in a hex are"
    side: Side
    at: Hex
    strength: Annotated[int, Meta(ge=2, le=12)]

    def line(self) -> LogLine:
        text = f"strength {self.strength}"
        return LogLine(kind="mines", side=self.side, text=text, rule="T4", at=(self.at,))


class StackCount(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T6"
    tells: ClassVar[tuple[str, ...]] = ("pieces", "dummies")
    gives_away: ClassVar[str] = "how many pieces and dummies a hit cover holds"
    pieces: int
    dummies: int

    def line(self) -> LogLine:
        text = f"{self.pieces} pieces and {self.dummies} dummies are hit"
        return LogLine(kind="reveal", text=text, rule="T6")


class CheckResult(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T6"
    tells: ClassVar[tuple[str, ...]] = ("passed",)
    gives_away: ClassVar[str] = "whether a covered piece passed its check"
    passed: bool
    roll: Rolled

    def line(self) -> LogLine:
        return roll_line(self.roll, "passed" if self.passed else "failed")


class PieceRevealed(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T5"
    tells: ClassVar[tuple[str, ...]] = ("type", "at", "under", "broken")
    gives_away: ClassVar[str] = "what a piece is, whether it is broken, where it stands, under what"
    side: Side
    type: PieceType
    at: Hex
    under: CoverId | None
    broken: bool

    def line(self) -> LogLine:
        text = f"{self.type} in {self.at}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="T5", at=(self.at,))


class CoverRemoved(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T5"
    tells: ClassVar[tuple[str, ...]] = ("side", "cover")
    gives_away: ClassVar[str] = "that nothing is left under a cover"
    side: Side
    cover: CoverId

    def line(self) -> LogLine:
        return LogLine(kind="reveal", side=self.side, text=f"{self.cover} is empty", rule="T5")


class Noise(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T7"
    tells: ClassVar[tuple[str, ...]] = ("heard",)
    gives_away: ClassVar[str] = "to the listener alone, whether a hex holds an enemy piece"
    private: ClassVar[bool] = True
    by: Side
    at: Hex
    heard: bool

    def line(self) -> LogLine:
        text = "somebody is there" if self.heard else "nobody is there"
        return LogLine(
            kind="secret", side=self.by, text=text, rule="T7", at=(self.at,), secret=True
        )


class Outcome(ToyFact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T8"
    tells: ClassVar[tuple[str, ...]] = ("winner",)
    gives_away: ClassVar[str] = "which side has won"
    winner: Side

    def line(self) -> LogLine:
        return LogLine(kind="system", text=f"{self.winner.value} wins", rule="T8")


FACTS: tuple[type[Fact], ...] = (
    MinesPresent,
    MineResult,
    MineStrength,
    StackCount,
    CheckResult,
    PieceRevealed,
    CoverRemoved,
    Noise,
    Outcome,
)
