"""Game files: what one holds, for whom, and what is refused of one that is brought."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.editor import worker
from games.gamefile import BadFile, read
from games.models import Game, Seat
from games.selectors.documents import replay_frames
from games.services import game_create, play
from games.views.gamefile import FILES_A_MINUTE
from rules.kernel.audience import Audience, Side
from tests.games.playing import command, set_up
from tests.games.test_pages import data_of

A, B = Side

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unhurried() -> None:
    cache.clear()


@pytest.fixture
def game() -> Game:
    row = game_create(scenario_id="skirmish", master=b"m" * 32).game
    set_up(row.pk)
    return row


def saved(client: Client, game: Game, side: Side | None = None, **query: str) -> Any:
    if side is not None:
        query["seat"] = Seat.objects.get(game=game, side=side).token
    return client.get(reverse("games:game_file", args=(game.pk,)), query)


def opened(client: Client, data: bytes) -> Any:
    file = SimpleUploadedFile("game.jsonl", data)
    return client.post(reverse("games:open_file"), {"file": file})


def test_a_file_holds_what_its_reader_was_told(client: Client, game: Game) -> None:
    for side, audience in ((None, Audience.PUBLIC), (A, Audience.A), (B, Audience.B)):
        head, *frames = saved(client, game, side).content.splitlines()
        assert json.loads(head)["seen_by"] == audience.value
        assert frames == replay_frames(game.pk, audience)


def test_anothers_is_had_when_the_game_is_over(client: Client, game: Game) -> None:
    wanted = {"as": "b"}
    assert saved(client, game, A, **wanted).status_code == 403
    assert saved(client, game, A, **wanted, delayed="1").status_code == 403
    play(game_id=game.pk, side=A, data=command("resign"), seen=None)
    head = json.loads(saved(client, game, A, **wanted).content.splitlines()[0])
    assert (head["seen_by"], head["over"]) == ("b", True)


def test_a_file_is_shown_again_and_nothing_is_stored(client: Client, game: Game) -> None:
    data = saved(client, game, B).content
    Game.objects.all().delete()
    page = opened(client, data)
    assert page.status_code == 200
    told = data_of(page.content.decode())
    assert told["you"] == "b"
    assert [json.dumps(one) for one in told["frames"]] == [
        json.dumps(json.loads(line)) for line in data.splitlines()[1:]
    ]
    assert not Game.objects.exists()


Spoil = Callable[[list[bytes]], list[bytes]]
BAD: dict[str, tuple[Spoil, str]] = {
    "nothing": (lambda lines: [], "Line 1: this is no game file"),
    "no head": (lambda lines: lines[1:], "Line 1: this is no game file"),
    "only a head": (lambda lines: lines[:1], "Line 1: nothing follows"),
    "a later version": (
        lambda lines: [lines[0].replace(b'"version":1', b'"version":2'), *lines[1:]],
        "Line 1: version 2",
    ),
    "a gap": (lambda lines: [*lines[:2], *lines[3:]], "Line 3: number 1 is expected"),
    "twice": (lambda lines: [*lines[:3], *lines[2:]], "Line 4: number 2 is expected"),
    "two documents": (lambda lines: [*lines, lines[1]], "one document stands first"),
    "no document": (lambda lines: [lines[0], *lines[2:]], "one document stands first"),
    "another's": (
        lambda lines: [lines[0].replace(b'"public"', b'"a"'), *lines[1:]],
        "Line 2: the document is for somebody else",
    ),
    "no JSON": (lambda lines: [*lines[:2], b"{", *lines[3:]], "Line 3: this is no frame"),
    "no frame": (lambda lines: [*lines[:2], b'{"t":"x"}'], "Line 3: this is no frame"),
    "deep": (lambda lines: [*lines[:2], b"[" * 100_000], "Line 3: this is no frame"),
}


@pytest.mark.parametrize(("spoil", "why"), BAD.values(), ids=BAD)
def test_what_is_no_game_file_is_refused_by_line(
    client: Client, game: Game, spoil: Spoil, why: str
) -> None:
    lines = saved(client, game).content.splitlines()
    data = b"\n".join(spoil(lines)) + b"\n"
    with pytest.raises(BadFile, match=why):
        read(data)
    answer = opened(client, data)
    assert answer.status_code == 422
    assert why.partition(": ")[0] in answer.content.decode()


def test_what_stands_in_a_file_ends_no_data_block(client: Client, game: Game) -> None:
    said = "</script><script>alert(1)</script>&amp;"
    lines = saved(client, game).content.splitlines()
    line = json.dumps({"t": "b", "n": len(lines) - 1, "log": [{"text": said}]}).encode()
    page = opened(client, b"\n".join([*lines, line])).content.decode()
    assert "alert(1)</script>" not in page
    assert data_of(page)["frames"][-1]["log"][0]["text"] == said


def test_a_file_is_read_in_a_process_of_its_own_and_so_many_a_minute(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(client, game).content

    def never(_: bytes) -> None:
        raise AssertionError("the file is read in the process that serves")

    monkeypatch.setattr(worker, "read", never)
    cache.clear()
    assert [opened(client, data).status_code for _ in range(FILES_A_MINUTE)] == [
        200
    ] * FILES_A_MINUTE
    assert opened(client, data).status_code == 503
    cache.clear()


def test_a_scenario_that_is_not_here_is_refused(client: Client, game: Game) -> None:
    data = saved(client, game).content.replace(b'"skirmish"', b'"own-elsewhere"', 1)
    assert "does not have its scenario" in opened(client, data).content.decode()
