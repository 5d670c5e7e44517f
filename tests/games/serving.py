"""A real server in a process of its own, and browsers that are only a socket."""

import json
import os
import re
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.services.forked import python
from tests.services.migrated import migrated
from tests.services.programs import free_port, wait_until_ready

ROOT = Path(__file__).resolve().parent.parent.parent
_WHO = ("a", "b", "public")
_LINK = re.compile(r"(http\S+/g/\S+)")


@dataclass(frozen=True)
class Served:
    """A demo server: its process, its address, and the addresses of the three seats' streams."""

    process: "subprocess.Popen[bytes]"
    site: str
    streams: dict[str, str]

    @property
    def port(self) -> int:
        return int(self.site.rpartition(":")[2])

    def page(self, who: str) -> str:
        """The address of the table for `a`, `b` or `public`."""
        return self.streams[who].replace("ws", "http", 1).replace("/ws/g/", "/g/")

    def open(self, who: str) -> ClientConnection:
        """The stream of `a`, `b` or `public`."""
        return connect(self.streams[who], origin=Origin(self.site))


@contextmanager
def demo_server(
    folder: Path,
    scenario: str = "toy",
    port: int | None = None,
    program: Sequence[str] = ("manage.py",),
    log: Path | None = None,
    **environment: str,
) -> Iterator[Served]:
    """Serve the demo of a scenario, or of the test world, from a database in that folder, until the
    block ends; on a port of its own choice if none is given. Its log goes to that file.
    """
    database = folder / "games.sqlite3"
    if not database.exists():
        database.write_bytes(migrated())
    port = port or free_port()
    site = f"http://127.0.0.1:{port}"
    with ExitStack() as files:
        out = files.enter_context((folder / "out").open("wb"))
        process = subprocess.Popen(  # noqa: S603 - our own command
            [*python(), *program, "demo", "--scenario", scenario, "--port", str(port)],
            cwd=ROOT,
            env={
                **os.environ,
                "DEMO": "on",
                "DATABASE_URL": f"sqlite:///{database}",
                "PYTHONUNBUFFERED": "1",
                "STANDING_DELAY_SCALE": "0.2",
                **environment,
            },
            stdout=out,
            stderr=files.enter_context(log.open("wb")) if log else None,
        )
    try:
        printed = folder / "out"
        wait_until_ready(process, lambda: _has_printed_links(printed) and _answers(site))
        yield Served(process, site, streams_in(printed.read_text()))
    finally:
        process.kill()
        process.wait()


def say(stream: ClientConnection, **frame: Any) -> None:
    stream.send(json.dumps(frame))


def hear(stream: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next frame of one of those kinds."""
    while True:
        frame: dict[str, Any] = json.loads(stream.recv(timeout=60))
        if frame["t"] in kinds:
            return frame


def document_and_offers(stream: ClientConnection) -> tuple[dict[str, Any], list[Any]]:
    """What is there now, and what may be done. Offers of the bulletin before may still be on their
    way.
    """
    say(stream, t="hello", have=None)
    document = hear(stream, "doc")
    while (offers := hear(stream, "offers"))["n"] < document["n"]:
        pass
    return document, offers["offers"]


def _answers(site: str) -> bool:
    host, port = site.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port)), timeout=2).close()
    except OSError:
        return False
    return True


def _has_printed_links(printed: Path) -> bool:
    """Whether it is this server that answers there, not one that is being ended at that port."""
    return len(_LINK.findall(printed.read_text())) >= len(_WHO)


def streams_in(printed: str) -> dict[str, str]:
    """The addresses of the three streams, from the links that the demo prints."""
    links = _LINK.findall(printed)
    return {
        who: link.replace("http", "ws", 1).replace("/g/", "/ws/g/")
        for who, link in zip(_WHO, links, strict=True)
    }
