"""Standings: scores and tie-breaks as an ordered list of data, and every value as a sum.

Whoever is tied by all that comes before is told apart by the next on the list. A criterion is a
struct; what it gives a player is a `Score`, whose terms add up to its value, so that every cell of
a standing can be opened.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from games.clubs.core.lots import lot
from games.clubs.core.rounds import Number, Played, last_round, of_player

_FACES: Final = 1_000_000


@dataclass(frozen=True)
class Term:
    """One part of a sum: what for, and how much."""

    label: str
    value: float


@dataclass(frozen=True)
class Score:
    """What a criterion gives a player."""

    value: float
    terms: tuple[Term, ...] = ()
    out: tuple[Term, ...] = ()
    """What is left out of the sum: the best and the worst, where the criterion says so."""


class _Criterion(msgspec.Struct, frozen=True, tag_field="by", rename="kebab"):
    """Something that players are told apart by."""

    @property
    def title(self) -> str:
        return str(self.__struct_config__.tag).replace("-", " ").capitalize()

    def scores(self, field: "Facts", tied: Sequence[Number]) -> Mapping[Number, Score]:
        """What it gives to each of those who are tied so far."""
        return {player: self.score(field, player) for player in tied}

    def score(self, field: "Facts", player: Number) -> Score:
        raise NotImplementedError


@dataclass(frozen=True)
class Facts:
    """All that a standing is reckoned from. What is not decided counts for nobody."""

    players: tuple[Number, ...]
    played: tuple[Played, ...]
    names: Mapping[Number, str]
    first: _Criterion
    seed: bytes = b""

    def of(self, player: Number) -> list[Played]:
        return [one for one in of_player(player, self.played) if one.is_decided]

    def name(self, player: Number | None) -> str:
        return "bye" if player is None else self.names.get(player, f"No {player}")

    def wins(self, player: Number) -> int:
        return sum(one.won_by(player) for one in self.of(player))

    def points(self, player: Number) -> float:
        """What the first criterion of the list gives."""
        return self.first.score(self, player).value


class Points(_Criterion, frozen=True, tag="points"):
    """So much for a win, a draw, a loss; a bye is a win unless it says otherwise."""

    win: float = 3
    draw: float = 1
    loss: float = 0
    bye: float | None = None

    def score(self, field: Facts, player: Number) -> Score:
        return _sum(self._term(field, player, one) for one in field.of(player))

    def _term(self, field: Facts, player: Number, one: Played) -> Term:
        against = field.name(one.opponent_of(player))
        if one.is_bye:
            return Term(f"R{one.round} bye", self.win if self.bye is None else self.bye)
        if one.won_by(player):
            return Term(f"R{one.round} beat {against}", self.win)
        if one.drawn():
            return Term(f"R{one.round} drew with {against}", self.draw)
        return Term(f"R{one.round} lost to {against}", self.loss)


class TenAndTwo(_Criterion, frozen=True, tag="ten-and-two"):
    """Ten for each win, and two for each win of an opponent whom one has beaten."""

    win: float = 10
    beaten: float = 2

    @property
    def title(self) -> str:
        return f"{self.win:g}+{self.beaten:g}"

    def score(self, field: Facts, player: Number) -> Score:
        terms = []
        for one in field.of(player):
            if not one.won_by(player):
                continue
            other = one.opponent_of(player)
            if other is None:
                terms.append(Term(f"R{one.round} bye", self.win))
                continue
            terms.append(Term(f"R{one.round} beat {field.name(other)}", self.win))
            wins = field.wins(other)
            terms.append(Term(f"{wins} × win of {field.name(other)}", self.beaten * wins))
        return _sum(terms)


class HeadToHead(_Criterion, frozen=True, tag="head-to-head"):
    """If exactly two are tied, what they did against each other."""

    def scores(self, field: Facts, tied: Sequence[Number]) -> Mapping[Number, Score]:
        if len(tied) != 2:  # noqa: PLR2004 - the rule's own number
            return {player: Score(0) for player in tied}
        return {player: self._between(field, player, tied) for player in tied}

    def _between(self, field: Facts, player: Number, tied: Sequence[Number]) -> Score:
        meetings = [one for one in field.of(player) if all(one.has(each) for each in tied)]
        return _sum(
            Term(
                f"R{one.round} against {field.name(one.opponent_of(player))}",
                one.won_by(player) + 0.5 * one.drawn(),
            )
            for one in meetings
        )


class Buchholz(_Criterion, frozen=True, tag="buchholz"):
    """The points of one's opponents, without so many of the best and of the worst.

    A bye counts as an opponent with as many points as oneself.
    """

    best: int = 0
    worst: int = 0

    @property
    def title(self) -> str:
        left_out = [f"best {self.best}"] * bool(self.best) + [f"worst {self.worst}"] * bool(
            self.worst
        )
        return "Buchholz" + (f" without {' and '.join(left_out)}" if left_out else "")

    def score(self, field: Facts, player: Number) -> Score:
        terms = [_opponent(field, player, one) for one in field.of(player)]
        ranked = sorted(terms, key=lambda term: term.value)
        dropped = [*ranked[: self.worst], *ranked[len(ranked) - self.best :][: self.best]]
        kept = [term for term in terms if not any(term is one for one in dropped)]
        return _sum(kept, out=dropped)


class SonnebornBerger(_Criterion, frozen=True, tag="sonneborn-berger"):
    """The points of those whom one has beaten, and half of those with whom one has drawn."""

    @property
    def title(self) -> str:
        return "Sonneborn-Berger"

    def score(self, field: Facts, player: Number) -> Score:
        terms = []
        for one in field.of(player):
            whole = _opponent(field, player, one)
            if one.won_by(player):
                terms.append(whole)
            elif one.drawn():
                terms.append(Term(f"half of {whole.label}", whole.value / 2))
        return _sum(terms)


class OpponentsWins(_Criterion, frozen=True, tag="opponents-wins"):
    """The wins of one's opponents."""

    @property
    def title(self) -> str:
        return "Opponents’ wins"

    def score(self, field: Facts, player: Number) -> Score:
        met = [(one.round, one.opponent_of(player)) for one in field.of(player)]
        return _sum(
            Term(f"R{round_} {field.name(other)}", field.wins(other))
            for round_, other in met
            if other is not None
        )


class FirstLoss(_Criterion, frozen=True, tag="first-loss"):
    """The round in which one lost first: the later, the better; best who never has."""

    def score(self, field: Facts, player: Number) -> Score:
        lost = [one.round for one in field.of(player) if one.lost_by(player)]
        round_ = min(lost, default=last_round(field.played) + 1)
        label = f"lost first in round {round_}" if lost else "has not lost"
        return Score(round_, (Term(label, round_),))


class Lot(_Criterion, frozen=True, tag="lot"):
    """A lot of the event's own, drawn among those who are tied to the end."""

    def score(self, field: Facts, player: Number) -> Score:
        drawn = lot(field.seed, f"standing:{player}", _FACES)
        return Score(drawn, (Term("drawn by lot", drawn),))


Criterion = (
    Points | TenAndTwo | HeadToHead | Buchholz | SonnebornBerger | OpponentsWins | FirstLoss | Lot
)

CLASSIC: Final[tuple[Criterion, ...]] = (
    Points(),
    HeadToHead(),
    Buchholz(best=1, worst=1),
    SonnebornBerger(),
    OpponentsWins(),
    FirstLoss(),
    Lot(),
)
"""What an event has unless it says otherwise."""

AREA: Final[tuple[Criterion, ...]] = (
    TenAndTwo(),
    HeadToHead(),
    OpponentsWins(),
    FirstLoss(),
    Lot(),
)
"""Ten for a win and two for each win of those whom one has beaten."""


@dataclass(frozen=True)
class Row:
    """One line of a standing: what each criterion gave, as far as it was asked."""

    rank: int
    player: Number
    scores: tuple[Score | None, ...]


def standings(
    criteria: Sequence[Criterion],
    players: Iterable[Number],
    played: Iterable[Played],
    *,
    names: Mapping[Number, str] | None = None,
    seed: bytes = b"",
) -> tuple[Row, ...]:
    """Everybody's place. Who is tied by the whole list shares a place."""
    everybody = tuple(sorted(players))
    facts = Facts(everybody, tuple(played), names or {}, criteria[0], seed)
    found: dict[Number, list[Score | None]] = {player: [] for player in everybody}
    groups = [list(everybody)] if everybody else []
    for criterion in criteria:
        groups = [part for group in groups for part in _split(criterion, facts, group, found)]
    rows, rank = [], 1
    for group in groups:
        rows += [Row(rank, player, tuple(found[player])) for player in group]
        rank += len(group)
    return tuple(rows)


def _split(
    criterion: Criterion,
    facts: Facts,
    group: list[Number],
    found: Mapping[Number, list[Score | None]],
) -> list[list[Number]]:
    """A group of tied players by what a criterion gives them, the highest first.

    Every criterion says something of everybody, but a lot is drawn by none who is not tied, and
    what was done against each other is asked of none but two.
    """
    alone = len(group) == 1
    asked = not alone or not isinstance(criterion, Lot | HeadToHead)
    scores = criterion.scores(facts, group) if asked else {}
    for player in group:
        found[player].append(scores.get(player))
    values = sorted({score.value for score in scores.values()}, reverse=True)
    if alone or not values:
        return [group]
    return [[one for one in group if scores[one].value == value] for value in values]


def _opponent(facts: Facts, player: Number, one: Played) -> Term:
    """An opponent's points; as many as one's own for a bye."""
    other = one.opponent_of(player)
    return Term(
        f"R{one.round} {facts.name(other)}", facts.points(player if other is None else other)
    )


def _sum(terms: Iterable[Term], out: Iterable[Term] = ()) -> Score:
    kept = tuple(terms)
    return Score(sum(term.value for term in kept), kept, tuple(out))
