"""A process that has imported what servers need, and forks them: `python -m tests.services.nursery
SOCKET`. Importing takes each of them longer than most tests do.

What it forks has a process, an environment, open files and settings of its own, and runs the
program it is asked for from the first line on; Django is set up there. It ends, and all that it
forked, when its standard input does.
"""

import fcntl
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import sys
import warnings
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from types import FrameType

from games.questions import crew
from rules.mapmaking.warming import take_compiled
from tests.services.forked import NURSERY, python
from tests.services.stub import LENGTH

IMPORTED = (
    "autobahn.twisted.websocket",
    "django.core.handlers.asgi",
    "django.core.management.commands.migrate",
    "django.core.serializers",
    "django.db.models",
    "django.forms",
    "django.template.loader",
    "django.test",
    "django.views.generic",
    "rules.play.engine",
    "rustworkx",
    "structlog",
    "twisted.internet.tcp",
    "twisted.web.http",
    "whitenoise.middleware",
)
"""Nothing that asks for settings when it is imported, chooses a reactor or starts a thread."""
MOST_FILES = 64


@dataclass(frozen=True)
class Job:
    """A program to run, as a stub hands it over, and its open files as they are here."""

    arguments: list[str]
    environment: dict[str, str]
    folder: str
    files: dict[int, int]
    """By the number that each is to have."""

    def run(self) -> None:
        """Run it in this process, as Python's command line would."""
        self._settle()
        match self.arguments:
            case ["-c", code, *rest]:
                sys.argv = ["-c", *rest]
                exec(code, {"__name__": "__main__"})  # noqa: S102 - what a test wants to run
            case ["-m", module, *rest]:
                sys.argv = [module, *rest]
                runpy.run_module(module, run_name="__main__", alter_sys=True)
            case [path, *rest]:
                sys.argv = [path, *rest]
                runpy.run_path(path, run_name="__main__")
            case _:
                raise ValueError("nothing to run")

    def _settle(self) -> None:
        """Take its environment, its folder and its files."""
        for name in os.environ.keys() - self.environment.keys() - {NURSERY}:
            del os.environ[name]
        os.environ.update(self.environment)
        os.chdir(self.folder)
        above = max(self.files) + 1
        moved = {number: _moved(file, above) for number, file in self.files.items()}
        for number, file in moved.items():
            os.dup2(file, number)
            os.close(file)
        sys.stdout = os.fdopen(1, "w", 1, encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", closefd=False)


def _moved(file: int, above: int) -> int:
    """The file under a number of `above` or more."""
    moved = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, above)
    os.close(file)
    return moved


class Nursery:
    """Forks what it is asked for at a socket, and ends what nobody waits for any more."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._children: dict[int, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._wakes, wake = socket.socketpair()
        wake.setblocking(False)
        self._wakes.setblocking(False)
        self._wake = wake
        self._selector.register(listener, selectors.EVENT_READ)
        self._selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
        self._selector.register(self._wakes, selectors.EVENT_READ)
        signal.signal(signal.SIGCHLD, _nothing)
        signal.set_wakeup_fd(wake.fileno())

    def job(self) -> Job | None:
        """Fork until standard input ends: None then, and in each process forked what it is to run.
        Who was to be ended has ended before another is forked.
        """
        while True:
            ready = {key.fileobj for key, _ in self._selector.select()}
            self._bury()
            for pid in [pid for pid, stub in self._children.items() if stub in ready]:
                self._end(pid)
            if sys.stdin.fileno() in ready:
                for pid in list(self._children):
                    self._end(pid)
                return None
            if self._listener in ready and (job := self._fork()):
                return job

    def _fork(self) -> Job | None:
        stub, _ = self._listener.accept()
        job = _received(stub)
        pid = os.fork()
        if pid == 0:
            self._leave(stub)
            return job
        for file in job.files.values():
            os.close(file)
        self._children[pid] = stub
        self._selector.register(stub, selectors.EVENT_READ)
        return None

    def _leave(self, stub: socket.socket) -> None:
        """Have nothing more to do with it, in a process just forked."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._selector.close()
        for one in (self._listener, self._wakes, self._wake, stub, *self._children.values()):
            one.close()

    def _bury(self) -> None:
        """Tell how those have ended that have."""
        with suppress(BlockingIOError):
            while self._wakes.recv(4096):
                pass
        for pid, stub in list(self._children.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                with suppress(OSError):
                    code = os.waitstatus_to_exitcode(status)
                    stub.sendall(code.to_bytes(LENGTH, "big", signed=True))
                self._forget(pid)

    def _end(self, pid: int) -> None:
        """End a process whose stub has ended."""
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        self._forget(pid)

    def _forget(self, pid: int) -> None:
        stub = self._children.pop(pid)
        self._selector.unregister(stub)
        stub.close()


def _nothing(number: int, frame: FrameType | None) -> None:
    """For a signal that is only to wake."""


def _received(stub: socket.socket) -> Job:
    head, files, _, _ = socket.recv_fds(stub, LENGTH, MOST_FILES)
    with stub.makefile("rb") as stream:
        said = json.loads(stream.read(int.from_bytes(head, "big")))
    numbers = said.pop("files")
    return Job(**said, files=dict(zip(numbers, files, strict=True)))


def main(address: str) -> None:
    os.environ[NURSERY] = address
    for module in IMPORTED:
        import_module(module)
    take_compiled()
    gc.freeze()
    crew.WORKER = (*python(), "-m", "games.questions.worker")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        job = Nursery(listener).job()
    if job is not None:
        # What is run may have been imported here: it is run once more, as it would be alone.
        warnings.filterwarnings("ignore", ".*found in sys.modules", RuntimeWarning, "runpy")
        job.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
