"""Finding programs, free ports, and the moment a server is ready."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path


class MissingProgramError(Exception):
    """A program is not on this machine; the text says what to install."""


def find_program(names: Sequence[str], *, install: str, folders: Sequence[Path] = ()) -> str:
    """The path of the first of names that exists, in folders before PATH."""
    for name in names:
        for folder in folders:
            if (folder / name).is_file():
                return str(folder / name)
        if found := shutil.which(name):
            return found
    raise MissingProgramError(f"{names[0]} not found: install {install}")


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_until_ready(
    server: subprocess.Popen[bytes], ready: Callable[[], bool], seconds: float = 120
) -> None:
    """Return as soon as ready() holds; RuntimeError if the server ends or is never ready. One that
    has not ended is waited for so long that a busy machine is no fault of its.
    """

    def is_ready() -> bool:
        if server.poll() is not None:
            raise RuntimeError(f"{server.args!r} ended with status {server.returncode}")
        return ready()

    wait_until(is_ready, seconds)


def wait_until(ready: Callable[[], bool], seconds: float = 30) -> None:
    """Return as soon as ready() holds; RuntimeError if it never does."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if ready():
            return
        time.sleep(0.02)
    raise RuntimeError(f"a server was not ready after {seconds} seconds")


def port_answers(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True
