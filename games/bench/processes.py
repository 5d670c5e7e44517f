"""Workers, each with a temporary database and a core of its own, and what they used."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings

from games.bench.recording import Recording, Seats

SERVER_CORE: Final = 0
DRIVER_CORE: Final = 1


@cache
def has_two_cores() -> bool:
    """Whether server and driver can have a core each; asked before any process is pinned."""
    return {SERVER_CORE, DRIVER_CORE} <= os.sched_getaffinity(0)


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """URLs of temporary databases by kind: SQLite, and PostgreSQL if one can be started here."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))
        urls = {"sqlite": f"sqlite:///{folder}/bench.sqlite3"}
        if find_spec("tests") and find_spec("tests.services.postgres"):
            postgres = import_module("tests.services.postgres")
            missing = import_module("tests.services.programs").MissingProgramError
            try:
                urls["postgresql"] = stack.enter_context(postgres.private_postgres())
            except missing as error:
                sys.stderr.write(f"without PostgreSQL: {error}\n")
        yield urls


def record(url: str, scenario: str, moves: int, seed: int) -> Recording:
    """Record a game in a worker. Raises CalledProcessError."""
    done = subprocess.run(  # noqa: S603 - our own command
        _command("record", scenario, str(moves), str(seed)),
        cwd=settings.BASE_DIR,
        env=_environment(url),
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=Recording)


@dataclass(frozen=True)
class Server:
    """A worker that serves."""

    process: "subprocess.Popen[bytes]"
    port: int
    seats: Seats

    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Memory in use."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


@contextmanager
def serving(url: str, scenario: str, port: int) -> Iterator[Server]:
    """A server, until the block ends. Raises RuntimeError if it does not start."""
    with subprocess.Popen(  # noqa: S603 - our own command
        _command("serve", scenario, str(port)),
        cwd=settings.BASE_DIR,
        env=_environment(url),
        stdout=subprocess.PIPE,
    ) as process:
        try:
            if process.stdout is None or not (line := process.stdout.readline()):
                raise RuntimeError("the server did not start")
            yield Server(process, port, msgspec.json.decode(line, type=Seats))
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
