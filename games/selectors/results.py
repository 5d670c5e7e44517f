"""How finished games came out: of a scenario, and of a player. Public games alone are counted;
that a private one was played is for those who played it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from games import rulesets
from games.models import Game, Seat, User
from games.models.choices import Status
from rules.kernel.audience import Side

Z: Final = 1.96  # standard deviations to either side that hold 95 of 100


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % confidence (E. B. Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z / games
    middle = (share + z2 / 2) / (1 + z2)
    width = Z * sqrt((share * (1 - share) + z2 / 4) / games) / (1 + z2)
    return max(0.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True)
class SideTally:
    """How often a side has won so many games of a scenario, or somebody with it."""

    name: str
    nation: str
    games: int
    wins: int
    draws: int

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    @property
    def percent(self) -> int:
        return round(100 * self.wins / self.games) if self.games else 0

    @property
    def low(self) -> int:
        """The lower end of the interval, in percent."""
        return round(100 * wilson(self.wins, self.games)[0])

    @property
    def high(self) -> int:
        """The upper end."""
        return round(100 * wilson(self.wins, self.games)[1])

    @property
    def span(self) -> int:
        """How wide it is."""
        return self.high - self.low


@dataclass(frozen=True)
class Results:
    """What came of the games of a scenario as its card has it, or with the Balance of a side."""

    version: str
    title: str
    games: int
    draws: int
    sides: tuple[SideTally, ...]


@dataclass(frozen=True)
class RecordLine:
    """What somebody made of a scenario with a side."""

    scenario_id: str
    title: str
    tally: SideTally


def scenario_results(scenario_id: str) -> tuple[Results, ...]:
    """As the card has it, and with each Balance with which games were finished."""
    ids = rulesets.versions(scenario_id)
    finished = _finished().filter(scenario__in=ids).values_list("scenario", "winner")
    counts = Counter[tuple[str, str]](finished)
    played = [id_ for id_ in ids if any(version == id_ for version, _ in counts)]
    return tuple(_results(id_, {won: counts[id_, won] for won in ("", *Side)}) for id_ in played)


def games_finished() -> Mapping[str, int]:
    """How many games of each version of a scenario were finished."""
    return Counter(_finished().values_list("scenario", flat=True))


def player_record(user: User) -> tuple[RecordLine, ...]:
    """Somebody's finished games by scenario and side, those most played first."""
    seats = Seat.objects.filter(user=user, game__in=_finished())
    played = seats.values_list("game__scenario", "side", "game__winner")
    counts = Counter[tuple[str, str, str]](played)
    lines = (_record_line(*each, counts) for each in {(id_, side) for id_, side, _ in counts})
    return tuple(sorted(lines, key=lambda line: (-line.tally.games, line.title, line.tally.name)))


def in_all(lines: Iterable[RecordLine]) -> SideTally:
    """All lines of a record as one."""
    tallies = [line.tally for line in lines]
    games, wins, draws = (
        sum(getattr(one, what) for one in tallies) for what in ("games", "wins", "draws")
    )
    return SideTally("", "", games, wins, draws)


def _finished() -> Any:
    return Game.objects.public().filter(status=Status.OVER).order_by()


def _results(version: str, won: Mapping[str, int]) -> Results:
    card, games = _card(version), sum(won.values())
    sides = tuple(_tally(card, side, games, won[side], won[""]) for side in Side)
    return Results(version, card["title"], games, won[""], sides)


def _record_line(version: str, side: str, counts: Counter[tuple[str, str, str]]) -> RecordLine:
    card = _card(version)
    won, lost, draws = (counts[version, side, who] for who in (side, Side(side).enemy.value, ""))
    tally = _tally(card, side, won + lost + draws, won, draws)
    return RecordLine(card["id"], card["title"], tally)


def _tally(card: Mapping[str, Any], side: str, games: int, wins: int, draws: int) -> SideTally:
    named = card["sides"][side]
    return SideTally(named["name"], named["nation"], games, wins, draws)


def _card(version: str) -> Mapping[str, Any]:
    card: Mapping[str, Any] = rulesets.card(version)
    return card
