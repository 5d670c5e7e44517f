"""What arrives at a real server that no browser would send, and what is answered."""

import base64
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from games.selectors.seats import NotInvited, visitor
from games.services import Created
from tests.games.serving import ROOT, Served, demo_server, hear, say
from tests.services.forked import python
from tests.services.migrated import migrated
from tests.services.programs import free_port, wait_until_ready

HASTY = """
import os
from daphne.server import Server
from games import connections
connections.HEAD_SECONDS, connections.BODY_SECONDS = 5.0, 6.0
connections.MOST_BODY = 40_000
looks = Server.application_checker
def noted(self):
    looks(self)
    with open(os.environ["LOOKED"], "a") as file:
        file.write(".")
Server.application_checker = noted
from manage import main
main()
"""
"""The server with short deadlines and little room, so that no test waits long or says much; it
notes when daphne has looked after what has failed.
"""

BODY = 40_000  # bytes
PATIENCE = 50  # seconds: less than the minute that Twisted allows of itself
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: " + base64.b64encode(bytes(16)).decode(),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that at the end has nothing to say of all that was sent to it here."""
    folder = tmp_path_factory.mktemp("served")
    (looked := folder / "looked").touch()
    server_of = demo_server(folder, program=("-c", HASTY), log=folder / "log", LOOKED=str(looked))
    with server_of as server:
        yield server
        seen = looked.stat().st_size
        wait_until_ready(server.process, lambda: looked.stat().st_size > seen + 1)
    assert (folder / "log").read_text() == ""


def table(served: Served) -> str:
    """The path of the stream that everybody may watch."""
    return "/" + served.streams["public"].split("/", 3)[3]


def closed_with(stream: ClientConnection) -> int:
    """The code that a stream is closed with, whatever it is told before."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            stream.recv(timeout=120)
    assert stream.close_code is not None
    return stream.close_code


def answered(served: Served, *lines: str, drip: bytes = b"", until_said: str = "$^") -> bytes:
    """What the server says to some lines until it closes, or has said something, with a byte more
    now and then.
    """
    until, said = time.monotonic() + PATIENCE, b""
    with socket.create_connection(("127.0.0.1", served.port)) as client:
        client.settimeout(0.3)
        client.sendall("\r\n".join(lines).encode("latin1"))
        while time.monotonic() < until:
            try:
                more = client.recv(65536)
                if not more:
                    return said
                said += more
                if re.search(until_said.encode(), said):
                    return said
            except TimeoutError:
                try:
                    client.sendall(drip)
                except OSError:
                    return said
            except ConnectionError:
                return said
    raise AssertionError(f"the connection is still open; heard: {said!r}")


# -- requests that do not end ----------------------------------------------------------------------

HOST = "Host: 127.0.0.1"
POST = ("POST /accounts/login/ HTTP/1.1", HOST)


HALVES = {
    "nothing": ("",),
    "half a line": ("GET / HT",),
    "half the headers": ("GET / HTTP/1.1", HOST, "X-Half: "),
    "half the body": (*POST, "Content-Length: 900", "", "half"),
    "half a chunk": (*POST, "Transfer-Encoding: chunked", "", "400", "half"),
}
DRIPS = {"silent": b"", "dripping": b"x"}


@pytest.fixture(scope="module")
def said_to_halves(served: Served) -> dict[tuple[str, str], bytes]:
    """What is said to each that sends half a request; all of them wait for it together."""
    asked = {(half, drip): (HALVES[half], DRIPS[drip]) for half in HALVES for drip in DRIPS}
    with ThreadPoolExecutor(len(asked)) as pool:
        said = pool.map(lambda one: answered(served, *one[0], drip=one[1]), asked.values())
        return dict(zip(asked, said, strict=True))


@pytest.mark.parametrize("drip", DRIPS)
@pytest.mark.parametrize("half", HALVES)
def test_who_sends_half_a_request_is_not_waited_for(
    said_to_halves: dict[tuple[str, str], bytes], half: str, drip: str
) -> None:
    assert said_to_halves[half, drip].startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_is_kept_has_a_deadline_for_each_request(served: Served) -> None:
    whole = ("GET /accounts/login/ HTTP/1.1", HOST, "", "")
    said = answered(served, *whole, "GET / HT", drip=b"x")
    assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"200", b"408"]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((f"Content-Length: {BODY + 1}", "", ""), id="as it says"),
        pytest.param(
            ("Transfer-Encoding: chunked", "", f"{BODY + 1:x}", "x" * (BODY + 1)),
            id="in chunks",
        ),
        pytest.param((f"Content-Length: {10 * BODY}", "", "x" * 10_000), id="at length"),
    ],
)
def test_a_body_that_no_page_would_take_is_not_kept(served: Served, lines: tuple[str, ...]) -> None:
    assert answered(served, *POST, *lines).startswith(b"HTTP/1.1 413 ")


def test_a_request_that_comes_whole_is_answered(served: Served) -> None:
    said = answered(served, "GET /accounts/login/ HTTP/1.1", HOST, "Connection: close", "", "")
    assert said.startswith(b"HTTP/1.1 200 ")


# -- sockets that lead nowhere ---------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/g/123/", "/ws/g/%00/", "/ws/x/%ff"])
def test_a_socket_to_an_unknown_address_is_closed_with_4404(served: Served, path: str) -> None:
    address = served.site.replace("http", "ws", 1) + path
    with connect(address, origin=Origin(served.site)) as stream:
        assert closed_with(stream) == 4404


@pytest.mark.parametrize(
    "seat", ["%00", "x%00", "%ff%fe", "%ed%a0%80", "x" * 9000, "%F0%9F%8E%B2", "%"]
)
def test_odd_tokens_are_told_that_they_open_nothing(served: Served, seat: str) -> None:
    address = served.streams["public"] + f"?seat={seat}"
    with connect(address, origin=Origin(served.site)) as stream:
        assert json.loads(stream.recv(timeout=120))["code"] == "seat"
        assert closed_with(stream) == 4403


def test_a_game_that_does_not_exist(served: Served) -> None:
    address = served.site.replace("http", "ws", 1) + f"/ws/g/{uuid4()}/"
    with connect(address, origin=Origin(served.site)) as stream:
        assert closed_with(stream) == 4403


@pytest.mark.parametrize(
    "header",
    [
        "Sec-WebSocket-Protocol: \xe9",
        "Daphne-Root-Path: \xe9",
        "Daphne-Root-Path: /elsewhere",
        "Origin: http://[::1",
        "Origin: http://a:99999",
        "Origin: null",
        "Sec-WebSocket-Version: 99",
        "X-Odd: \xff\xfe",
    ],
)
def test_odd_headers_leave_no_traceback(served: Served, header: str) -> None:
    request = (f"GET {table(served)} HTTP/1.1", HOST, *UPGRADE, header, "", "")
    said = answered(served, *request, until_said=r"\r\n\r\n")
    assert re.match(rb"HTTP/1.1 (101|400|403) ", said)


# -- codes of a close ------------------------------------------------------------------------------


def flooded(stream: ClientConnection) -> None:
    for _ in range(400):
        say(stream, t="ack", n=0)


def test_too_many_frames_are_told_so_and_closed_with_1008(served: Served) -> None:
    with served.open("public") as stream:
        flooded(stream)
        assert hear(stream, "no")["code"] == "malformed"
        assert closed_with(stream) == 1008


@pytest.mark.parametrize("size", [70_000, 300_000, 10_000_000])
def test_a_frame_that_is_too_big_closes_with_1009(served: Served, size: int) -> None:
    with served.open("public") as stream:
        stream.send("x" * size)
        assert closed_with(stream) == 1009


def test_a_club_s_daphne_has_the_turnstile() -> None:
    """What `daphne aslsite.asgi:application` makes, once it has loaded the application."""
    code = (
        "from daphne.cli import CommandLineInterface as Cli\n"
        "Cli().load_asgi_app('aslsite.asgi:application')\n"
        "print(Cli.server_class.__name__)\n"
    )
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "DEMO": "on"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.split() == ["PacedServer"]


def test_a_club_s_daphne_has_the_same_connections(tmp_path: Path) -> None:
    """Not ours in `games/server.py`, but the command that the README gives."""
    port = free_port()
    environment = {
        **os.environ,
        "DEMO": "on",
        "DATABASE_URL": f"sqlite:///{tmp_path}/games.sqlite3",
    }
    (tmp_path / "games.sqlite3").write_bytes(migrated())
    run = [*python(), "manage.py", "demo", "--scenario", "toy", "--no-server"]
    printed = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, check=True)  # noqa: S603 - ours
    game = re.search(rb"/g/([0-9a-f-]{36})/", printed.stdout)
    assert game is not None
    command = [
        sys.executable,
        "-m",
        "daphne",
        "-v",
        "0",
        "-p",
        str(port),
        "aslsite.asgi:application",
    ]
    site = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:  # noqa: S603 - the same
        try:
            server = Served(
                process, site, {"public": f"ws://127.0.0.1:{port}/ws/g/{game[1].decode()}/"}
            )
            wait_until_ready(process, lambda: socket_answers(port))
            with server.open("public") as stream:
                stream.send("x" * 70_000)
                assert closed_with(stream) == 1009
            with connect(f"ws://127.0.0.1:{port}/ws/", origin=Origin(site)) as stream:
                assert closed_with(stream) == 4404
        finally:
            process.kill()


def socket_answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


# -- NUL -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "/g/{game}/?seat=%00",
        "/g/{game}/?seat=x%00",
        "/g/{game}/?other=%00",
        "/g/{game}/?%00=x",
        "/g/%00/",
        "/scenarios/%00/",
        "/accounts/login/?next=%00",
        "/admin/login/?next=%00",
    ],
)
def test_a_nul_in_an_address_is_refused_before_any_page(
    toy: Created, client: Client, address: str
) -> None:
    assert client.get(address.format(game=toy.game.pk)).status_code == 400


def test_a_nul_in_a_cookie_is_refused(db: None, client: Client) -> None:
    client.cookies["sessionid"] = "a" * 20 + "\0"
    assert client.get("/").status_code == 400


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/register/", "/admin/login/"])
def test_a_nul_in_a_form_is_a_mistake_in_the_form(db: None, client: Client, address: str) -> None:
    names = ("username", "login", "password", "password1", "password2", "email")
    fields = dict.fromkeys(names, "an\x00na")
    answer = client.post(address, fields)
    assert answer.status_code in {200, 422}
    assert b"Null characters are not allowed" in answer.content


def test_a_token_with_a_nul_never_reaches_the_database(
    toy: Created, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1), pytest.raises(NotInvited):
        visitor(toy.game.pk, "\0")


@pytest.mark.postgres
def test_a_nul_does_no_harm_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    name = f"nul{os.getpid()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url, log = f"{postgres_url.rsplit('/', 1)[0]}/{name}", tmp_path / "log"
    with demo_server(tmp_path, log=log, DATABASE_URL=url) as server:
        for path in (f"/g/{table(server).split('/')[3]}/?seat=%00", "/admin/login/?next=%00"):
            request = (f"GET {path} HTTP/1.1", HOST, "Connection: close", "", "")
            assert answered(server, *request).startswith(b"HTTP/1.1 400 ")
        address = server.streams["public"] + "?seat=%00"
        with connect(address, origin=Origin(server.site)) as stream:
            assert closed_with(stream) == 4403
        with server.open("a") as stream:
            say(stream, t="hello", have=None)
            hear(stream, "doc")
            say(stream, t="do", ref="1", seen=0, cmd={"verb": "entropy", "line": "a\0b"})
            assert hear(stream, "no")["code"] in {"malformed", "refused"}
    assert "Traceback" not in log.read_text()
