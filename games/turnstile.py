"""What strangers send is taken in turns, a little at a time; a command stops the turnstile.

A socket without a seat is read only when its turn comes. Then it may hand in a small piece, which
is all that it can make this process do at once. How many turns are given in a row follows from
how promptly the event loop gets round to them: a loop that lags behind has enough to do already.
How long it is to the next row follows from what the last one cost, whoever did the work: strangers
get a share of the processor, and what is left answers players.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol
from weakref import WeakKeyDictionary

PAUSE: Final = 0.002  # seconds between two rounds, at least
LONGEST: Final = 0.05  # seconds between two rounds, at most
SHARE: Final = 0.2  # of a processor: what this process may be busy before strangers have to wait
PROMPT: Final = 0.002  # seconds: a round that comes no later is on time
ROUND: Final = 0.002  # seconds that a round may take of itself
MOST: Final = 32  # turns in a round
HOLD: Final = 0.05  # seconds that commands may stop the turnstile in a row


class Waiter(Protocol):
    """Something that waits for its turn."""

    def take_turn(self) -> bool:
        """Do a little. Whether there is more to do."""


class Turnstile:
    """Gives turns in the order of asking."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: deque[Waiter] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._turns = 1
        self._worked = time.process_time()
        self._held = 0
        self._since = self._last = loop.time()

    def wait(self, waiter: Waiter) -> None:
        """Give somebody a turn when it comes."""
        self._queue.append(waiter)
        if self._timer is None:
            self._later()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let nobody through while a command is carried out, unless commands never end."""
        if self._held == 0:
            self._since = self._loop.time()
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    @property
    def is_held(self) -> bool:
        """Whether strangers have to wait for a command."""
        return self._held > 0 and self._loop.time() - max(self._since, self._last) < HOLD

    async def clear(self) -> None:
        """Wait until no command is carried out, before something more is done for a stranger."""
        while self.is_held:
            await asyncio.sleep(PAUSE)

    def _later(self) -> None:
        self._due = self._loop.time() + self._pause()
        self._timer = self._loop.call_at(self._due, self._round)

    def _pause(self) -> float:
        """How long to wait after what this process has worked since it was last asked."""
        before, self._worked = self._worked, time.process_time()
        return min(LONGEST, max(PAUSE, (self._worked - before) * (1 / SHARE - 1)))

    def _round(self) -> None:
        now, self._timer = self._loop.time(), None
        if not self.is_held:
            prompt = now - self._due < PROMPT
            self._turns = min(MOST, self._turns + 1) if prompt else max(1, self._turns // 2)
            self._give(now)
            self._last = now
        if self._queue:
            self._later()

    def _give(self, start: float) -> None:
        for _ in range(min(self._turns, len(self._queue))):
            waiter = self._queue.popleft()
            if waiter.take_turn():
                self._queue.append(waiter)
            if self._loop.time() - start > ROUND:
                return


_TURNSTILES: WeakKeyDictionary[asyncio.AbstractEventLoop, Turnstile] = WeakKeyDictionary()


def turnstile_here() -> Turnstile:
    """The turnstile of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _TURNSTILES.get(loop)
    if found is None:
        found = _TURNSTILES[loop] = Turnstile(loop)
    return found
