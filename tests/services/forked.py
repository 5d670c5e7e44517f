"""What to start in the place of Python, so that a process is forked from one that has imported what
it needs (`nursery`).
"""

import atexit
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.services.programs import wait_until_ready

ROOT = Path(__file__).resolve().parent.parent.parent
STUB = Path(__file__).with_name("stub.py")
NURSERY = "TESTS_NURSERY"
"""The environment variable with the nursery's socket, in what it has forked."""


def python() -> tuple[str, ...]:
    """The beginning of a command that goes on as Python's would: a path, `-m` or `-c`."""
    address = os.environ.get(NURSERY) or _nursery()
    return sys.executable, "-S", "-E", str(STUB), address


@cache
def _nursery() -> str:
    """The socket of this process's nursery, which ends with it."""
    address = Path(mkdtemp(prefix="nursery-")) / "socket"
    process = subprocess.Popen(  # noqa: S603 - our own module
        [sys.executable, "-m", "tests.services.nursery", str(address)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
    )
    atexit.register(_end, process, address)
    wait_until_ready(process, address.exists)
    return str(address)


def _end(process: "subprocess.Popen[bytes]", address: Path) -> None:
    """End the nursery, and with it all that it forked."""
    process.communicate()
    address.unlink()
    address.parent.rmdir()
