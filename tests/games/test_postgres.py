"""One writer at a time, proved where it matters: several processes on one PostgreSQL."""

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest
from django.conf import settings
from websockets.sync.client import ClientConnection

from aslsite.settings import BESIDE_PAGES
from rules.proof.players import NothingOffered, choose_command
from tests.games.serving import ROOT, demo_server, document_and_offers, hear, say
from tests.services.forked import python

COUNT = 40

pytestmark = pytest.mark.postgres


def run(url: str, *arguments: str) -> str:
    """Run a program of ours on that database, to its end."""
    done = subprocess.run(  # noqa: S603 - our own command
        [*python(), *arguments],
        cwd=ROOT,
        env={**os.environ, "DEMO": "on", "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


def made(postgres_url: str, template: str = "template1") -> str:
    """The URL of a new database, like another."""
    name = f"race{random.randrange(10**9)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return f"{postgres_url.rsplit('/', 1)[0]}/{name}"


@pytest.fixture(scope="module")
def migrated_once(postgres_url: str) -> str:
    """The name of an empty database with our tables."""
    url = made(postgres_url)
    run(url, "manage.py", "migrate", "--verbosity", "0")
    return url.rpartition("/")[2]


@pytest.fixture
def database(postgres_url: str, migrated_once: str) -> str:
    """An empty database of its own, with our tables."""
    return made(postgres_url, migrated_once)


def test_processes_that_race_for_a_game_lose_nothing(database: str) -> None:
    printed = run(database, "manage.py", "demo", "--scenario", "toy", "--no-server")
    found = re.search(r"/g/([0-9a-f-]{36})/", printed)
    assert found is not None
    racers = [
        subprocess.Popen(  # noqa: S603 - our own command
            [*python(), "-m", "tests.games.racer", found[1], side, str(COUNT)],
            cwd=ROOT,
            env={**os.environ, "DEMO": "on", "DATABASE_URL": database},
            stdout=subprocess.PIPE,
        )
        for side in ("a", "b")
    ]
    outputs = [racer.communicate(timeout=120)[0] for racer in racers]
    assert outputs == [str(COUNT).encode()] * 2
    with psycopg.connect(database) as connection:
        steps = connection.execute("SELECT number FROM games_steprow ORDER BY number").fetchall()
        told = connection.execute(
            "SELECT audience, count(*), max(number) FROM games_bulletinrow "
            "WHERE number > 0 GROUP BY audience ORDER BY audience"
        ).fetchall()
    assert [number for (number,) in steps] == list(range(1, 2 * COUNT + 1))
    assert told == [("a", COUNT, COUNT), ("b", COUNT, COUNT)]


def test_a_crowd_of_slow_readers_has_no_more_connections_than_a_server_may_have(
    database: str,
) -> None:
    seen = json.loads(run(database, "-m", "tests.games.readers", "150"))
    assert seen["statuses"] == [200]
    assert seen["connections"] <= settings.PAGES_AT_ONCE + BESIDE_PAGES


@pytest.mark.redis
def test_two_servers_play_one_game(database: str, redis_url: str, tmp_path: Path) -> None:
    environment: dict[str, Any] = {"DATABASE_URL": database, "REDIS_URL": redis_url}
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    with (
        demo_server(first, **environment) as one,
        demo_server(second, **environment) as two,
        one.open("a") as a,
        two.open("b") as b,
        one.open("public") as watcher,
        two.open("public") as other,
    ):
        assert one.streams["public"].split("/")[-2] == two.streams["public"].split("/")[-2]
        say(watcher, t="hello", have=None)
        hear(watcher, "doc")
        say(other, t="hello", have=None)
        online = hear(other, "doc")["online"]  # all may be there by then, or come later
        while (online["a"], online["b"], online["watching"]) != (True, True, 2):
            online = hear(other, "presence")
        steps = sum(play_one(seed, (a, b)) for seed in range(30))
        assert steps > 20
        say(watcher, t="hello", have=None)
        n = hear(watcher, "doc")["n"]
        last = 0
        while last < n:
            bulletin = hear(other, "b")
            assert bulletin["n"] == last + 1
            last = bulletin["n"]


@pytest.mark.redis
def test_who_watches_at_another_process_is_told_all_that_is_stored_and_no_game_is_held_there(
    database: str, redis_url: str, tmp_path: Path
) -> None:
    environment: dict[str, Any] = {"DATABASE_URL": database, "REDIS_URL": redis_url}
    first, second, games = tmp_path / "first", tmp_path / "second", tmp_path / "games"
    for folder in (first, second):
        folder.mkdir()
    games.touch()
    with (
        demo_server(first, **environment) as players,
        demo_server(
            second, program=("-m", "tests.games.holder", str(games)), **environment
        ) as gallery,
        players.open("a") as a,
        players.open("b") as b,
        gallery.open("public") as watcher,
    ):
        say(watcher, t="hello", have=None)
        assert hear(watcher, "doc")["n"] == 0
        assert sum(play_one(seed, (a, b)) for seed in range(30)) > 20
        stored = public_frames(database)
        assert stored
        assert [hear_text(watcher, "b") for _ in stored] == stored
        assert page(gallery.page("public"))
        log = gallery.page("public") + f"log?until={len(stored)}"
        assert json.loads(page(log))["log"]
        say(watcher, t="reach", ref="1", units=["pa4"])
        assert hear(watcher, "no")["code"] == "seat"
        say(watcher, t="hello", have=None)
        assert hear(watcher, "doc")["n"] == len(stored)
        assert not games.read_text()

        say(watcher, t="los", ref="2", source="A1", target="A2")
        assert hear(watcher, "los", "no")["ref"] == "2"
        assert set(games.read_text().split()) == {"read"}

        with gallery.open("a") as seated:  # what would be noticed
            assert play_one(30, (seated, seated)) == 1
        assert "kept" in games.read_text()


def public_frames(database: str) -> list[bytes]:
    """What everybody was sent, in order."""
    with psycopg.connect(database) as connection:
        found = connection.execute(
            "SELECT frame FROM games_bulletinrow WHERE audience = 'public' AND number > 0 "
            "ORDER BY number"
        ).fetchall()
    return [bytes(frame) for (frame,) in found]


def hear_text(stream: ClientConnection, kind: str) -> bytes:
    """The next frame of a kind, as it came."""
    while True:
        text = stream.recv(timeout=120)
        assert isinstance(text, str)
        if json.loads(text)["t"] == kind:
            return text.encode()


def page(address: str) -> bytes:
    """What a page says."""
    with urlopen(address, timeout=120) as answer:  # noqa: S310 - our own server
        content: bytes = answer.read()
    return content


def play_one(seed: int, streams: tuple[ClientConnection, ClientConnection]) -> int:
    """Let one of the players do something; how many steps that was.

    A server hears a moment later what was played at the other: until then its players are behind,
    and what they ask for is refused as stale.
    """
    rng = random.Random(seed)
    for stream in rng.sample(streams, 2):
        answer = {"code": "stale"}
        while answer.get("code") == "stale":
            doc, offers = document_and_offers(stream)
            try:
                chosen = choose_command(rng, offers)
            except NothingOffered:
                break
            say(stream, t="do", ref="1", seen=doc["n"], cmd=chosen)
            answer = hear(stream, "ok", "no")
        else:
            assert answer["t"] == "ok", answer
            return 1
    return 0
