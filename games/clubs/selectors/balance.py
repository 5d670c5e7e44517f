"""How even scenarios are: of public games, as they came out and with ratings taken out."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean

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


def balance_of(scenario_id: str) -> Balance:
    """The printed scenario. Raises KeyError."""
    card = rulesets.scenario(scenario_id).page_data()["scenario"]
    rows = list(Game.objects.public().filter(scenario=scenario_id, together=""))
    over = [game for game in rows if game.status == Status.OVER]
    decided = [game for game in over if game.winner]
    pairs = _differences(decided)
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


def balance_rows() -> list[tuple[object, ...]]:
    """All scenarios, for a spreadsheet."""
    head = ("scenario", "title", "first side", "games", "won by it", "drawn", "Wilson low",
            "Wilson high", "rated games", "lean", "lean low", "lean high", "hours",
            "abandoned", "begun")  # fmt: skip
    return [head, *(_row(balance_of(id_)) for id_ in rulesets.scenario_ids())]


def _row(one: Balance) -> tuple[object, ...]:
    low, high = one.interval
    shares = (f"{x:.3f}" for x in (one.lean.share, one.lean.low, one.lean.high))
    hours = "" if one.hours is None else f"{one.hours:.1f}"
    return (one.version, one.title, one.first, one.games, one.wins, one.draws, f"{low:.3f}",
            f"{high:.3f}", one.rated, *shares, hours, one.abandoned, one.begun)  # fmt: skip


def _differences(games: Iterable[Game]) -> list[Decided]:
    """Games whose players have ratings, with how much higher the first side's was."""
    rows = Seat.objects.filter(game__in=[game.pk for game in games], user__isnull=False)
    users = {(seat.game_id, seat.side): seat.user_id for seat in rows}
    ratings: dict[int, float] = {}
    for row in RatingEntry.objects.order_by("period"):
        ratings[row.user_id] = row.rating
    start, found = Rating().rating, []
    for game in games:
        sides = [users.get((game.pk, side)) for side in Side]
        if None not in sides:
            a, b = (ratings.get(user or 0, start) for user in sides)
            found.append(Decided(game.winner == Side.A, a - b))
    return found


def _hours(games: Iterable[Game]) -> float | None:
    """How long games took on average, from their making to the last word."""
    times = [(game.told_at - game.created).total_seconds() / 3600 for game in games]
    return mean(times) if times else None


def _is_abandoned(game: Game) -> bool:
    """Held by a director and never ended."""
    return game.held and game.status != Status.OVER
