"""What serves spectators reads neither secret records nor steps, seeds nor counters."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import SecretRecord, StepRow
from games.selectors.documents import audience_view, frames_after, latest_number, replay_frames
from games.services import Created
from games.threads import reading, writing
from rules.kernel.audience import Audience
from tests.games.players import Player
from tests.games.playing import random_game

FORBIDDEN = (SecretRecord._meta.db_table, StepRow._meta.db_table, "master_seed", "ledger")

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


class Queries(list[str]):
    """The statements that a connection is sent."""

    def __call__(
        self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        self.append(sql)
        return execute(sql, params, many, context)

    @property
    def forbidden(self) -> list[str]:
        return [sql for sql in self if any(name in sql for name in FORBIDDEN)]


@contextmanager
def captured() -> Iterator[Queries]:
    queries = Queries()
    with connection.execute_wrapper(queries):
        yield queries
    assert queries, "nothing was read at all"
    assert not queries.forbidden


def listen(queries: Queries) -> None:
    """Capture what the connection of this thread is sent."""
    connection.execute_wrappers.append(queries)


def listen_no_more() -> None:
    connection.execute_wrappers.clear()


@pytest.fixture
def played(toy: Created) -> Created:
    """A game in which much has happened."""
    for _ in random_game(toy.game.pk, 1, 30):
        pass
    return toy


def test_the_guard_would_notice() -> None:
    assert Queries(['SELECT payload FROM "games_secretrecord"']).forbidden


def test_documents_and_replay(played: Created) -> None:
    game_id = played.game.pk
    with captured():
        view = audience_view(game_id, Audience.PUBLIC)
        assert view.n == latest_number(game_id, Audience.PUBLIC)
        assert frames_after(game_id, Audience.PUBLIC, 0)
        assert replay_frames(game_id, Audience.PUBLIC)


@pytest.mark.parametrize("name", ["table", "replay", "replay_data", "game", "dice", "back"])
def test_pages_of_a_game(played: Created, client: Client, name: str) -> None:
    with captured():
        assert client.get(reverse(f"games:{name}", args=(played.game.pk,))).status_code == 200


def test_the_lobby(played: Created, client: Client) -> None:
    with captured():
        assert client.get(reverse("games:lobby")).status_code == 200


async def test_the_stream(played: Created) -> None:
    read, written = Queries(), Queries()
    await reading(listen, read)
    await writing(listen, written)
    async with Player(played.game.pk) as watcher:
        await watcher.hello()
        assert watcher.n
        await watcher.send(t="ack", n=watcher.n)
        watcher.n -= 1
        await watcher.send(t="hello", have=watcher.n)
        await watcher.until("b")
    await reading(listen_no_more)
    await writing(listen_no_more)
    assert read
    assert not read.forbidden
    assert not written
