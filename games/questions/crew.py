"""The processes that answer, each with the thread that waits for it.

Players have one of their own, so that no crowd of spectators can keep it from them, and so has the
computer that plays. A process
that takes too long is killed, not waited for, and a new one is started for the next question.
"""

import atexit
import subprocess
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Final

import msgspec
import structlog
from django.conf import settings

from games.questions.glimpse import Glimpse
from games.questions.worker import GLIMPSES, Job, Reply
from rules.scenarios.balance import without_balance
from rules.scenarios.shelf import OwnCard, is_own, own_card

FIRST: Final = 90.0  # seconds for the first answer of a process: LOS may have to be compiled
LONGEST: Final = 5.0  # seconds for any other

log = structlog.get_logger(__name__)


class TooLong(Exception):
    """The answer took longer than it may, or the process ended over it."""


class Hand:
    """One process that answers, started when first needed and again whenever it has ended."""

    def __init__(self, name: str, niceness: int = 0, longest: float = LONGEST) -> None:
        self.thread = ThreadPoolExecutor(1, f"questions-{name}")
        self._usual = longest
        self._niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._sent: OrderedDict[str, None] = OrderedDict()
        self._longest = FIRST
        atexit.register(self.close)

    def ask(self, scenario_id: str, key: str, glimpse: Glimpse, question: bytes) -> Reply:
        """The reply to a question about a glimpse, which goes by that key. Raises TooLong."""
        pipe = self._open()
        packed = None if self._note(key) else glimpse.packed
        own = _own_card(scenario_id) if packed is not None else None
        job = Job(scenario_id, key, glimpse.audience, question, packed, own)
        try:
            pipe.send_bytes(msgspec.msgpack.encode(job))
            if pipe.poll(self._longest):
                self._longest = self._usual
                return msgspec.msgpack.decode(pipe.recv_bytes(), type=Reply)
            log.warning("question_took_too_long", size=len(question))
        except (EOFError, OSError):
            log.exception("question_process_ended")
        self.close()
        raise TooLong

    def start(self) -> None:
        """Have the process running before it is needed."""
        self._open()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        self._sent.clear()
        self._longest = FIRST

    def _note(self, key: str) -> bool:
        """Whether the process has that glimpse; it counts what it keeps in the same way."""
        has = key in self._sent
        self._sent[key] = None
        self._sent.move_to_end(key)
        while len(self._sent) > GLIMPSES:
            self._sent.popitem(last=False)
        return has

    def _open(self) -> Connection:
        if self._pipe is None or self._process is None or self._process.poll() is not None:
            self.close()
            self._pipe, theirs = Pipe()
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603 - our own command
                    [*WORKER, str(theirs.fileno()), str(self._niceness)],
                    cwd=settings.BASE_DIR,
                    pass_fds=(theirs.fileno(),),
                )
        return self._pipe


def _own_card(scenario_id: str) -> OwnCard | None:
    """The card of a scenario that a user brought along, which that process cannot look up."""
    return own_card(without_balance(scenario_id)[0]) if is_own(scenario_id) else None


WORKER: tuple[str, ...] = (sys.executable, "-m", "games.questions.worker")
"""What starts a process that answers."""

SEATS: Final = Hand("seats", niceness=5)
GALLERY: Final = Hand("gallery", niceness=15)
COMPUTER: Final = Hand("computer", niceness=10, longest=30.0)  # started by its first game
