"""A document comes with the end of its log, and the rest is read by pages."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.hub.paper import Paper
from games.models import BulletinRow
from games.selectors.documents import (
    KEYFRAME_EVERY,
    PAGE,
    audience_view,
    frames_after,
    log_start,
)
from games.services import Created
from games.wire import Presence, encode_keyframe
from rules.kernel.audience import Audience, Side

LONG = 430  # bulletins


@pytest.fixture
def long_game(toy: Created) -> Created:
    """A game in which as many bulletins were sent to everybody, each with a line of its number."""
    game_id = toy.game.pk
    for audience in Audience:
        document = audience_view(game_id, audience).document
        BulletinRow.objects.bulk_create(
            BulletinRow(
                game=toy.game,
                audience=audience,
                number=n,
                step=n,
                frame=json.dumps({"t": "b", "n": n, "log": [line(audience, n)]}).encode(),
                digest="",
                keyframe=None if n % KEYFRAME_EVERY else encode_keyframe(document),
            )
            for n in range(1, LONG + 1)
        )
    return toy


def line(audience: Audience, n: int) -> dict[str, Any]:
    return {"n": n, "text": f"{audience.value} {n}"}


@pytest.mark.parametrize(
    ("n", "start"), [(0, 0), (49, 0), (50, 0), (99, 0), (100, 50), (149, 50), (150, 100)]
)
def test_the_end_of_a_log_begins_at_a_keyframe(n: int, start: int) -> None:
    assert log_start(n) == start


def test_a_long_game_is_read_from_its_end(long_game: Created) -> None:
    view = audience_view(long_game.game.pk, Audience.PUBLIC)
    frame = json.loads(view.frame(Presence()))
    assert (frame["n"], frame["earlier"]) == (LONG, 350)
    assert [told["n"] for told in frame["log"]] == list(range(351, LONG + 1))


@pytest.mark.parametrize("n", [3, 120, LONG])
def test_coming_late_reads_no_more_than_coming_early(long_game: Created, n: int) -> None:
    BulletinRow.objects.filter(number__gt=n).delete()
    with CaptureQueriesContext(connection) as queries:
        view = audience_view(long_game.game.pk, Audience.A)
    assert (view.n, len(queries)) == (n, 2)
    assert len(view.log) <= 2 * KEYFRAME_EVERY


@pytest.mark.parametrize("who", ["public", "a", "b"])
def test_pages_and_the_end_are_the_whole_log(long_game: Created, client: Client, who: str) -> None:
    view = audience_view(long_game.game.pk, Audience(who))
    told = [entry for page in reversed([*pages(long_game, client, who)]) for entry in page]
    told += [json.loads(one) for told in view.log if told.n > view.earlier for one in told.lines]
    assert told == [line(Audience(who), n) for n in range(1, LONG + 1)]


def pages(created: Created, client: Client, who: str) -> Iterator[list[dict[str, Any]]]:
    """The pages from the last to the first, as the page reads them."""
    until = log_start(LONG)
    while until:
        page = ask(created, client, who, str(until)).json()
        assert until - page["earlier"] <= PAGE
        yield page["log"]
        until = page["earlier"]


@pytest.mark.parametrize("until", ["", "0", "-1", "x", "1e3", "²", "431", "9" * 40, "1 "])
def test_a_page_that_is_none(long_game: Created, client: Client, until: str) -> None:
    assert ask(long_game, client, "public", until).status_code == 404


def ask(created: Created, client: Client, who: str, until: str) -> Any:
    seat = "" if who == "public" else created.seats[Side(who)].token
    address = reverse("games:earlier", args=(created.game.pk,))
    return client.get(address, {"seat": seat, "until": until} if seat else {"until": until})


def test_a_paper_that_is_kept_up_to_date_keeps_the_end_of_the_log(long_game: Created) -> None:
    game_id = long_game.game.pk
    later = frames_after(game_id, Audience.PUBLIC, 120)
    BulletinRow.objects.filter(number__gt=120).delete()
    paper = Paper(audience_view(game_id, Audience.PUBLIC))
    for delivery in later[:100]:
        assert paper.follow(delivery)
        frame = json.loads(paper.frame(Presence()))
        assert frame["earlier"] == log_start(delivery.n)
        assert [told["n"] for told in frame["log"]] == list(
            range(log_start(delivery.n) + 1, delivery.n + 1)
        )
