"""Parts of an event's page are kept, and never shown once they are not so any more."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.models import Club, Event, Pairing
from games.clubs.models.choices import Result, VerdictKind
from games.clubs.services.results import verdict_give
from games.models import Game, User
from games.models.choices import Status
from games.services.holding import game_conclude
from rules.kernel.audience import Side
from tests.clubs.arranging import both_sit, event_with, pairings, published

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    caches["pages"].clear()


def shown(event: Event, name: str = "event") -> str:
    return Client().get(reverse(f"clubs:{name}", args=(event.pk,))).content.decode()


def queries(event: Event) -> int:
    with CaptureQueriesContext(connection) as asked:
        shown(event)
    return len(asked)


def test_a_page_that_is_kept_asks_for_little_however_many_play(club: Club, td: User) -> None:
    event = event_with(club, td, 10)
    rows = pairings(published(event, td))
    for pairing in rows:
        both_sit(pairing)
    first = queries(event)
    kept = queries(event)
    assert kept < first
    assert kept <= 4


def test_a_verdict_is_seen_at_once(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    pairing = pairings(published(event, td))[0]
    assert "1–0" not in shown(event)
    verdict_give(
        pairing_id=pairing.pk, by=td, kind=VerdictKind.ENTERED, result=Result.ONE, why="at the club"
    )
    assert "1–0" in shown(event)
    assert "1–0" in shown(event, "event")


def test_a_game_that_ends_is_seen_though_nobody_counted_it(club: Club, td: User) -> None:
    """As if the process had died before it could tell the event."""
    event = event_with(club, td, 4)
    pairing: Pairing = pairings(published(event, td))[0]
    game: Game = both_sit(pairing)
    before = shown(event), shown(event, "embed")
    side = Side.A if pairing.side_a == "one" else Side.B
    game_conclude(game_id=game.pk, winner=side, words="agreed")
    assert Game.objects.get(pk=game.pk).status == Status.OVER
    assert "1–0" not in before[0]
    assert "1–0" in shown(event)
    assert before[1] != shown(event, "embed")


def test_the_desk_asks_as_much_for_ten_as_for_four(club: Club, td: User) -> None:
    client = Client()
    client.force_login(td, backend="django.contrib.auth.backends.ModelBackend")
    counts = []
    for players in (4, 10):
        event = event_with(club, td, players)
        for pairing in pairings(published(event, td)):
            both_sit(pairing)
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("clubs:desk", args=(event.pk,)))
        counts.append(len(asked))
    assert counts[0] == counts[1]
