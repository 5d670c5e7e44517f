"""The private services are there, are real, and are empty."""

import os

import psycopg
import pytest
import redis

from tests.services.chromium import Chromium
from tests.services.programs import MissingProgramError, find_program
from tests.services.redis import private_redis


@pytest.mark.redis
def test_a_redis_of_our_own_is_private_and_empty(redis_url: str) -> None:
    with private_redis() as url, redis.Redis.from_url(url) as client:
        assert url != redis_url
        assert client.dbsize() == 0
        client.set("key", "value")
        assert client.get("key") == b"value"


@pytest.mark.postgres
def test_postgres_makes_tables(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TEMPORARY TABLE seats (side text)")
        connection.execute("INSERT INTO seats VALUES ('a'), ('b')")
        rows = connection.execute("SELECT side FROM seats ORDER BY side").fetchall()
    assert rows == [("a",), ("b",)]


@pytest.mark.browser
def test_chromium_can_be_run(chromium: Chromium) -> None:
    assert os.access(chromium.path, os.X_OK)


def test_a_missing_program_says_what_to_install() -> None:
    with pytest.raises(MissingProgramError, match=r"install nothing-like-it \(apt\)"):
        find_program(["no-such-program"], install="nothing-like-it (apt)")
