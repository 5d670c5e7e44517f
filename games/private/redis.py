"""A Redis that stores nothing and answers to this machine alone."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from games.private.programs import find_program, free_port, wait_until_ready


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


class Redis:
    """One on a port of its own: started, stopped, or killed and started again, empty."""

    def __init__(self, folder: str) -> None:
        """Raises MissingProgramError."""
        self._program = find_program(["redis-server"], install="redis-server (apt)")
        self._folder, self._port = folder, free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["--bind", "127.0.0.1", "--save", "", "--dir", self._folder]
        self._server = subprocess.Popen(
            [self._program, "--port", str(self._port), *options], stdout=subprocess.DEVNULL
        )
        with redis.Redis(port=self._port) as client:
            wait_until_ready(self._server, lambda: _answers(client))

    def kill(self) -> None:
        """Kill it, as a crash would."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()

    def stop(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(timeout=30)


@contextmanager
def temporary_redis() -> Iterator[Redis]:
    """A running Redis until the block ends. Raises MissingProgramError."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        server = Redis(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def private_redis() -> Iterator[str]:
    """The URL of a Redis of our own. Raises MissingProgramError."""
    with temporary_redis() as server:
        yield server.url
