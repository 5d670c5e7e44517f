"""A seat's token stands in addresses, and in nothing that is written down."""

import logging
import os
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.core import mail
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import override_settings
from django.utils.log import AdminEmailHandler
from websockets import Origin
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from aslsite.logs import logging_config, without_tokens
from tests.games.serving import ROOT
from tests.services.forked import python
from tests.services.migrated import migrated
from tests.services.programs import free_port, wait_until_ready

MAKE = """
from games.services import game_create
from rules.kernel.audience import Side
made = game_create(scenario_id="toy")
print(made.game.pk, made.seats[Side.A].token)
"""

TOKEN = "Xq7_token-of-a-seat-that-nobody-may-read-0123456"
SECRET = "minefield in E5"


@dataclass(frozen=True)
class Logged:
    """A daphne with every log on, and a game there."""

    port: int
    game: str
    token: str
    folder: Path

    def get(self, path: str, **headers: str) -> int:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path, headers=headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def written(self) -> str:
        return "".join((self.folder / name).read_text() for name in ("out", "access"))


@contextmanager
def daphne(folder: Path) -> Iterator[Logged]:
    """Serve the site as its operator would, the access log and verbose output in files."""
    port = free_port()
    environment = {
        **os.environ,
        "ENV_FILE": "/dev/null",
        "DEMO": "on",
        "LOG_LEVEL": "DEBUG",
        "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
    }

    def manage(*arguments: str) -> str:
        done = subprocess.run(  # noqa: S603 - our own command
            [*python(), "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
        )
        return done.stdout.decode()

    (folder / "games.sqlite3").write_bytes(migrated())
    game, token = manage("shell", "--verbosity=0", "--command", MAKE).split()[-2:]
    command = [sys.executable, "-m", "daphne", "-v", "3", "-b", "127.0.0.1", "-p", str(port)]
    command += ["--access-log", str(folder / "access"), "aslsite.asgi:application"]
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - our own command
            command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        wait_until_ready(process, lambda: _answers(port))
        yield Logged(port, game, token, folder)
    finally:
        process.terminate()
        process.wait(120)


def _answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=5).close()
    except OSError:
        return False
    return True


def test_a_real_server_writes_no_token_whatever_happens(tmp_path: Path) -> None:
    with daphne(tmp_path) as served:
        seat = f"seat={served.token}"
        table = f"/g/{served.game}/?{seat}"
        nobody = "00000000-0000-0000-0000-000000000000"
        assert served.get(table) == 200
        assert served.get("/", Referer=f"http://127.0.0.1:{served.port}{table}") == 200
        assert served.get(f"/g/{nobody}/?{seat}") == 404
        assert served.get(f"/nothing/?{seat}") == 404
        assert served.get(f"/g/{served.game}/{seat}") == 404
        assert served.get(f"/g/{nobody}/?seat={served.token}x") == 404
        assert served.get(f"/g/{served.game}/?{seat}x") == 403
        assert served.get(f"/accounts/login/?next=/g/{served.game}/%3Fseat%3D{served.token}") == 200
        site = f"127.0.0.1:{served.port}"
        for path in (f"/ws{table}", f"/ws{table}x", f"/ws/nothing/?{seat}"):
            _try_socket(f"ws://{site}{path}", f"http://{site}")
        _try_socket(f"ws://{site}/ws{table}", "http://elsewhere.example")
        with sqlite3.connect(tmp_path / "games.sqlite3") as database:
            database.execute("ALTER TABLE games_bulletinrow RENAME TO gone")
        assert served.get(f"/g/{served.game}/replay/data?{seat}") == 500
        _try_socket(f"ws://{site}/ws{table}", f"http://{site}")
    written = served.written()
    assert "Internal Server Error" in written
    assert "OperationalError" in written
    assert f"GET /g/{served.game}/" in written, "the access log says which page"
    assert f"WSCONNECT /ws/g/{served.game}/" in written
    assert served.token not in written


def _try_socket(address: str, origin: str) -> None:
    try:
        with connect(address, origin=Origin(origin)) as stream:
            stream.send('{"t":"hello","have":null}')
            stream.recv(timeout=120)
    except (WebSocketException, TimeoutError, OSError):
        pass


@pytest.mark.parametrize(
    "text",
    [
        f"/g/1/?seat={TOKEN}&x=1",
        f"/accounts/login/?next=/g/1/%3Fseat%3D{TOKEN}",
        f"%253Fseat%253D{TOKEN}",
        f"<WebRequest at 0x1 method=GET uri=/g/1/?seat={TOKEN} clientproto=HTTP/1.1>",
        f"<QueryDict: {{'seat': ['{TOKEN}']}}>",
        f'{{"seat": "{TOKEN}"}}',
        f"SEAT={TOKEN}",
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_what_quotes_a_link_is_written_without_its_token(text: str, as_json: bool) -> None:
    config = dict(logging_config(level="INFO", as_json=as_json)["formatters"]["event"])
    formatter: logging.Formatter = config.pop("()")(**config)
    record = logging.LogRecord("x", logging.WARNING, "", 0, "quoted %s", (text,), None)
    written = formatter.format(record)
    assert "(hidden)" in written
    assert TOKEN not in written


def test_other_words_are_left_alone() -> None:
    text = "code=seat why=This address opens no seat here, seat_claimed game=1"
    assert without_tokens(text) == text


def test_a_page_names_no_more_than_the_origin_to_anybody(client: Client, db: None) -> None:
    assert client.get("/")["Referrer-Policy"] == "strict-origin"


def _failing(request: HttpRequest) -> None:
    hidden = [SECRET]
    raise RuntimeError(f"{len(hidden)} things of {request.method} went wrong")


@override_settings(ADMINS=[("Root", "root@example.org")])
@pytest.mark.parametrize("debug", [False, True])
def test_a_mail_about_a_failure_tells_where_it_was_and_nothing_else(debug: bool) -> None:
    request = RequestFactory().get(f"/g/1/?seat={TOKEN}", headers={"cookie": f"sessionid={TOKEN}"})
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "failed", (), None)
    record.__dict__["request"] = request
    try:
        _failing(request)
    except RuntimeError:
        record.exc_info = sys.exc_info()
    with override_settings(DEBUG=debug):
        AdminEmailHandler(include_html=True).emit(record)
    (sent,) = mail.outbox
    assert "_failing" in str(sent.body)
    whole = sent.message().as_string()
    assert "text/html" in whole
    assert TOKEN not in whole
    assert SECRET not in whole
