"""Talk at a table: the players among themselves, and those who watch; nothing is said twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import ChatLine, Game, User
from games.services import Created, game_create, play, seat_claim
from games.services.chat import LIMITS
from games.views.chat import LONGEST
from rules.kernel.audience import Side
from tests.games.playing import command
from tests.games.times import Hands, time_set

A, B = Side
KEY = "0123456789"


@pytest.fixture
def made(transactional_db: None) -> Created:
    return game_create(scenario_id="toy", master=b"m" * 32)


def address(made: Created, side: Side | None) -> str:
    query = f"?seat={made.seats[side].token}" if side else ""
    return reverse("games:chat", args=(made.game.pk,)) + query


def client(name: str = "") -> Client:
    found = Client()
    if name:
        found.force_login(User.objects.get_or_create(username=name)[0])
    return found


def say(
    made: Created,
    side: Side | None,
    text: str = "Well played.",
    *,
    room: str = "players",
    name: str = "",
    key: str = KEY,
) -> tuple[int, Any]:
    form = {"room": room, "text": text, "key": key}
    answer = client(name).post(address(made, side), form)
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def read(
    made: Created, side: Side | None, room: str = "players", name: str = ""
) -> list[str] | int:
    answer = client(name).get(address(made, side), {"room": room, "seat": _seat(made, side)})
    if answer.status_code != 200:
        return answer.status_code
    return [line["text"] for line in answer.json()["lines"]]


def _seat(made: Created, side: Side | None) -> str:
    return made.seats[side].token if side else ""


def end(made: Created) -> None:
    for side in (A, B) * 3:
        play(game_id=made.game.pk, side=side, data=command("end_turn"), seen=None)


def test_the_players_talk_to_each_other_and_nobody_else_reads_it(made: Created) -> None:
    say(made, A)
    say(made, B, "Thank you.", key="another-key")
    assert read(made, A) == read(made, B) == ["Well played.", "Thank you."]
    assert read(made, None) == read(made, None, name="watcher") == 403
    end(made)
    assert read(made, None, name="watcher") == 403


def test_those_who_watch_talk_and_the_players_read_it_at_the_end(made: Created) -> None:
    assert say(made, None, "A has mines in B2.", room="gallery", name="watcher")[0] == 200
    assert read(made, None, "gallery", "other") == ["A has mines in B2."]
    assert read(made, None, "gallery") == 403
    assert read(made, A, "gallery") == read(made, A, "gallery", "watcher") == 403
    end(made)
    assert read(made, A, "gallery") == read(made, None, "gallery") == ["A has mines in B2."]


def test_who_plays_does_not_come_in_by_another_door(made: Created) -> None:
    user = User.objects.create_user("player")
    seat_claim(game_id=made.game.pk, side=A, user=user)
    assert read(made, None, "gallery", "player") == 403
    assert say(made, None, room="gallery", name="player")[0] == 403


def test_who_is_not_logged_in_says_nothing_to_those_who_watch(made: Created) -> None:
    end(made)
    assert say(made, None, room="gallery")[0] == 403
    assert read(made, None, "gallery") == []


def test_what_is_sent_again_is_said_once(made: Created) -> None:
    for _ in range(2):
        assert say(made, A)[0] == 200
    assert ChatLine.objects.count() == 1
    assert say(made, B)[0] == 422  # a key of somebody else's
    assert ChatLine.objects.count() == 1


def test_nobody_says_too_much(made: Created) -> None:
    (time, most), _ = LIMITS
    with time_set() as hands:
        for n in range(most):
            assert say(made, A, key=f"key-number-{n}")[0] == 200
        status, answer = say(made, A, key="one-too-many")
        assert (status, bool(answer["why"])) == (422, True)
        assert say(made, B, key="of-the-other")[0] == 200
        _later(hands, time)
        assert say(made, A, key="one-too-many")[0] == 200


def _later(hands: Hands, time: timedelta) -> None:
    hands.shift(time)


@pytest.mark.parametrize("text", ["", "  ", "x" * (LONGEST + 1), "a\0b"])
def test_what_is_no_line_is_refused(made: Created, text: str) -> None:
    assert say(made, A, text)[0] == 422
    assert ChatLine.objects.count() == 0


def test_what_is_said_is_text(made: Created) -> None:
    text = '<img src=x onerror=alert(1)> "&amp;'
    say(made, A, text)
    assert read(made, B) == [text]
    page = client().get(address(made, B), {"room": "players", "seat": _seat(made, B)})
    assert page["Content-Type"] == "application/json"
    assert page["X-Content-Type-Options"] == "nosniff"


def test_only_what_came_after_is_told(made: Created) -> None:
    for n in range(3):
        say(made, A, f"line {n}", key=f"key-number-{n}")
    query: dict[str, str] = {"room": "players", "after": "2", "seat": _seat(made, B)}
    found = client().get(address(made, B), query).json()
    assert [line["n"] for line in found["lines"]] == [3]


def test_a_private_game_is_closed_to_those_who_are_not_invited(transactional_db: None) -> None:
    made = game_create(scenario_id="toy", private=True)
    assert read(made, None, "gallery", "watcher") == 403
    assert Game.objects.count() == 1
