"""What the streams of a table and of an event have in common."""

from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer


class StreamConsumer(AsyncWebsocketConsumer):
    """A socket to which a hub sends, and whose browser may be gone before anybody has noticed.

    For a connection that is closed, ASGI has a server raise OSError. That is no failure of ours,
    and others who are told the same must not miss it: `disconnect` is on its way.
    """

    channel_layer_alias = "none"  # a hub listens for all sockets; a channel each would cost a task

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
