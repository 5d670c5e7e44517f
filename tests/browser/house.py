"""The one server of all browser tests of a process, in which each has games of its own."""

import json
import os
import socket
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from tests.browser.hosting import CONTROL, HOST
from tests.services.forked import python
from tests.services.migrated import migrated
from tests.services.programs import free_port, wait_until_ready

ROOT = Path(__file__).resolve().parent.parent.parent
KEY = "a key that outlives the server, which some tests kill"
UNHURRIED = {
    "STANDING_DELAY_SCALE": "0",
    "TABLE_FRAMES_PER_SECOND": "1000",
    "TABLE_HELLOS_PER_SECOND": "1000",
    "TABLE_QUESTIONS_PER_SECOND": "1000",
    "SIGN_UPS": "1000",
}
"""Neither pauses for people nor limits for crowds: nobody else is here."""

P = ParamSpec("P")
T = TypeVar("T")


class House:
    """The server, which may be killed and started again on its port with its database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.log = folder / "log"
        (folder / "games.sqlite3").write_bytes(migrated())
        self.process = self._started()

    @property
    def site(self) -> str:
        """Its address."""
        return f"http://{HOST}:{self._port}"

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        self.process.kill()
        self.process.wait()
        (self._folder / CONTROL).unlink()  # whoever answers there from now on is the next

    def start_again(self) -> None:
        self.process = self._started()

    def do(self, act: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have an act done in the server, with arguments and an answer that JSON can tell."""
        asked = {"module": act.__module__, "name": act.__name__, "args": args, "kwargs": kwargs}
        with self._control() as control:
            control.sendall(json.dumps(asked).encode() + b"\n")
            control.shutdown(socket.SHUT_WR)
            with control.makefile("rb") as stream:
                answer = stream.read()
        if not answer:
            raise AssertionError(f"{act.__name__} failed in the server: its log says why")
        given: T = json.loads(answer)
        return given

    def _control(self) -> socket.socket:
        control = socket.socket(socket.AF_UNIX)
        control.connect(str(self._folder / CONTROL))
        return control

    def _started(self) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - our own module
                [*python(), "-m", "tests.browser.hosting", str(self._folder), str(self._port)],
                cwd=ROOT,
                env={
                    **os.environ,
                    "DEMO": "on",
                    "SECRET_KEY": KEY,
                    "DATABASE_URL": f"sqlite:///{self._folder}/games.sqlite3",
                    "PYTHONUNBUFFERED": "1",
                    **UNHURRIED,
                },
                stdout=log,
                stderr=log,
            )
        wait_until_ready(process, self._is_ready)
        return process

    def _is_ready(self) -> bool:
        with suppress(OSError), self._control():
            return True
        return False


@contextmanager
def running_house(folder: Path) -> Iterator[House]:
    house = House(folder)
    try:
        yield house
    finally:
        house.kill()
