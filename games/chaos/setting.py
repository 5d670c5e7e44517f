"""The parts of a running server, each of which can be killed and started again."""

import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

import msgspec
from django.conf import settings

from games.chaos.server import GONE
from games.chaos.store import Rows, Seats
from games.private.postgres import temporary_postgres
from games.private.programs import free_port, port_answers, wait_until
from games.private.redis import temporary_redis

COMMIT_WITHIN: Final = 10.0
"""Seconds that an armed window waits for a command; then the kill comes from outside."""

T = TypeVar("T")


class Part(Protocol):
    """What a server needs in order to run."""

    def kill(self) -> None:
        """End it at once, with nothing tidied up."""

    def start(self) -> None:
        """Start it again and wait until it answers."""


class Daphne:
    """A process that serves, one after the other on the same port."""

    def __init__(self, environment: Mapping[str, str], fault: str = "") -> None:
        self.port = free_port()
        self._starter = subprocess.Popen(
            _command("server", *([fault] if fault else [])),
            cwd=settings.BASE_DIR,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # tracebacks of a server whose database is gone
            text=True,
        )
        self._process = 0

    def start(self) -> None:
        if self._starter.stdin is None:
            raise RuntimeError("nobody can be told to start a server")
        self._starter.stdin.write(f"{self.port}\n")
        self._starter.stdin.flush()
        self._process = int(self._hear())
        wait_until(lambda: port_answers(self.port))

    def kill(self) -> None:
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            self._wait()

    def kill_in(self, window: signal.Signals) -> None:
        """Have it die in one of its windows."""
        os.kill(self._process, window)
        stdout = self._starter.stdout
        if stdout is not None and select.select([stdout], [], [], COMMIT_WITHIN)[0]:
            self._wait()
        else:
            self.kill()

    def close(self) -> None:
        self.kill()
        self._starter.kill()
        self._starter.communicate()

    def _wait(self) -> None:
        self._process = 0
        if self._hear() != GONE:
            raise RuntimeError("the server is still there")

    def _hear(self) -> str:
        line = self._starter.stdout.readline() if self._starter.stdout else ""
        if not line:
            raise RuntimeError("the server did not start")
        return line.strip()


@dataclass(frozen=True)
class Setting:
    """A whole server: its daphnes, and the parts that they share."""

    name: str
    environment: Mapping[str, str]
    daphnes: Sequence[Daphne]
    shared: Mapping[str, Part]

    @property
    def ports(self) -> list[int]:
        return [daphne.port for daphne in self.daphnes]

    def make(self, scenario: str, count: int) -> list[Seats]:
        """Make games."""
        return self._ask(list[Seats], "make", scenario, str(count))

    def read(self) -> list[Rows]:
        """What is stored of all games."""
        return self._ask(list[Rows], "read")

    @property
    def parts(self) -> Mapping[str, Part]:
        """Everything that can be killed, by name."""
        daphnes = {f"daphne {i}": daphne for i, daphne in enumerate(self.daphnes, 1)}
        return {**daphnes, **self.shared}

    def _ask(self, kind: type[T], *arguments: str) -> T:
        done = subprocess.run(
            _command("store", *arguments),
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.PIPE,
            check=True,
        )
        return msgspec.msgpack.decode(done.stdout, type=kind)


@contextmanager
def sqlite(fault: str = "") -> Iterator[Setting]:
    """One daphne and a file."""
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder, ExitStack() as stack:
        environment = _environment(f"sqlite:///{folder}/chaos.sqlite3", "")
        yield Setting("sqlite", environment, _daphnes(stack, environment, 1, fault), {})


@contextmanager
def postgres(fault: str = "") -> Iterator[Setting]:
    """Two daphnes, PostgreSQL and Redis. Raises MissingProgramError."""
    with ExitStack() as stack:
        database = stack.enter_context(temporary_postgres())
        layer = stack.enter_context(temporary_redis())
        environment = _environment(database.url, layer.url)
        daphnes = _daphnes(stack, environment, 2, fault)
        shared: dict[str, Part] = {"PostgreSQL": database, "Redis": layer}
        yield Setting("postgres", environment, daphnes, shared)


SETTINGS: Final[Mapping[str, Any]] = MappingProxyType({"sqlite": sqlite, "postgres": postgres})


def _daphnes(
    stack: ExitStack, environment: Mapping[str, str], count: int, fault: str
) -> list[Daphne]:
    daphnes = [Daphne(environment, fault) for _ in range(count)]
    for daphne in daphnes:
        stack.callback(daphne.close)
    return daphnes


def _command(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", f"games.chaos.{module}", *arguments]


def _environment(database: str, redis: str) -> Mapping[str, str]:
    return {
        **os.environ,
        "DEMO": "on",
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "LOG_LEVEL": "CRITICAL",
        "TABLE_FRAMES_PER_SECOND": "100000",
    }
