"""The same site served by uvicorn: players, spectators, limits, and what is written down."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from games.wire import MAX_FRAME
from tests.games.serving import ROOT, Served, hear, say, streams_in
from tests.services.programs import free_port, wait_until_ready

APPLICATION = "aslsite.asgi:application"
OPTIONS = (
    "--loop", "uvloop", "--http", "httptools", "--ws", "websockets-sansio",
    "--ws-max-size", "262144", "--ws-per-message-deflate", "false", "--no-proxy-headers",
)  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """uvicorn started from the command line, with its access log."""
    folder, port = tmp_path_factory.mktemp("fast"), free_port()
    site = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ,
        "DEMO": "on",
        "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
        "DJANGO_SETTINGS_MODULE": "aslsite.settings",
    }
    made = subprocess.run(  # noqa: S603 - our own command
        [
            sys.executable,
            "manage.py",
            "demo",
            "--scenario",
            "toy",
            "--port",
            str(port),
            "--no-server",
        ],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - a program of the virtual environment
            [sys.executable, "-m", "uvicorn", APPLICATION, "--port", str(port), *OPTIONS],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        wait_until_ready(process, lambda: _answers(site))
        yield Served(process, site, streams_in(made.stdout))
    finally:
        process.terminate()
        assert process.wait(20) in {0, -15}
    _is_silent_about_seats((folder / "log").read_text(), made.stdout)


def _answers(site: str) -> bool:
    try:
        urlopen(site, timeout=2).close()  # noqa: S310 - our own server
    except HTTPError:
        return True
    except OSError:
        return False
    return True


def _is_silent_about_seats(log: str, links: str) -> None:
    """Addresses are logged, tokens are not, and nothing failed."""
    assert "/ws/g/" in log
    tokens = [link.partition("seat=")[2].split()[0] for link in links.split() if "seat=" in link]
    assert len(tokens) == 2
    assert not any(token in log for token in tokens)
    assert "?" not in log
    assert "Traceback" not in log


def test_a_command_reaches_both_and_who_watches(served: Served) -> None:
    with served.open("a") as a, served.open("b") as b, served.open("public") as watching:
        seen = [_hello(stream) for stream in (a, b, watching)]
        say(a, t="do", ref="1", seen=seen[0], cmd={"verb": "go", "cover": "c1", "to": "nowhere"})
        assert hear(a, "no")["ref"] == "1"
        say(a, t="do", ref="2", seen=seen[0], cmd={"verb": "end_turn"})
        for stream, n in zip((a, b, watching), seen, strict=True):
            assert hear(stream, "b")["n"] == n + 1
        assert hear(a, "ok")["ref"] == "2"


def _hello(stream: ClientConnection) -> int:
    say(stream, t="hello", have=None)
    return int(hear(stream, "doc")["n"])


@pytest.mark.parametrize(
    ("size", "codes"),
    [(MAX_FRAME + 1, {1009}), (10_000_000, {1009, 1006})],
    ids=["polite", "the close frame may be lost in the reset"],
)
def test_a_frame_that_is_too_big_ends_the_stream(
    served: Served, size: int, codes: set[int]
) -> None:
    with served.open("public") as stream:
        with contextlib.suppress(ConnectionClosed):
            stream.send("x" * size)
        assert _closed_with(stream) in codes


def test_a_wrong_link_is_told_so(served: Served) -> None:
    address = served.streams["public"] + "?seat=nobody"
    with connect(address, origin=Origin(served.site)) as stream:
        assert json.loads(stream.recv(timeout=120))["code"] == "seat"
        assert _closed_with(stream) == 4403


def _closed_with(stream: ClientConnection) -> int | None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            stream.recv(timeout=120)
    return stream.close_code
