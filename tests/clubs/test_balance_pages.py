"""How even scenarios are, by the games that are asked for."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.clubs.models import Club, RatingEntry
from games.clubs.selectors.balance import Chosen, balance_of, balances
from games.clubs.services.clubs import club_create
from games.models import Game, User
from games.services import game_create
from games.services.holding import game_conclude
from rules.kernel.audience import Side
from tests.clubs.arranging import both_sit, event_with, pairings, people, published
from tests.games.playing import set_up

pytestmark = pytest.mark.django_db
SCENARIO = "skirmish"


def won(sides: dict[Side, User], days_ago: int = 0) -> Game:
    """A game outside all events, won by side A."""
    game = game_create(scenario_id=SCENARIO, sides=sides).game
    set_up(game.pk)
    game_conclude(game_id=game.pk, winner=Side.A, words="agreed")
    Game.objects.filter(pk=game.pk).update(told_at=timezone.now() - timedelta(days=days_ago))
    return game


def games(chosen: Chosen) -> int:
    return next(one.games for one in balances(chosen) if one.version == SCENARIO)


def rate(user: User, rating: float, club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    RatingEntry.objects.create(
        user=user, event=event, period=1, rating=rating, deviation=50, volatility=0.06, games=9
    )


def test_by_time_rating_and_club(club: Club, td: User) -> None:
    anna, bert, cora = people("anna", "bert", "cora")
    won({Side.A: anna, Side.B: bert})
    won({Side.A: anna, Side.B: cora}, days_ago=100)
    pairing = pairings(published(event_with(club, td, 4), td, (SCENARIO,)))[0]
    game = both_sit(pairing)
    set_up(game.pk)
    game_conclude(game_id=game.pk, winner=Side.B, words="agreed")
    today = timezone.now().date()
    assert games(Chosen()) == 3
    assert games(Chosen(since=today - timedelta(days=9))) == 2
    assert games(Chosen(until=today - timedelta(days=9))) == 1
    assert games(Chosen(club=club.pk)) == 1
    assert balance_of(SCENARIO).games == 3
    rate(anna, 1700, club, td)
    rate(bert, 1600, club, td)
    assert games(Chosen(rating=1600)) == 1
    assert games(Chosen(rating=1650)) == 0


def test_the_page_and_the_file_show_the_same(club: Club, td: User) -> None:
    anna, bert = people("anna", "bert")
    won({Side.A: anna, Side.B: bert}, days_ago=30)
    recent = f"?since={timezone.now().date() - timedelta(days=3)}"
    for query, count in (("", "1"), (recent, "0")):
        file = Client().get(f"/balance.csv{query}").content.decode().splitlines()
        row = next(line for line in file if line.startswith(SCENARIO))
        assert row.split(",")[3] == count
        assert Client().get(f"/balance/{query}").status_code == 200


def test_what_cannot_be_asked_for(club: Club, td: User) -> None:
    secret = club_create(name="Ours", page="", private=True, founder=td)
    for query in ("since=never", "rating=-3", f"club={secret.pk}", "club=00"):
        for address in ("/balance/", "/balance.csv"):
            assert Client().get(f"{address}?{query}").status_code == 422, query


def test_no_more_is_read_for_more_scenarios_and_games(club: Club, td: User) -> None:
    anna, bert = people("anna", "bert")
    counts = []
    for _ in range(2):
        won({Side.A: anna, Side.B: bert})
        with CaptureQueriesContext(connection) as asked:
            balances()
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 3
