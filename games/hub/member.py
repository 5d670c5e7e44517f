"""One socket at the hub."""

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from games.selectors.seats import Visitor
from rules.kernel.audience import Audience

CLOSE_FORBIDDEN: Final = 4403  # the link opens nothing, or does not any more
WINDOW: Final = 64  # bulletins that a spectator may leave unacknowledged
PLAYER_WINDOW: Final = 5000  # the same for a player, whose socket is closed beyond it

Send = Callable[[str], Awaitable[None]]


def _queue() -> deque[tuple[int, str]]:
    """Room for what waits. What falls out of it is read from the store when its turn comes."""
    return deque(maxlen=WINDOW)


@dataclass(eq=False)
class Member:
    """A socket that is sent the bulletins of one audience.

    While `waiting` is a queue, bulletins are kept in it: the socket has joined, but has not been
    sent the document yet to which they belong.
    """

    game_id: UUID
    audience: Audience
    send: Send
    close: Callable[..., Awaitable[None]]  # takes a code, if it is not the usual one
    visitor: Visitor | None = None
    sent: int = 0
    acked: int = 0
    offered: int = -1  # the bulletin after which its last offers are
    waiting: deque[tuple[int, str]] | None = field(default_factory=_queue)
    paused: bool = False
    gone: bool = False

    @property
    def seated(self) -> bool:
        return self.audience is not Audience.PUBLIC

    @property
    def has_read_all(self) -> bool:
        """Whether everything that was sent has been acknowledged."""
        return self.acked >= self.sent

    def acknowledge(self, n: int) -> None:
        """Note the number that the browser says it has; more than was sent is not believed."""
        self.acked = max(self.acked, min(n, self.sent))

    async def push(self, n: int, text: str) -> None:
        """Send bulletin `n`, the next one of this member's, or keep it for later."""
        if self.gone or self.paused:
            return
        if self.waiting is not None:
            self.waiting.append((n, text))
        elif n == self.sent + 1:
            if n - self.acked > (PLAYER_WINDOW if self.seated else WINDOW):
                await self._stop()
                return
            self.sent = n
            await self.send(text)

    async def offer(self, n: int, text: str) -> None:
        """Send what may be tried after bulletin `n`, unless that is not the last one sent."""
        if not self.gone and not self.paused and self.waiting is None and n == self.sent:
            self.offered = n
            await self.send(text)

    def misses(self, n: int) -> bool:
        """Whether bulletins before `n` have not been sent."""
        return self.waiting is None and not self.paused and n > self.sent + 1

    async def start(self, n: int) -> None:
        """Go on from bulletin `n`, the last one contained in what was sent, with what waited."""
        self.sent = n
        while self.waiting:
            number, text = self.waiting.popleft()
            if number == self.sent + 1:
                self.sent = number
                await self.send(text)
        self.waiting = None

    def hold(self) -> None:
        """Keep bulletins until `start`: the document is about to be sent."""
        self.waiting, self.paused = _queue(), False

    async def _stop(self) -> None:
        """Send nothing more until all that was sent has been read. A player's socket is closed
        instead: it comes back and catches up.
        """
        self.paused = True
        if self.seated:
            await self.close()
