"""What the streams of a table and of an event have in common."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from channels.generic.websocket import AsyncWebsocketConsumer

from games.addresses import CROWD
from games.hub import Hub, Member

CLOSE_POLICY: Final = 1008

_BURST_SECONDS: Final = 4.0


class Pace:
    """How much a socket may send: so many a second, with a few seconds' worth at once."""

    def __init__(self, now: float, per_second: float) -> None:
        self._rate = per_second
        self._left = self._rate * _BURST_SECONDS
        self._at = now

    def allows(self, now: float) -> bool:
        """Count one more."""
        self._left += (now - self._at) * self._rate
        self._left = min(self._left, self._rate * _BURST_SECONDS) - 1
        self._at = now
        return self._left >= 0

    def delay(self, now: float) -> float:
        """Count one more; the seconds that it has to wait."""
        return 0.0 if self.allows(now) else -self._left / self._rate


class StreamConsumer(AsyncWebsocketConsumer):
    """A socket to which a hub sends, and whose browser may be gone before anybody has noticed.

    For a connection that is closed, ASGI has a server raise OSError. That is no failure of ours,
    and others who are told the same must not miss it: `disconnect` is on its way.
    """

    channel_layer_alias = "none"  # a hub listens for all sockets; a channel each would cost a task
    hub: Hub
    member: Member | None = None
    crowded: str = ""  # the address under which this socket is counted

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """Serve the socket; however that ends, the hub and the count are left."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.member is not None:
                self.hub.leave(self.member)
            if self.crowded:
                CROWD.leave(self.crowded)

    def may_enter(self, address: str) -> bool:
        """Count a socket that watches, unless there are too many from its address."""
        if not CROWD.enter(address):
            return False
        self.crowded = address
        return True

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler. Unlike the base class this closes no connection: `threads` does."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def send_text(self, text: str) -> None:
        """Send a frame, if there is still somebody to read it."""
        with suppress(OSError):
            await self.send(text_data=text)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close the socket, if that has not happened yet."""
        with suppress(OSError):
            await super().close(code, reason)
