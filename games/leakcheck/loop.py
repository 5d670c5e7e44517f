"""An event loop that does everything in one thread, and in which waiting takes no time.

Work that is handed to a thread is done at once, where it is; when nothing is left to do, the
loop's clock leaps to the next thing that waits. So sockets run as they do in the server, in an
order that is the same each time, within the one database connection whose transaction is rolled
back afterwards; and a delay that depends on a secret shows in the times of what was sent.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack, cast

from asgiref.sync import AsyncToSync, SyncToAsync, ThreadSensitiveContext

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_PATIENCE: Final = 10.0  # seconds in which something must come from outside, if nothing else can


class _Leaping(selectors.DefaultSelector):
    """Asks what there is, and never waits while something is due later."""

    def __init__(self) -> None:
        super().__init__()
        self.idle: Callable[[float], None] = lambda seconds: None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            found = super().select(_PATIENCE)
            if not found:
                raise RuntimeError("everything waits for something that never comes")
            return found
        if timeout > 0:
            self.idle(timeout)
        return super().select(0)


class LeapingLoop(asyncio.SelectorEventLoop):
    """The loop. `turns` counts the times at which something gave way to others."""

    def __init__(self) -> None:
        selector = _Leaping()
        self._now = 0.0
        self._waiting: list[asyncio.Future[None]] = []
        self.turns = 0
        super().__init__(selector)
        selector.idle = self._idle

    def time(self) -> float:
        return self._now

    def call_soon(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Any = None
    ) -> asyncio.Handle:
        self.turns += 1
        return super().call_soon(callback, *args, context=context)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Do it here and now."""
        done: asyncio.Future[T] = self.create_future()
        try:
            with outside():
                done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    async def quiet(self) -> None:
        """Until nothing is left to do but what waits for its time."""
        nothing_left = self.create_future()
        self._waiting.append(nothing_left)
        if len(self._waiting) == 1:
            self.call_later(0.001, lambda: None)  # else the loop might wait for the world outside
        await nothing_left

    def _idle(self, seconds: float) -> None:
        if not self._waiting:
            self._now += seconds
            return
        for one in self._waiting:
            one.set_result(None)
        self._waiting.clear()


@contextmanager
def outside() -> Iterator[None]:
    """As if no loop were running, which is how it is in a thread: the database insists on it."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


def here() -> LeapingLoop:
    """The running loop, which must be one of these."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, LeapingLoop):
        raise TypeError("another kind of loop is running")
    return loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do something in a loop of its own, and end all that it left behind."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(work)


def run_inside(self: AsyncToSync[Any, T], *args: Any, **kwargs: Any) -> T:
    """What `AsyncToSync` does when it is called: a loop in this thread, whatever runs in it."""
    with outside():
        return run(cast("Coroutine[Any, Any, T]", self.awaitable(*args, **kwargs)))


async def leave_context(self: ThreadSensitiveContext, *_: object) -> None:
    """What ends a context with a thread of its own: here it never had one to wait for."""
    if self.token:
        SyncToAsync.context_to_thread_executor.pop(self, None)
        SyncToAsync.thread_sensitive_context.reset(self.token)
        self.token = None
