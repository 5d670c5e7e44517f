"""A Redis that stores nothing and answers to this machine alone."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from tests.services.programs import find_program, free_port, wait_until_ready


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


@contextmanager
def private_redis() -> Iterator[str]:
    """Start redis-server on a free port, give its URL, end it afterwards."""
    program = find_program(["redis-server"], install="redis-server (apt)")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        try:
            with redis.Redis(port=port) as client:
                wait_until_ready(server, lambda: _answers(client))
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(timeout=30)
