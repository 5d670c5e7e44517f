"""Who is next at the worker: one job of each asker waits for it, his others wait behind that.

Each has an allowance of the worker's time, which fills up again while he does not use it.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

MOST_IN_ALL = 8
"""Jobs that may wait in all: each holds one of the threads that answer pages (`PAGES_AT_ONCE`)."""
MOST_WAITING = 6
"""Jobs that one asker may have waiting: as many as a browser asks for at once."""
ALLOWANCE = 60.0
"""Seconds of the worker's time that an asker may use at once: all his boards, one second each."""
REFILL = 0.2
"""Seconds of it that he is given back each second."""
REMEMBERED = 1000
"""Askers whose use is remembered: those of the last minutes."""


class Busy(Exception):
    """Too many ask at once, or one asks too often."""


@dataclass(slots=True)
class _Asker:
    """One who asks: whose turn it is among his jobs, and how many there are."""

    turn: Lock = field(default_factory=Lock)
    jobs: int = 0


class Turns:
    """Gives the worker to one job at a time, so that nobody who asks often keeps out another."""

    def __init__(self, allowance: float = ALLOWANCE) -> None:
        self._allowance = allowance
        self._used: OrderedDict[object, tuple[float, float]] = OrderedDict()
        self._askers: dict[object, _Asker] = {}
        self._counting = Lock()
        self._worker = Lock()

    @contextmanager
    def turn(self, asker: object, patience: float) -> Iterator[None]:
        """Have the worker for a job, after at most so many seconds. Raises Busy."""
        until = monotonic() + patience
        with self._counted(asker) as own, _held(own.turn, until):
            if self._used_by(asker) >= self._allowance:
                raise Busy
            with _held(self._worker, until):
                start = monotonic()
                try:
                    yield
                finally:
                    self._charge(asker, monotonic() - start)

    def _used_by(self, asker: object) -> float:
        """Seconds of the allowance that are used up now."""
        used, at = self._used.get(asker, (0.0, 0.0))
        return max(0.0, used - REFILL * (monotonic() - at))

    def _charge(self, asker: object, seconds: float) -> None:
        with self._counting:
            self._used[asker] = self._used_by(asker) + seconds, monotonic()
            self._used.move_to_end(asker)
            while len(self._used) > REMEMBERED:
                self._used.popitem(last=False)

    @contextmanager
    def _counted(self, asker: object) -> Iterator[_Asker]:
        with self._counting:
            if sum(one.jobs for one in self._askers.values()) >= MOST_IN_ALL:
                raise Busy
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
