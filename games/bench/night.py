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

from games.bench.driver import Client, Measured, play_move
from games.bench.processes import Server, all_cores, serving
from games.bench.recording import ClubNight, LiveTable, Recording, spread
from games.bench.socket import Socket, open_socket
from games.server import free_port
from rules.kernel.audience import Audience, Side

HOST: Final = "127.0.0.1"
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
    tables = [_Table(one, n, ports) for n, one in enumerate(night.tables)]
    readers = [_Reader(night, n, ports[n % len(ports)], evening) for n in range(READERS)]
    guests: list[_Table | _Reader] = [*tables, *readers]
    for one in guests:
        await one.come()
    end = perf_counter() + seconds
    tasks = [one.stay(recording, end, evening) for one in guests]
    await asyncio.gather(*tasks, _announce(night, ports[0], seconds, evening))
    for one in guests:
        one.go()
    return evening


class _Table:
    """Two players and those who watch them."""

    def __init__(self, live: LiveTable, number: int, ports: Sequence[int]) -> None:
        self._live, self._number, self._ports = live, number, ports
        self._players = {side: Client(side.audience) for side in Side}
        self._watchers = [Client(Audience.PUBLIC) for _ in range(SPECTATORS)]

    async def come(self) -> None:
        seats = [(one, self._live.tokens[side]) for side, one in self._players.items()]
        port = self._ports[self._number % len(self._ports)]
        for client, token in [*seats, *((one, "") for one in self._watchers)]:
            await client.open(HOST, port, token, self._live.game, _source(self._number))

    async def stay(self, recording: Recording, end: float, evening: Evening) -> None:
        """Play the recording, a command every few seconds, all tables in turn."""
        await asyncio.sleep(PACE * self._number / 32)
        for move in recording.moves:
            begun = perf_counter()
            if begun >= end:
                return
            try:
                await play_move(move, self._players, self._watchers, evening.moves)
            except (RuntimeError, TimeoutError) as error:
                evening.failed.append(f"table {self._number}: {error!r}")
                return
            await asyncio.sleep(max(0.0, begun + PACE - perf_counter()))

    def go(self) -> None:
        for client in (*self._players.values(), *self._watchers):
            client.close()


class _Reader:
    """Somebody with the event's page open."""

    def __init__(self, night: ClubNight, number: int, port: int, evening: Evening) -> None:
        self._event, self._number, self._port = night.event, number, port
        self._evening = evening
        self._told = asyncio.Event()
        self._socket: Socket | None = None

    async def come(self) -> None:
        path, source = f"/ws/e/{self._event}/", _source(100 + self._number // FROM_AN_ADDRESS)
        self._socket = await open_socket(HOST, self._port, path, self._heard, source)

    async def stay(self, _: Recording, end: float, evening: Evening) -> None:
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


def _source(number: int) -> str:
    """An address of this machine, so that limits by address are those of many guests."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"
