"""A club night through servers: 32 live tables with spectators, and readers of the event's page.

Tables are spread over the servers, if there are several; all of a table find the same one, as
behind a proxy that goes by the game (docs/operating.md). A table gives a command every few seconds.
Each reader has the event's page open, reads it now and then, and again
whenever its stream says that there is more to read: an announcement sends all of them at once.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlencode

from games.bench.driver import Measured
from games.bench.processes import Server, all_cores, serving
from games.bench.recording import ClubNight, Recording, spread
from games.bench.socket import Socket, open_socket
from games.bench.tables import HOST, Rhythm, Table, source
from games.server import free_port

SPECTATORS: Final = 4
READERS: Final = 200
PACE: Final = 3.0  # seconds between the commands of a table
READ_EVERY: Final = 20.0  # seconds after which a reader reads again unasked
SOON: Final = 0.3  # seconds after which he reads what he was told of, as the page does, or
SPREAD: Final = 2.0  # up to so many later, by chance
FROM_AN_ADDRESS: Final = 10
_CSRF: Final = "b" * 32


@dataclass
class Evening:
    """What is measured, in milliseconds."""

    moves: Measured = field(default_factory=Measured)
    page: list[float] = field(default_factory=list)
    at_once: list[float] = field(default_factory=list)
    announced: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def measure_night(where: tuple[str, str], recording: Recording, seconds: float) -> dict[str, Any]:
    """Serve a night from that database, by two processes if there is a Redis; have it played. One
    has a core of its own; two share all there are with who plays.
    """
    database, redis = where
    processes = 2 if redis else 1
    with ExitStack() as stack:
        servers: list[Server] = []
        for number in range(processes):
            job, port = ("join" if number else "night"), free_port(HOST)
            how = {"REDIS_URL": redis, **(all_cores() if redis else {})}
            server = serving(database, recording.scenario, port, job, **how)
            servers.append(stack.enter_context(server))
        before = [server.cpu_seconds() for server in servers]
        evening = asyncio.run(_evening(servers, servers[0].night, recording, seconds))
        used = sum(server.cpu_seconds() for server in servers) - sum(before)
        memory = [server.memory_mb() for server in servers]
    return {
        "what": "night",
        "processes": processes,
        "tables": len(servers[0].night.tables),
        "spectators": SPECTATORS * len(servers[0].night.tables),
        "readers": READERS,
        "commands": len(evening.moves.answer),
        "answer_ms": spread(evening.moves.answer),
        "opponent_ms": spread(evening.moves.opponent),
        "last_spectator_ms": spread(evening.moves.last_spectator),
        "pages": len(evening.page) + len(evening.at_once),
        "page_ms": spread(evening.page),
        "page_at_once_ms": spread(evening.at_once),
        "announcement_ms": spread(evening.announced),
        "failed": evening.failed,
        "server_cpu_s": round(used, 1),
        "server_memory_mb": memory,
    }


async def _evening(
    servers: Sequence[Server], night: ClubNight, recording: Recording, seconds: float
) -> Evening:
    evening, ports = Evening(), [server.port for server in servers]
    tables = [Table(one, n, SPECTATORS) for n, one in enumerate(night.tables)]
    readers = [_Reader(night, n, ports[n % len(ports)], evening) for n in range(READERS)]
    for n, table in enumerate(tables):
        await table.come(ports[n % len(ports)], ports[n % len(ports)])
    for reader in readers:
        await reader.come()
    end, moves = perf_counter() + seconds, recording.moves
    rhythms = [Rhythm(PACE * n / len(tables), PACE, end) for n in range(len(tables))]
    playing = [
        table.stay(moves, rhythm, evening.moves, evening.failed)
        for table, rhythm in zip(tables, rhythms, strict=True)
    ]
    reading = [reader.stay(end) for reader in readers]
    await asyncio.gather(*playing, *reading, _announce(night, ports[0], seconds, evening))
    for table in tables:
        table.go()
    for reader in readers:
        reader.go()
    return evening


class _Reader:
    """Somebody with the event's page open."""

    def __init__(self, night: ClubNight, number: int, port: int, evening: Evening) -> None:
        self._event, self._number, self._port = night.event, number, port
        self._evening = evening
        self._told = asyncio.Event()
        self._socket: Socket | None = None

    async def come(self) -> None:
        path, address = f"/ws/e/{self._event}/", source(100 + self._number // FROM_AN_ADDRESS)
        self._socket = await open_socket(HOST, self._port, path, self._heard, address)

    async def stay(self, end: float) -> None:
        evening = self._evening
        wait = READ_EVERY * self._number / READERS
        while (left := end - perf_counter()) > 0:
            try:
                await asyncio.wait_for(self._told.wait(), min(wait, left))
            except TimeoutError:
                into = evening.page
            else:
                self._told.clear()
                await asyncio.sleep(SOON + SPREAD * random.random())  # noqa: S311 - no secret
                into = evening.at_once
            if perf_counter() < end:
                await self._read(into)
            wait = READ_EVERY

    async def _read(self, into: list[float]) -> None:
        begun = perf_counter()
        status = await _request(self._port, f"/events/{self._event}/")
        into.append(1000 * (perf_counter() - begun))
        if status != 200:  # noqa: PLR2004 - HTTP's OK
            self._evening.failed.append(f"reader {self._number}: {status}")

    def _heard(self, _: bytes) -> None:
        self._told.set()

    def go(self) -> None:
        if self._socket is not None:
            self._socket.close()


async def _announce(night: ClubNight, port: int, seconds: float, evening: Evening) -> None:
    """A director says something at all tables, twice."""
    for _ in range(2):
        await asyncio.sleep(seconds / 3)
        form = {"csrfmiddlewaretoken": _CSRF, "do": "announce", "words": "Ten minutes"}
        cookies = f"{night.cookies}; csrftoken={_CSRF}"
        begun = perf_counter()
        status = await _request(port, f"/events/{night.event}/act", cookies, urlencode(form))
        evening.announced.append(1000 * (perf_counter() - begun))
        if status != 302:  # noqa: PLR2004 - back to the desk
            evening.failed.append(f"announcement: {status}")


async def _request(port: int, path: str, cookies: str = "", body: str = "") -> int:
    """Get a page, or post a form; the status, when all of it has come."""
    site = f"{HOST}:{port}"
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: {site}", "Connection: close"]
    if body:
        lines += [f"Origin: http://{site}", f"Cookie: {cookies}", f"Content-Length: {len(body)}",
                  "Content-Type: application/x-www-form-urlencoded"]  # fmt: skip
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write("\r\n".join((*lines, "", body)).encode())
    answer = await reader.read(-1)
    writer.close()
    return int(answer[9:12]) if answer else 0
