"""Who is next at the worker: one job of each asker waits for it, his others wait behind that."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

MOST_WAITING = 48
"""Jobs that one asker may have waiting; a page with all his boards asks for 40."""


class Busy(Exception):
    """Too many ask at once, or one asks too often."""


@dataclass(slots=True)
class _Asker:
    """One who asks: whose turn it is among his jobs, and how many there are."""

    turn: Lock = field(default_factory=Lock)
    jobs: int = 0


class Turns:
    """Gives the worker to one job at a time, so that nobody who asks often keeps out another."""

    def __init__(self) -> None:
        self._askers: dict[object, _Asker] = {}
        self._counting = Lock()
        self._worker = Lock()

    @contextmanager
    def turn(self, asker: object, patience: float) -> Iterator[None]:
        """Have the worker for a job, after at most so many seconds. Raises Busy."""
        until = monotonic() + patience
        with self._counted(asker) as own, _held(own.turn, until), _held(self._worker, until):
            yield

    @contextmanager
    def _counted(self, asker: object) -> Iterator[_Asker]:
        with self._counting:
            own = self._askers.setdefault(asker, _Asker())
            if own.jobs >= MOST_WAITING:
                raise Busy
            own.jobs += 1
        try:
            yield own
        finally:
            with self._counting:
                own.jobs -= 1
                if not own.jobs:
                    del self._askers[asker]


@contextmanager
def _held(lock: Lock, until: float) -> Iterator[None]:
    if not lock.acquire(timeout=max(0.0, until - monotonic())):
        raise Busy
    try:
        yield
    finally:
        lock.release()
