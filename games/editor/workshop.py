"""Where pictures and LOS of boards come from: one job at a time, each in bounded time and memory,
in a process beside this one, so that no table waits for a picture. Our own boards have a process
of their own, so that their pictures do not wait for what users draw."""

import math
import multiprocessing
from collections import OrderedDict
from collections.abc import Mapping
from multiprocessing.connection import Connection
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
import structlog

from games.editor.limits import MOST_ANSWERED, MOST_MEMORY
from games.editor.turns import Turns
from games.editor.worker import Check, Draw, Job, Look, Make, Picture, ReadFile, work

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

PATIENCE = 30
"""Seconds that a job may wait for those before it."""
LONGEST: Mapping[type[Job], float] = MappingProxyType(
    {Picture: 10, Look: 20, Check: 45, Make: 30, ReadFile: 10}
)
"""Seconds that a job may take. A standard board needs about one."""
UNHURRIED: Mapping[type[Job], float] = MappingProxyType({Picture: 60, Draw: 60})
"""The same of our own boards, which are known to be drawn."""
GRACE = 5
"""Seconds more after which a worker ends by itself, if nobody is left who would end it."""
KEPT = 24

log = structlog.get_logger(__name__)


class TooLong(Exception):
    """The job takes longer than it may, or could not be done at all."""


class Workshop:
    """A worker process, started when first needed and again whenever it has ended."""

    def __init__(
        self,
        longest: Mapping[type[Job], float] = LONGEST,
        patience: float = PATIENCE,
        memory: int = MOST_MEMORY,
    ) -> None:
        self._longest = longest
        self._patience = patience
        self._memory = memory
        self._turns = Turns()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._made: OrderedDict[bytes, bytes] = OrderedDict()

    def do(self, job: Job, asker: object = None) -> bytes:
        """The worker's answer, in JSON; pictures are remembered. Askers take turns.

        Raises Busy, TooLong.
        """
        asked = msgspec.msgpack.encode(job)
        if made := self._made.get(asked):
            return made
        with self._turns.turn(asker, self._patience):
            answer = self._made.get(asked) or self._ask(asked, self._longest[type(job)])
            if isinstance(job, Picture):
                self._keep(asked, answer)
        return answer

    def close(self) -> None:
        """End the worker."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _ask(self, asked: bytes, longest: float) -> bytes:
        pipe = self._open()
        try:
            pipe.send_bytes(asked)
            if pipe.poll(longest):
                return pipe.recv_bytes(MOST_ANSWERED)
            log.warning("board_took_too_long", size=len(asked))
        except (EOFError, OSError) as error:
            log.warning("board_worker_ended", size=len(asked), error=repr(error))
        self.close()
        raise TooLong

    def _open(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.close()
            spawn = multiprocessing.get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            limits = math.ceil(max(self._longest.values())) + GRACE, self._memory
            self._process = spawn.Process(target=work, args=(theirs, *limits), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _keep(self, asked: bytes, answer: bytes) -> None:
        self._made[asked] = answer
        while len(self._made) > KEPT:
            self._made.popitem(last=False)


WORKSHOP = Workshop()
"""For boards and scenarios that users make."""
FILES = Workshop()
"""For game files that anybody brings."""
OURS = Workshop(longest=UNHURRIED)
"""For the boards that come with the program."""
