"""Workers, each with a temporary database and a core of its own, and what they used."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings

from games.bench.recording import ClubNight, Copies, Recording, Seats
from games.private.postgres import private_postgres
from games.private.programs import MissingProgramError
from games.private.redis import private_redis

SERVER_CORE: Final = 0
DRIVER_CORE: Final = 1


@cache
def has_two_cores() -> bool:
    """Whether server and driver can have a core each; asked before any process is pinned."""
    return {SERVER_CORE, DRIVER_CORE} <= os.sched_getaffinity(0)


def all_cores() -> dict[str, str]:
    """The environment of a server that shares both cores with others, the driver among them."""
    return {"BENCH_CORE": f"{SERVER_CORE},{DRIVER_CORE}"} if has_two_cores() else {}


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """URLs of temporary databases by kind: SQLite, and PostgreSQL if one can be started here."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))
        urls = {"sqlite": f"sqlite:///{folder}/bench.sqlite3"}
        try:
            urls["postgresql"] = stack.enter_context(private_postgres())
        except MissingProgramError as error:
            sys.stderr.write(f"without PostgreSQL: {error}\n")
        yield urls


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a Redis, "" if none can be started here."""
    with ExitStack() as stack:
        try:
            yield stack.enter_context(private_redis())
        except MissingProgramError as error:
            sys.stderr.write(f"without Redis: {error}\n")
            yield ""


def record(url: str, scenario: str, moves: int, seed: int) -> Recording:
    """Record a game in a worker. Raises CalledProcessError."""
    told = _worked(url, "record", scenario, str(moves), str(seed))
    return msgspec.json.decode(told, type=Recording)


def copies(url: str, scenario: str, moves: int, seed: int, count: int) -> Copies:
    """Have a worker make games that stand where `record` ends. Raises CalledProcessError."""
    told = _worked(url, "copies", scenario, str(moves), str(seed), str(count))
    return msgspec.json.decode(told, type=Copies)


def _worked(url: str, *arguments: str) -> bytes:
    """What a worker says of a job that it has done."""
    done = subprocess.run(  # noqa: S603 - our own command
        _command(*arguments),
        cwd=settings.BASE_DIR,
        env=_environment(url),
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout


@dataclass(frozen=True)
class Server:
    """A worker that serves; `told` is what it said when it began."""

    process: "subprocess.Popen[bytes]"
    port: int
    told: bytes

    @property
    def seats(self) -> Seats:
        """The seats of its game."""
        return msgspec.json.decode(self.told, type=Seats)

    @property
    def night(self) -> ClubNight:
        """The club night that it serves."""
        return msgspec.json.decode(self.told, type=ClubNight)

    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        return cpu_seconds(self.process.pid)

    def memory_mb(self) -> float:
        """Memory in use."""
        return _memory_mb(self.process.pid)

    def helpers_memory_mb(self) -> float:
        """Memory in use by the processes that it started."""
        return sum(_memory_mb(pid) for pid in children(self.process.pid))


def cpu_seconds(pid: int, *, ended_children: bool = False) -> float:
    """Processor time that a process has used so far, and its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(int(field) for field in fields[11 : 15 if ended_children else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _memory_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


@contextmanager
def serving(
    url: str, scenario: str, port: int, job: str = "serve", **environment: str
) -> Iterator[Server]:
    """A server, until the block ends. Raises RuntimeError if it does not start."""
    with subprocess.Popen(  # noqa: S603 - our own command
        _command(job, scenario, str(port)),
        cwd=settings.BASE_DIR,
        env={**_environment(url), **environment},
        stdout=subprocess.PIPE,
    ) as process:
        try:
            if process.stdout is None or not (line := process.stdout.readline()):
                raise RuntimeError("the server did not start")
            yield Server(process, port, line)
        finally:
            process.kill()


@contextmanager
def attacking(what: Mapping[str, object]) -> Iterator["subprocess.Popen[bytes]"]:
    """Hostile sockets on the driver's core, behind everything else there, until the block ends."""
    core = {"DRIVER_CORE": str(DRIVER_CORE)} if has_two_cores() else {}
    with subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "games.bench.attackers", msgspec.json.encode(what).decode()],
        cwd=settings.BASE_DIR,
        env={**os.environ, **core},
        stdout=subprocess.PIPE,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def pinned_driver() -> Iterator[None]:
    """This process on the driver's core, if there are two."""
    before = os.sched_getaffinity(0)
    if has_two_cores():
        os.sched_setaffinity(0, {DRIVER_CORE})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "games.bench.worker", *arguments]


def _environment(url: str) -> Mapping[str, str]:
    core = {"BENCH_CORE": str(SERVER_CORE)} if has_two_cores() else {}
    return {
        **os.environ,
        "DEMO": "on",
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "LOG_LEVEL": "ERROR",
        "TABLE_FRAMES_PER_SECOND": "100000",
        **core,
    }
