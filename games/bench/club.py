"""An event under way: how long a round for 200 takes to be drawn and published, in this process and
a database in memory; and the club night that `night.py` measures through servers.
"""

import time
from typing import Any, Final

from django.test import Client
from django.test.utils import override_settings

from games.bench.recording import MASTER, ClubNight, LiveTable
from games.clubs.core.choosing import Fixed
from games.clubs.models import Event, Pairing, Round
from games.clubs.models.choices import Chair, Result, VerdictKind
from games.clubs.services.clubs import club_create
from games.clubs.services.events import Plan, enter, event_begin, event_create
from games.clubs.services.results import verdict_give
from games.clubs.services.rounds import round_draw, round_lock
from games.leakcheck.database import temporary_database
from games.models import User
from games.services import game_create

LARGE: Final = 200
NIGHT: Final = 64


def publication(scenario_id: str) -> dict[str, Any]:
    """Three rounds of a large event, drawn and published."""
    with temporary_database(), override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        director = User.objects.create(username="director")
        event, found = _event(director, LARGE), []
        for _ in range(3):
            begun = time.perf_counter()
            round_draw(event_id=event.pk, by=director, scenarios=[scenario_id])
            drawn = time.perf_counter()
            row = round_lock(event_id=event.pk, by=director)
            found.append((drawn - begun, time.perf_counter() - drawn))
            _decide_all(row, director)
    draws, locks = zip(*found, strict=True)
    return {
        "what": "publication",
        "players": LARGE,
        "draw_s": [round(one, 3) for one in draws],
        "lock_s": [round(one, 3) for one in locks],
    }


def night_made(scenario_id: str) -> ClubNight:
    """An event whose second round is being played at all its tables. The games have one master
    seed, so that one recording fits them all, and seats that a link alone opens.
    """
    director = User.objects.create(username="director")
    event = _event(director, NIGHT)
    _decide_all(_published(event, director, scenario_id), director)
    tables = [
        _seated(one, scenario_id) for one in _pairings(_published(event, director, scenario_id))
    ]
    return ClubNight(event.pk, _cookies(director), tuple(tables))


def _seated(pairing: Pairing, scenario_id: str) -> LiveTable:
    created = game_create(scenario_id=scenario_id, master=MASTER)
    pairing.game, pairing.side_a = created.game, Chair.ONE
    pairing.save(update_fields=("game", "side_a"))
    return LiveTable(created.game.pk, {side: seat.token for side, seat in created.seats.items()})


def _cookies(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={client.cookies['sessionid'].value}"


def _event(director: User, players: int) -> Event:
    club = club_create(name=f"Club of {players}", page="", private=False, founder=director)
    plan = Plan("Bench", rounds=3, protocol=(Fixed(),))
    event = event_create(club_id=club.pk, by=director, plan=plan)
    for number in range(players):
        user, _ = User.objects.get_or_create(username=f"player-{number:03}")
        enter(event_id=event.pk, user=user)
    event_begin(event_id=event.pk, by=director)
    return event


def _published(event: Event, director: User, scenario_id: str) -> Round:
    round_draw(event_id=event.pk, by=director, scenarios=[scenario_id])
    return round_lock(event_id=event.pk, by=director)


def _pairings(row: Round) -> list[Pairing]:
    return list(row.pairings.exclude(other=None).order_by("table"))


def _decide_all(row: Round, director: User) -> None:
    """Results in turn for the one and the other."""
    kind, why = VerdictKind.ENTERED, "of the bench"
    for pairing in _pairings(row):
        result = Result.ONE if pairing.table % 2 else Result.OTHER
        verdict_give(pairing_id=pairing.pk, by=director, kind=kind, result=result, why=why)
