"""The private services are there, are real, and are empty."""

import os

import psycopg
import pytest
import redis

from tests.services.chromium import Chromium
from tests.services.programs import MissingProgramError, find_program


@pytest.mark.redis
def test_redis_is_private_and_empty(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
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
