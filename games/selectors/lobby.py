"""Lists of games, from what everybody may know of them.

A game's place in a list follows from its last public bulletin: a step that only one side was told
of moves nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.urls import reverse

from games import rulesets
from games.models import Game, Seat, User
from games.models.choices import Status
from rules.kernel.audience import Side

LISTED: Final = 50  # games of a kind in the lobby

GOING_ON: Final = (Status.OPEN, Status.PLAYING, Status.HALTED)


@dataclass(frozen=True)
class SeatLine:
    """One side of a game in a list."""

    side: Side
    name: str
    nation: str
    player: str
    to_move: bool

    @property
    def is_free(self) -> bool:
        return not self.player


@dataclass(frozen=True)
class GameLine:
    """One game in a list, as its reader may know it. `my_side` and the token are the reader's."""

    id: UUID
    scenario_id: str
    title: str
    status: str
    headline: str
    private: bool
    told_at: datetime
    seats: tuple[SeatLine, ...]
    my_side: Side | None = None
    token: str = ""

    @property
    def is_over(self) -> bool:
        return self.status == Status.OVER

    @property
    def my_move(self) -> bool:
        return any(seat.to_move and seat.side is self.my_side for seat in self.seats)

    @property
    def has_free_seat(self) -> bool:
        return any(seat.is_free for seat in self.seats)

    @property
    def url(self) -> str:
        """The game's page."""
        return reverse("games:game", args=(self.id,))

    @property
    def table_url(self) -> str:
        """The table, on the reader's own seat if he has one."""
        address = reverse("games:table", args=(self.id,))
        return f"{address}?seat={self.token}" if self.token else address

    @property
    def replay_url(self) -> str:
        address = reverse("games:replay", args=(self.id,))
        return f"{address}?seat={self.token}" if self.token else address


def my_games(user: User) -> list[GameLine]:
    """The games that a user plays, those that wait for him first."""
    games = Game.objects.filter(seats__user=user).prefetch_related("seats__user")[:LISTED]
    lines = [line for game in games for line in _my_lines(game, user)]
    return sorted(lines, key=lambda line: (line.is_over, not line.my_move))


def open_games(user: User | None) -> list[GameLine]:
    """Public games in which a seat is free, apart from the user's own."""
    games = Game.objects.public().filter(status=Status.OPEN, seats__user__isnull=True).distinct()
    return _lines(games.exclude(seats__user=user) if user else games)


def live_games() -> list[GameLine]:
    """Public games that are being played."""
    return _lines(Game.objects.public().filter(status__in=(Status.PLAYING, Status.HALTED)))


def finished_games() -> list[GameLine]:
    """Public games that are over, and can be replayed."""
    return _lines(Game.objects.public().filter(status=Status.OVER))


def game_line(game_id: UUID, user: User | None) -> GameLine:
    """One game for its page. Raises Game.DoesNotExist."""
    game = Game.objects.prefetch_related("seats__user").get(pk=game_id)
    mine = _my_lines(game, user) if user else []
    return mine[0] if mine else _line(game)


def games_of_scenario(scenario_id: str) -> int:
    """How many public games of a scenario there are."""
    return Game.objects.public().filter(scenario=scenario_id).count()


def _lines(games: Any) -> list[GameLine]:
    rows: Iterable[Game] = games.prefetch_related("seats__user")[:LISTED]
    return [_line(game) for game in rows]


def _my_lines(game: Game, user: User) -> list[GameLine]:
    return [_line(game, seat) for seat in game.seats.all() if seat.user_id == user.pk]


def _line(game: Game, seat: Seat | None = None) -> GameLine:
    data = rulesets.scenario(game.scenario).page_data()["scenario"]
    seats = sorted(game.seats.all(), key=lambda each: each.side)
    return GameLine(
        id=game.pk,
        scenario_id=game.scenario,
        title=data["title"],
        status=game.status,
        headline=game.headline,
        private=game.private,
        told_at=game.told_at,
        seats=tuple(_seat_line(each, data["sides"][each.side], game) for each in seats),
        my_side=Side(seat.side) if seat else None,
        token=seat.token if seat else "",
    )


def _seat_line(seat: Seat, side: Mapping[str, Any], game: Game) -> SeatLine:
    return SeatLine(
        side=Side(seat.side),
        name=side["name"],
        nation=side["nation"],
        player=(seat.user.get_full_name() or seat.user.get_username()) if seat.user else "",
        to_move=game.to_move == seat.side and game.status != Status.OVER,
    )
