"""How even a scenario is between two players of a kind: wins by side, and how sure that is."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from rules.kernel.audience import Side
from rules.proof.simulation import Played

SURE = 1.96
"""Standard deviations of a confidence of 95 %."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What some games came to: the wins of each side, the drawn ones apart; Game Turns and steps
    of them all.
    """

    games: int
    wins: Counter[Side]
    turns: int
    steps: int

    @property
    def drawn(self) -> int:
        return self.games - sum(self.wins.values())

    def share(self, side: Side) -> tuple[float, float, float]:
        """The share of games that a side wins, and between which shares it lies with 95 %."""
        wins = self.wins[side]
        return wins / self.games, *wilson(wins, self.games)

    @property
    def mean_turns(self) -> float:
        return self.turns / self.games

    @property
    def mean_steps(self) -> float:
        return self.steps / self.games


def balance_of(games: Iterable[Played]) -> Balance:
    """What games that ended without a fault came to. There must be one at least."""
    ended = tuple(one for one in games if not one.faults)
    return Balance(
        games=len(ended),
        wins=Counter(one.winner for one in ended if one.winner is not None),
        turns=sum(one.turn for one in ended),
        steps=sum(one.steps for one in ended),
    )


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval: between which shares the true one lies, after so many wins in games."""
    share, doubt = wins / games, SURE**2 / games
    middle = (share + doubt / 2) / (1 + doubt)
    reach = SURE / (1 + doubt) * sqrt(share * (1 - share) / games + doubt / games / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)
