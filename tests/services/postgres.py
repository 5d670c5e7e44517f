"""A PostgreSQL cluster in a temporary folder.

PostgreSQL refuses to run as root; root therefore runs it as another user.
"""

import os
import pwd
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.services.programs import (
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
    """Who owns the cluster instead of root; None if we are not root."""
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


@contextmanager
def private_postgres() -> Iterator[str]:
    """Make a cluster, start it on a free port, give the URL of its database, end and delete it."""
    folders = _folders()
    initdb = find_program(["initdb"], install=INSTALL, folders=folders)
    postgres = find_program(["postgres"], install=INSTALL, folders=folders)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder:
        run: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL}
        if user := _other_user():
            os.chown(folder, user.pw_uid, user.pw_gid)
            run |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = f"{folder}/data"
        subprocess.run(
            [initdb, "-D", data, "-U", "sealed", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
            check=True,
            **run,
        )
        listen = ["-p", str(port), "-c", "listen_addresses=127.0.0.1", "-k", folder]
        with Path(folder, "log").open("wb") as log:
            server = subprocess.Popen([postgres, "-D", data, *listen, *SPEED], stderr=log, **run)
            url = f"postgres://sealed@127.0.0.1:{port}/postgres"
            try:
                wait_until_ready(server, lambda: _answers(url))
                yield url
            finally:
                server.send_signal(signal.SIGINT)  # PostgreSQL's "fast" shutdown
                server.wait(timeout=30)
