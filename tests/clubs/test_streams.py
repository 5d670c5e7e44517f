"""The stream of an event's page, for every role and for nobody."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.test import Client
from pytest_django.fixtures import Settings

from aslsite.asgi import application
from games.clubs.models import Event, Membership
from games.clubs.services.clubs import club_create
from games.clubs.services.events import Plan
from games.hub import event_changed
from games.models import User
from games.stream import CLOSE_POLICY
from games.wire import BEAT
from tests.clubs.arranging import FIXED, event_with, people

pytestmark = pytest.mark.django_db(transaction=True)
ROLES = ("organiser", "director", "player", "member", "stranger", "nobody")
SEES = {False: set(ROLES), True: set(ROLES) - {"stranger", "nobody"}}


def arranged(*, private: bool) -> tuple[Event, dict[str, str]]:
    """An event, and the cookies of somebody of every role."""
    organiser, director, member, stranger = people("olga", "dora", "mara", "stig")
    club = club_create(name="Hex Club", page="", private=private, founder=organiser)
    event = event_with(club, organiser, 4, plan=Plan("Autumn", protocol=FIXED, private=private))
    event.directors.add(director)
    Membership.objects.create(club=club, user=member)
    player = people("anna")[0]
    users = (organiser, director, player, member, stranger, None)
    return event, {role: _cookies(user) for role, user in zip(ROLES, users, strict=True)}


def _cookies(user: User | None) -> str:
    if user is None:
        return ""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"{site.SESSION_COOKIE_NAME}={client.cookies[site.SESSION_COOKIE_NAME].value}"


async def _opened(event: Event, cookies: str) -> WebsocketCommunicator:
    where = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    headers = [*where, (b"cookie", cookies.encode())]
    stream = WebsocketCommunicator(application, f"/ws/e/{event.pk}/", headers)
    connected, _ = await stream.connect(timeout=120)
    assert connected
    return stream


async def _hears(event: Event, cookies: str) -> Any:
    """What comes first when the event changes: a frame, or the code of its end."""
    stream = await _opened(event, cookies)
    first = await stream.receive_output(40)  # who is here, or the end
    if first["type"] == "websocket.close":
        return first["code"]
    await event_changed(event.pk, 7)
    while True:
        frame = json.loads(await stream.receive_from(10))
        if frame["t"] == "event":
            await stream.disconnect()
            return frame


@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
@pytest.mark.parametrize("role", ROLES)
async def test_who_sees_an_event_hears_that_it_changed(role: str, private: bool) -> None:
    event, cookies = await sync_to_async(arranged)(private=private)
    heard = await _hears(event, cookies[role])
    expected: Any = {"t": "event", "n": 7} if role in SEES[private] else 4404
    assert heard == expected


async def test_a_beat_is_answered_and_nothing_else() -> None:
    event, cookies = await sync_to_async(arranged)(private=False)
    stream = await _opened(event, cookies["nobody"])
    assert json.loads(await stream.receive_from(40))["t"] == "presence"
    for said in (" ", "[1]", '{"t":"hello","have":null}', BEAT):
        await stream.send_to(text_data=said)
    assert await stream.receive_from(10) == BEAT
    await stream.disconnect()


async def test_who_says_too_much_is_closed(settings: Settings) -> None:
    settings.TABLE_FRAMES_PER_SECOND = 0
    event, cookies = await sync_to_async(arranged)(private=False)
    stream = await _opened(event, cookies["nobody"])
    assert json.loads(await stream.receive_from(40))["t"] == "presence"
    await stream.send_to(text_data=BEAT)
    assert (await stream.receive_output(40))["code"] == CLOSE_POLICY
    await stream.disconnect()
