"""How even scenarios are: of public games, as they came out and with ratings taken out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import mean
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games import rulesets
from games.clubs.core.balance import Decided, Lean, lean
from games.clubs.core.glicko import Rating
from games.clubs.models import RatingEntry
from games.models import Game, Seat
from games.models.choices import Status
from games.selectors.results import wilson
from rules.kernel.audience import Side


@dataclass(frozen=True)
class Balance:
    """What finished games say of a scenario, and of how its games go."""

    version: str
    title: str
    first: str
    games: int
    wins: int
    draws: int
    lean: Lean
    rated: int
    hours: float | None
    abandoned: int
    begun: int

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games - self.draws)

    @property
    def percents(self) -> dict[str, int]:
        """The lean and its bounds, in percent."""
        found = {"low": self.lean.low, "share": self.lean.share, "high": self.lean.high}
        return {name: round(100 * value) for name, value in found.items()}

    @property
    def abandoned_percent(self) -> int:
        return round(100 * self.abandoned / self.begun) if self.begun else 0


@dataclass(frozen=True)
class Chosen:
    """Which games are asked for: whose last word was said in that time, of a club's events, whose
    players both have a rating and that at least.
    """

    since: date | None = None
    until: date | None = None
    club: UUID | None = None
    rating: int | None = None

    def games(self) -> QuerySet[Game]:
        """Public games, but for what their players' ratings say."""
        rows = Game.objects.public().filter(together="")
        if self.since:
            rows = rows.filter(told_at__date__gte=self.since)
        if self.until:
            rows = rows.filter(told_at__date__lte=self.until)
        return rows.filter(pairing__round__event__club=self.club) if self.club else rows


EVERYTHING: Final = Chosen()


def balance_of(scenario_id: str) -> Balance:
    """The printed scenario, by all its games. Raises KeyError."""
    games = list(EVERYTHING.games().filter(scenario=scenario_id))
    return _balance(scenario_id, games, _Players.of(games))


def balances(chosen: Chosen = EVERYTHING) -> list[Balance]:
    """All printed scenarios, by the games that are asked for."""
    ids = rulesets.scenario_ids()
    games = list(chosen.games().filter(scenario__in=ids))
    players = _Players.of(games)
    if chosen.rating is not None:
        games = [game for game in games if players.weakest(game) >= chosen.rating]
    return [_balance(id_, [g for g in games if g.scenario == id_], players) for id_ in ids]


def balance_rows(chosen: Chosen = EVERYTHING) -> list[tuple[object, ...]]:
    """The same for a spreadsheet."""
    head = ("scenario", "title", "first side", "games", "won by it", "drawn", "Wilson low",
            "Wilson high", "rated games", "lean", "lean low", "lean high", "hours",
            "abandoned", "begun")  # fmt: skip
    return [head, *(_row(one) for one in balances(chosen))]


def _balance(scenario_id: str, rows: Sequence[Game], players: "_Players") -> Balance:
    card = rulesets.card(scenario_id)
    over = [game for game in rows if game.status == Status.OVER]
    decided = [game for game in over if game.winner]
    pairs = [pair for game in decided if (pair := players.difference(game))]
    return Balance(
        version=scenario_id,
        title=card["title"],
        first=card["sides"]["a"]["name"],
        games=len(over),
        wins=sum(game.winner == Side.A for game in decided),
        draws=len(over) - len(decided),
        lean=lean(pairs),
        rated=len(pairs),
        hours=_hours(over),
        abandoned=sum(_is_abandoned(game) for game in rows),
        begun=sum(game.status != Status.OPEN for game in rows),
    )


def _row(one: Balance) -> tuple[object, ...]:
    low, high = one.interval
    shares = (f"{x:.3f}" for x in (one.lean.share, one.lean.low, one.lean.high))
    hours = "" if one.hours is None else f"{one.hours:.1f}"
    return (one.version, one.title, one.first, one.games, one.wins, one.draws, f"{low:.3f}",
            f"{high:.3f}", one.rated, *shares, hours, one.abandoned, one.begun)  # fmt: skip


@dataclass(frozen=True)
class _Players:
    """Who played which side of some games, and how they are rated now."""

    users: Mapping[tuple[UUID, str], int | None]
    ratings: Mapping[int, float]

    @classmethod
    def of(cls, games: Iterable[Game]) -> "_Players":
        seats = Seat.objects.filter(game__in=[game.pk for game in games], user__isnull=False)
        users = {(seat.game_id, seat.side): seat.user_id for seat in seats}
        rows = RatingEntry.objects.filter(user__in=set(users.values())).order_by("period")
        return cls(users, {row.user_id: row.rating for row in rows})

    def difference(self, game: Game) -> Decided | None:
        """How much higher the first side's rating was; None unless both played by an account."""
        a, b = (self.users.get((game.pk, side)) for side in Side)
        if a is None or b is None:
            return None
        start = Rating().rating
        higher = self.ratings.get(a, start) - self.ratings.get(b, start)
        return Decided(game.winner == Side.A, higher)

    def weakest(self, game: Game) -> float:
        """The lower of both ratings; less than any if one has none."""
        users = [self.users.get((game.pk, side)) or 0 for side in Side]
        return min(self.ratings.get(user, float("-inf")) for user in users)


def _hours(games: Iterable[Game]) -> float | None:
    """How long games took on average, from their making to the last word."""
    times = [(game.told_at - game.created).total_seconds() / 3600 for game in games]
    return mean(times) if times else None


def _is_abandoned(game: Game) -> bool:
    """Held by a director and never ended."""
    return game.held and game.status != Status.OVER
