"""What the test world asks its players in the middle of an action, and the Facts it tells."""

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.audience import Side
from rules.kernel.fact import Fact
from rules.kernel.procedure import Question


@dataclass(frozen=True)
class Shot:
    """Who fires at what."""

    units: tuple[str, ...]
    at: str


@dataclass(frozen=True, kw_only=True)
class Window(Question[Shot | None]):
    """May the other side fire at what just moved? None passes."""

    at: str


@dataclass(frozen=True, kw_only=True)
class GoOn(Question[str | None]):
    """Where do those that moved go next? None ends the move."""

    at: str


class MinesPresent(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T4"
    gives_away: ClassVar[str] = "that there are mines in a hex, not how strong"
    at: str


class MineResult(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T4"
    gives_away: ClassVar[str] = "whether this roll was enough for the mines"
    at: str
    hit: bool


class MineStrength(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T4"
    gives_away: ClassVar[str] = "how strong the mines in a hex are"
    at: str
    strength: int


class StackCount(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T6"
    gives_away: ClassVar[str] = "how many pieces and dummies a hit cover holds"
    pieces: int
    dummies: int


class CheckResult(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T6"
    gives_away: ClassVar[str] = "whether a covered piece passed its check"
    passed: bool


class PieceRevealed(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T5"
    gives_away: ClassVar[str] = "what a piece is and where it stands"
    type: str
    at: str


class CoverRemoved(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T5"
    gives_away: ClassVar[str] = "that nothing is left under a cover"
    cover: str


class Noise(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T7"
    gives_away: ClassVar[str] = "to the listener alone, whether a hex holds an enemy piece"
    at: str
    heard: bool


class Outcome(Fact, frozen=True, kw_only=True, tag=True):
    rule: ClassVar[str] = "T8"
    gives_away: ClassVar[str] = "which side has won"
    winner: Side


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
