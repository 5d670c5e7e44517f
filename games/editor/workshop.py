"""Where pictures and LOS of boards come from that are being made: one job at a time, each in
bounded time, in a process beside this one, so that no table waits for a picture."""

import multiprocessing
from collections import OrderedDict
from collections.abc import Mapping
from multiprocessing.connection import Connection
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
import structlog

from games.editor.turns import Turns
from games.editor.worker import Job, Look, Picture, work

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

PATIENCE = 30
"""Seconds that a job may wait for those before it: as long as a picture may take."""
LONGEST: Mapping[type[Job], float] = MappingProxyType({Picture: 30, Look: 90})
"""Seconds that a job may take. LOS is compiled first where that was not done before."""
KEPT = 24

log = structlog.get_logger(__name__)


class TooLong(Exception):
    """The job takes longer than it may, or could not be done at all."""


class Workshop:
    """A worker process, started when first needed and again whenever it has ended."""

    def __init__(
        self, longest: Mapping[type[Job], float] = LONGEST, patience: float = PATIENCE
    ) -> None:
        self._longest = longest
        self._patience = patience
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
                return pipe.recv_bytes()
            log.warning("board_took_too_long", size=len(asked))
        except (EOFError, OSError):
            log.exception("board_worker_ended")
        self.close()
        raise TooLong

    def _open(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.close()
            spawn = multiprocessing.get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            self._process = spawn.Process(target=work, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _keep(self, asked: bytes, answer: bytes) -> None:
        self._made[asked] = answer
        while len(self._made) > KEPT:
            self._made.popitem(last=False)


WORKSHOP = Workshop()
