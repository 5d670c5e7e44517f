"""Lists of games, from what everybody may know of them.

A game's place in a list follows from its last public bulletin: a step that only one side was told
of moves nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games import rulesets
from games.models import Game, Seat, User
from games.models.choices import ComputerChoice, Pace, Status
from games.selectors.clocks import rests
from games.selectors.house import terms_words
from rules.kernel.audience import Side

COMPUTERS_NAME: Final = gettext_lazy("Computer")
LISTED: Final = 50  # games of a kind in the lobby

_LIVE: Final = (Status.PLAYING, Status.HALTED)
GOING_ON: Final = (Status.OPEN, Status.PLAYING, Status.HALTED)


@dataclass(frozen=True)
class SeatLine:
    """One side of a game in a list."""

    side: Side
    name: str
    nation: str
    role: str
    player: str
    username: str
    to_move: bool
    is_computers: bool
    given_up: bool
    held: bool = False

    @property
    def player_url(self) -> str:
        """The page of who plays it."""
        return reverse("games:player", args=(self.username,)) if self.username else ""

    @property
    def is_free(self) -> bool:
        return not self.player and not self.held


@dataclass(frozen=True)
class Wanted:
    """Which open games somebody looks for: "" is any."""

    scenario: str = ""
    nation: str = ""
    pace: str = ""

    def games(self) -> Q:
        """The condition that such games fulfil: a free seat, of that nation if one is named."""
        found = Q(seats__in=_free_seats().filter(self._seats()))
        if self.scenario:
            found &= Q(scenario__in=rulesets.versions(self.scenario))
        if self.pace:
            found &= Q(pace=self.pace)
        return found

    def _seats(self) -> Q:
        if not self.nation:
            return Q()
        printed = rulesets.scenario_ids()
        sides = {id_: rulesets.card(id_)["sides"] for id_ in printed}
        seats = Q(pk__in=())
        for id_, cards in sides.items():
            for side, card in cards.items():
                if card["nation"] == self.nation:
                    seats |= Q(side=side, game__scenario__in=rulesets.versions(id_))
        return seats


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
    pace: str
    seats: tuple[SeatLine, ...]
    my_side: Side | None = None
    token: str = ""
    together: str = ""
    clock: str = ""
    rests_until: datetime | None = None

    @property
    def is_over(self) -> bool:
        return self.status == Status.OVER

    @property
    def my_move(self) -> bool:
        if self.together:
            return any(seat.to_move for seat in self.seats)
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
        if self.together and self.token:
            return reverse("games:sit", args=(self.id,))
        address = reverse("games:table", args=(self.id,))
        return f"{address}?seat={self.token}" if self.token else address

    @property
    def replay_url(self) -> str:
        address = reverse("games:replay", args=(self.id,))
        return f"{address}?seat={self.token}" if self.token else address


def my_games(user: User) -> list[GameLine]:
    """The games that a user plays, those that wait for him first."""
    games = Game.objects.filter(seats__user=user).distinct()
    rows = games.select_related("clock").prefetch_related("seats__user")[:LISTED]
    lines = [line for game in rows for line in _my_lines(game, user)]
    return sorted(lines, key=lambda line: (line.is_over, not line.my_move))


def open_games(user: User | None, wanted: Wanted | None = None) -> list[GameLine]:
    """Public games in which a seat is free, apart from the user's own; those that are wanted."""
    games = Game.objects.public().filter((wanted or Wanted()).games(), status=Status.OPEN)
    games = games.distinct()
    return _lines(games.exclude(seats__user=user) if user else games)


def live_games() -> list[GameLine]:
    """Public games that are being played, by links that nobody has claimed too."""
    held = Q(status=Status.OPEN) & ~Q(seats__in=_free_seats())
    return _lines(Game.objects.public().filter(Q(status__in=_LIVE) | held))


def finished_games() -> list[GameLine]:
    """Public games that are over, and can be replayed."""
    return _lines(Game.objects.public().filter(status=Status.OVER))


def games_of_player(user: User) -> list[GameLine]:
    """The public games that somebody plays or has played."""
    return _lines(Game.objects.public().filter(seats__user=user))


def game_line(game_id: UUID, user: User | None) -> GameLine:
    """One game for its page. Raises Game.DoesNotExist."""
    game = Game.objects.select_related("clock").prefetch_related("seats__user").get(pk=game_id)
    mine = _my_lines(game, user) if user else []
    return mine[0] if mine else _line(game)


def games_of_scenario(scenario_id: str) -> int:
    """How many public games of a scenario there are."""
    return Game.objects.public().filter(scenario__in=rulesets.versions(scenario_id)).count()


def _free_seats() -> QuerySet[Seat]:
    return Seat.objects.filter(user=None, held=False).exclude(computer=ComputerChoice.PLAYS)


def _lines(games: Any) -> list[GameLine]:
    rows: Iterable[Game] = games.select_related("clock").prefetch_related("seats__user")[:LISTED]
    return [_line(game) for game in rows]


def _my_lines(game: Game, user: User) -> list[GameLine]:
    """For each of his seats; of a game in which he has both, once."""
    lines = [_line(game, seat) for seat in game.seats.all() if seat.user_id == user.pk]
    return lines[:1] if game.together else lines


def _line(game: Game, seat: Seat | None = None) -> GameLine:
    data = rulesets.card(game.scenario)
    seats = sorted(game.seats.all(), key=lambda each: each.side)
    return GameLine(
        id=game.pk,
        scenario_id=game.scenario,
        title=data["title"],
        status=game.status,
        headline=game.headline,
        private=game.private,
        told_at=game.told_at,
        pace=str(Pace(game.pace).label) if game.pace else "",
        seats=tuple(_seat_line(each, data["sides"][each.side], game) for each in seats),
        my_side=Side(seat.side) if seat else None,
        token=seat.token if seat else "",
        together=game.together,
        clock=terms_words(game.clock) if game.timed else "",
        rests_until=game.break_until if rests(game) else None,
    )


def _seat_line(seat: Seat, side: Mapping[str, Any], game: Game) -> SeatLine:
    return SeatLine(
        side=Side(seat.side),
        name=side["name"],
        nation=side["nation"],
        role=side["role"],
        player=_player(seat),
        username=seat.user.get_username() if seat.user else "",
        to_move=game.to_move == seat.side and game.status != Status.OVER,
        is_computers=seat.is_computers,
        held=seat.held,
        given_up=seat.user is None and seat.computer == ComputerChoice.GAVE_UP,
    )


def _player(seat: Seat) -> str:
    """Who plays, in words; "" if nobody does."""
    if seat.is_computers:
        return str(COMPUTERS_NAME)
    return (seat.user.get_full_name() or seat.user.get_username()) if seat.user else ""
