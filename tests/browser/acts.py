"""What tests have done in their server, without a browser and without waiting (`House.do`)."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.hub import house_changed, seats_changed
from games.live import look_at_clocks, told
from games.models import Game, User
from games.selectors.clocks import clocks_running
from games.selectors.documents import audience_view
from games.services import game_create, play
from games.services.clocks import PULSE_EVERY, pulse_beat
from games.services.seats import seat_revoke
from games.threads import reading, writing
from games.wire import no_frame, ok_frame
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from tests.browser.clock import CLOCK

Command = Mapping[str, Any]


async def make_game(scenario: str, master: str) -> dict[str, str]:
    """A new game with a master seed, as hexadecimal digits: the paths of its table, for each side
    and for who watches.
    """
    made = await writing(game_create, scenario_id=scenario, master=bytes.fromhex(master))
    table = reverse("games:table", args=(made.game.pk,))
    seats = {side.value: f"{table}?seat={seat.token}" for side, seat in made.seats.items()}
    return {**seats, "public": table}


async def log_in(name: str) -> str:
    """A session of whoever has that account: the value of its cookie."""
    return await writing(_logged_in, name)


def _logged_in(name: str) -> str:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


async def play_all(game: str, commands: Sequence[tuple[str, Command]]) -> list[dict[str, Any]]:
    """Commands of the sides, one after the other, whoever is at the table being told: the frames by
    which they are answered.
    """
    return [await _played(UUID(game), Side(side), command) for side, command in commands]


async def _played(game_id: UUID, side: Side, command: Command) -> dict[str, Any]:
    data = json.dumps(command).encode()
    try:
        outcome = await writing(play, game_id=game_id, side=side, data=data, seen=None)
    except Refused as refused:
        return _read(no_frame(None, refused))
    await told(outcome, game_id)
    return _read(ok_frame(""))


async def faces(game: str, who: str) -> list[dict[str, Any]]:
    """The faces that an audience sees now."""
    view = await reading(audience_view, UUID(game), Audience(who))
    return [_read(face) for face in view.document.faces.values()]


async def put_on(seconds: float) -> None:
    """Have that time pass, while the server serves. Pages are told of it where clocks run."""
    left = timedelta(seconds=seconds)
    while left:
        step = min(left, PULSE_EVERY)
        CLOCK.put_on(step)
        await writing(pulse_beat)
        await look_at_clocks()
        left -= step
    for game_id, _ in await reading(clocks_running):
        await house_changed(game_id)


async def take_back(game: str, side: str, why: str) -> None:
    """Have whoever made a game take a seat back from who holds it by its link."""
    await writing(_taken_back, UUID(game), Side(side), why)
    await seats_changed(UUID(game))


def _taken_back(game_id: UUID, side: Side, why: str) -> None:
    host, _ = User.objects.get_or_create(username="host-of-all")
    Game.objects.filter(pk=game_id).update(creator=host)
    seat_revoke(game_id=game_id, side=side, by=host, why=why)


def _read(frame: bytes) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(bytes(frame))
    return read
