"""Swiss rounds: who has as many points as oneself, whom one has not met yet.

What makes a round better is a list, first things first: nobody has a second bye, nobody meets the
same again, the bye goes to the lowest place, scores of those who meet lie as close as can be, and
within a score group the upper half meets the lower half. The best round is found exactly.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.clubs.core.matching import CEILING, Edge, cheapest_matching
from games.clubs.core.rounds import Number, Pair, Played
from games.worded import Worded

ACCELERATED_ROUNDS: Final = 2


class NoRound(Worded):
    """No round can be drawn; the words say why."""


@dataclass(frozen=True)
class Field:
    """Who is to be paired: those who play this round, the highest seed first, and what binds it.

    `points` counts wins as 2 and draws as 1. `forbidden` are pairs that may not meet at all.
    """

    round: int
    players: tuple[Number, ...]
    played: tuple[Played, ...] = ()
    forbidden: frozenset[frozenset[Number]] = frozenset()
    fixed: tuple[Pair, ...] = ()
    everybody: tuple[Number, ...] = ()
    """Whoever has ever entered, the highest seed first: tables and brackets keep their places."""

    @property
    def free(self) -> tuple[Number, ...]:
        """Those whom no pairing by hand has taken."""
        taken = {player for pair in self.fixed for player in (pair.one, pair.other)}
        return tuple(player for player in self.players if player not in taken)

    def points(self, player: Number) -> int:
        mine = [one for one in self.played if one.has(player)]
        return sum(2 * one.won_by(player) + one.drawn() for one in mine)

    def byes(self, player: Number) -> int:
        return sum(one.is_bye and one.one == player for one in self.played)

    def meetings(self) -> Counter[frozenset[Number]]:
        """How often two have met."""
        met = (frozenset((one.one, one.other)) for one in self.played if one.other is not None)
        return Counter(met)

    def may_meet(self, one: Number, other: Number) -> bool:
        return frozenset((one, other)) not in self.forbidden


def swiss(field: Field, *, accelerated: bool = False) -> tuple[Pair, ...]:
    """A round. Raises NoRound if what is forbidden leaves none."""
    scores = {player: field.points(player) for player in field.players}
    if accelerated and field.round <= ACCELERATED_ROUNDS:
        upper = field.players[: (len(field.players) + 1) // 2]
        scores |= {player: scores[player] + 2 for player in upper}
    return (*field.fixed, *best_round(field, field.free, scores))


def best_round(
    field: Field, players: Sequence[Number], scores: Mapping[Number, int]
) -> tuple[Pair, ...]:
    """The best round among some players. Raises NoRound."""
    seeds = {player: place for place, player in enumerate(field.players)}
    order = sorted(players, key=lambda one: (-scores[one], seeds[one]))
    costs = _costs(field, order, [scores[player] for player in order])
    size = len(order) + len(order) % 2
    matching = cheapest_matching(size, costs)
    if 2 * len(matching) < size:
        raise NoRound("What is forbidden leaves somebody without an opponent.")
    pairs = [_pair(order, edge) for edge in sorted(matching)]
    return tuple(sorted(pairs, key=lambda pair: pair.other is None))


def _pair(order: Sequence[Number], edge: Edge) -> Pair:
    low, high = edge
    return Pair(order[low], order[high] if high < len(order) else None)


def _costs(field: Field, order: Sequence[Number], scores: Sequence[int]) -> dict[Edge, int]:
    """What each pair costs. The bye is one vertex more than there are players."""
    met, groups = field.meetings(), _groups(scores)
    sizes = Counter(groups)
    costs: dict[Edge, int] = {}
    for low, one in enumerate(order):
        for high in range(low + 1, len(order)):
            other = order[high]
            if not field.may_meet(one, other):
                continue
            again = met[frozenset((one, other))]
            apart = groups[high] - groups[low]
            fold = high - low - sizes[groups[low]] // 2
            costs[low, high] = _cost(len(order), 0, again**2, 0, apart**2, fold**2)
        if len(order) % 2:
            from_last = len(order) - low - 1
            costs[low, len(order)] = _cost(len(order), field.byes(one) ** 2, 0, from_last, 0, 0)
    return costs


def _cost(players: int, *parts: int) -> int:
    """One number of several, so that no sum of a later part outweighs an earlier one."""
    base = players**3
    total = 0
    for part in parts:
        total = total * base + min(part, players**2)
    if total >= CEILING:
        raise NoRound("There are too many players for one event.")
    return total


def _groups(scores: Sequence[int]) -> list[int]:
    """The score group of each place, the highest being 0."""
    distinct = sorted(set(scores), reverse=True)
    return [distinct.index(score) for score in scores]
