"""A PostgreSQL cluster in a temporary folder.

PostgreSQL refuses to run as root; root therefore runs it as another user.
"""

import os
import pwd
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from games.private.programs import (
    MissingProgramError,
    find_program,
    free_port,
    wait_until_ready,
)

INSTALL = "postgresql (apt)"
OWNERS = ("postgres", "nobody")
SPEED = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]


def _folders() -> list[Path]:
    """Debian keeps the server's programs out of PATH, by major version; the newest first."""
    found = Path("/usr/lib/postgresql").glob("*/bin")
    return sorted(found, key=lambda path: int(path.parent.name), reverse=True)


def _other_user() -> pwd.struct_passwd | None:
    """Who owns the cluster instead of root, or None if we are not root."""
    if os.geteuid() != 0:
        return None
    for user in pwd.getpwall():
        if user.pw_name in OWNERS:
            return user
    raise MissingProgramError(f"root needs a user called {' or '.join(OWNERS)}: install {INSTALL}")


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


class Postgres:
    """A cluster in a folder of its own: started, stopped, or killed and started again."""

    def __init__(self, folder: str, options: Sequence[str] = ()) -> None:
        """Make the cluster. Raises MissingProgramError."""
        folders = _folders()
        initdb = find_program(["initdb"], install=INSTALL, folders=folders)
        self._program = find_program(["postgres"], install=INSTALL, folders=folders)
        self._folder, self._options, self._port = folder, options, free_port()
        self._run: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL}
        if user := _other_user():
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._run |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        how = ["-U", "sealed", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run([initdb, "-D", self._data, *how], check=True, **self._run)
        self._server: subprocess.Popen[bytes] | None = None
        self.url = f"postgres://sealed@127.0.0.1:{self._port}/postgres"

    @property
    def _data(self) -> str:
        return f"{self._folder}/data"

    def start(self, attempts: int = 20) -> None:
        """Start it and wait until it answers. After a kill the first attempts may fail, until the
        system has let go of what the killed processes shared.
        """
        listen = ["-p", str(self._port), "-c", "listen_addresses=127.0.0.1", "-k", self._folder]
        command = [self._program, "-D", self._data, *listen, *self._options]
        for attempt in range(1, attempts + 1):
            with Path(self._folder, "log").open("ab") as log:
                self._server = subprocess.Popen(
                    command, stderr=log, start_new_session=True, **self._run
                )
            try:
                wait_until_ready(self._server, lambda: _answers(self.url))
            except RuntimeError:
                if attempt == attempts:
                    raise
                time.sleep(0.1)
            else:
                return

    def kill(self) -> None:
        """Kill it with all its processes, as a crash would."""
        if self._server is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait()

    def stop(self) -> None:
        """PostgreSQL's "fast" shutdown."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(signal.SIGINT)
            self._server.wait(timeout=30)


@contextmanager
def temporary_postgres(options: Sequence[str] = ()) -> Iterator[Postgres]:
    """A running cluster until the block ends; then it is deleted. Raises MissingProgramError."""
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(folder, options)
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def private_postgres() -> Iterator[str]:
    """The URL of a fast database that need not survive anything. Raises MissingProgramError."""
    with temporary_postgres(SPEED) as server:
        yield server.url
