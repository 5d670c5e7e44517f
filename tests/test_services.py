"""The private services are there, are real, and are empty."""

import os
import subprocess
from pathlib import Path

import psycopg
import pytest
import redis

from tests.services.chromium import Chromium
from tests.services.forked import python
from tests.services.programs import (
    MissingProgramError,
    find_program,
    free_port,
    wait_until_ready,
)
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


# -- processes that are forked -------------------------------------------------------------------


def test_a_forked_process_has_its_own_environment_and_ends_as_any_other() -> None:
    code = "import os, sys; print(os.environ['OF_ITS_OWN']); sys.exit(3)"
    done = subprocess.run(  # noqa: S603 - our own command
        [*python(), "-c", code],
        env={**os.environ, "OF_ITS_OWN": "yes"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("yes\n", 3)


def test_a_forked_process_ends_with_its_stub(tmp_path: Path) -> None:
    begun, port = tmp_path / "begun", free_port()
    code = (
        "import pathlib, socket, sys, time\n"
        "listener = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
        "pathlib.Path(sys.argv[2]).touch()\n"
        "time.sleep(600)\n"
    )
    command = [*python(), "-c", code, str(port), str(begun)]
    stub = subprocess.Popen(command)  # noqa: S603 - our own command
    wait_until_ready(stub, begun.exists)
    stub.kill()
    stub.wait()
    # Whatever is forked after that finds the other gone.
    again = subprocess.run(  # noqa: S603 - our own command
        [*python(), "-c", code.replace("600", "0"), str(port), str(begun)], check=False
    )
    assert again.returncode == 0
