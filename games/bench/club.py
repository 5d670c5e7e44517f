"""An event under way: how long a round for 200 takes to be drawn and published, and how long the
pages of an event of 64 take, one reader after another, in this process and a database in memory.

What sockets and many readers at once add is not measured here.
"""

import time
from typing import Any, Final

from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from games.bench.recording import spread
from games.clubs.core.choosing import Fixed
from games.clubs.models import Event, Pairing
from games.clubs.models.choices import Result, VerdictKind
from games.clubs.services.choices import sit
from games.clubs.services.clubs import club_create
from games.clubs.services.events import Plan, enter, event_begin, event_create
from games.clubs.services.results import verdict_give
from games.clubs.services.rounds import round_draw, round_lock
from games.leakcheck.database import READ, temporary_database
from games.models import User

LARGE: Final = 200
NIGHT: Final = 64
READERS: Final = 200
_PAGES: Final = ("event", "standings_csv", "embed")


def measure_club(scenario_id: str) -> list[dict[str, Any]]:
    """One object for the publication, one for each page."""
    with temporary_database(), override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        director = User.objects.create(username="director")
        return [_publication(director, scenario_id), *_night(director, scenario_id)]


def _publication(director: User, scenario_id: str) -> dict[str, Any]:
    event, found = _event(director, LARGE), []
    for _ in range(3):
        begun = time.perf_counter()
        round_draw(event_id=event.pk, by=director, scenarios=[scenario_id])
        drawn = time.perf_counter()
        row = round_lock(event_id=event.pk, by=director)
        locked = time.perf_counter()
        found.append((drawn - begun, locked - drawn))
        for pairing in row.pairings.all():
            _decide(pairing, director)
    draws, locks = zip(*found, strict=True)
    return {
        "what": "publication",
        "players": LARGE,
        "draw_s": [round(one, 3) for one in draws],
        "lock_s": [round(one, 3) for one in locks],
    }


def _night(director: User, scenario_id: str) -> list[dict[str, Any]]:
    """The pages while all tables of the second round are live."""
    event = _event(director, NIGHT)
    for live in (False, True):
        round_draw(event_id=event.pk, by=director, scenarios=[scenario_id])
        row = round_lock(event_id=event.pk, by=director)
        for pairing in row.pairings.select_related("one__user"):
            if live:
                sit(pairing_id=pairing.pk, user=pairing.one.user)
            else:
                _decide(pairing, director)
    return [_page(event, name) for name in _PAGES]


def _page(event: Event, name: str) -> dict[str, Any]:
    address, client, times = reverse(f"clubs:{name}", args=(event.pk,)), Client(), []
    before = READ.queries
    size, queries = len(client.get(address).content), READ.queries - before
    for _ in range(READERS):
        begun = time.perf_counter()
        client.get(address)
        times.append(1000 * (time.perf_counter() - begun))
    return {
        "what": name,
        "players": NIGHT,
        "readers": READERS,
        "queries": queries,
        "bytes": size,
        "page_ms": spread(times),
    }


def _event(director: User, players: int) -> Event:
    club = club_create(name=f"Club of {players}", page="", private=False, founder=director)
    plan = Plan("Bench", rounds=3, protocol=(Fixed(),))
    event = event_create(club_id=club.pk, by=director, plan=plan)
    for number in range(players):
        user, _ = User.objects.get_or_create(username=f"player-{number:03}")
        enter(event_id=event.pk, user=user)
    event_begin(event_id=event.pk, by=director)
    return event


def _decide(pairing: Pairing, director: User) -> None:
    """A result in turn for the one and the other."""
    if pairing.other_id is None:
        return
    result = Result.ONE if pairing.table % 2 else Result.OTHER
    kind, why = VerdictKind.ENTERED, "of the bench"
    verdict_give(pairing_id=pairing.pk, by=director, kind=kind, result=result, why=why)
