"""What a secrecy check exercised, and the leaks it found."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rules.kernel.audience import Audience

COUNTERS: Final = "counters of the others"
ORDER: Final = "order of tables"
EVERYTHING: Final = "everything at once"
ONE_SIDED: Final = "offered in one world only"


@dataclass(frozen=True)
class Leak:
    """A difference that X could notice, and where to find it again."""

    seed: int
    game: int
    step: int
    x: Audience
    varied: str
    what: str
    one: str
    two: str

    def __str__(self) -> str:
        where = f"seed {self.seed}, game {self.game}, step {self.step}, for {self.x.value}"
        return f"{self.what} ({where}, varied: {self.varied})\n  {self.one}\n  {self.two}"


@dataclass
class Tally:
    """What was exercised, and what was found.

    `cards` are answers compared to what X may ask; `remade` the twins that agree on what Facts told
    after others did not. `work` are observations, no leaks: in how many of the `counted` inputs
    which modules were called more often in one world than in the other. `in_game` are the pairs of
    the game that was played last, whose number is `game`.
    """

    pairs: int = 0
    game: int = 0
    in_game: int = 0
    messages: int = 0
    silent: int = 0
    forged: int = 0
    refused: int = 0
    taken_back: int = 0
    went_on: int = 0
    unpaired: int = 0
    remade: int = 0
    cards: int = 0
    counted: int = 0
    audiences: Counter[str] = field(default_factory=Counter)
    varied: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)
    work: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    @property
    def stopped(self) -> int:
        """Pairs that Facts drove apart, or a choice that one world alone had."""
        return self.stops.total()

    def add(self, other: "Tally") -> None:
        """Add what another check found."""
        self.pairs += other.pairs
        self.messages += other.messages
        self.stops.update(other.stops)
        self.leaks += other.leaks

    def claims(self, kinds: Iterable[str]) -> dict[str, int]:
        """Everything that is said to be exercised, with how often it was; `kinds` of variation."""
        kinds = (*kinds, COUNTERS, ORDER, EVERYTHING)
        return {
            **{f"twins for {x.value}": self.audiences[x.value] for x in Audience},
            **{f"varied: {kind}": self.varied[kind] for kind in kinds},
            "silent steps": self.silent,
            "forged inputs": self.forged,
            "refusals compared": self.refused,
            "take-backs": self.taken_back,
            "equal Facts, went on": self.went_on,
            "stopped by Facts": self.stopped - self.stops[ONE_SIDED],
            "twins made again after a Fact": self.remade,
            "inputs whose work was counted": self.counted,
        }
