"""No more of a request's body is taken than any page has use for, whichever server it comes by.

daphne's connections look to that themselves (`connections.py`), before anything is handed on.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from games.connections import MOST_BODY
from games.routing import Message, Receive, Send

Pages = Callable[[Any, Any, Any], Awaitable[None]]

_TOO_BIG: Final[tuple[Message, ...]] = (
    {"type": "http.response.start", "status": 413, "headers": [(b"connection", b"close")]},
    {"type": "http.response.body", "body": b""},
)


class BoundedBodies:
    """Answers 413 to a body that is too long as soon as that is known; no page hears of it."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if _said(scope) > MOST_BODY:
            await _refuse(send)
            return
        room = MOST_BODY

        async def take() -> Message:
            nonlocal room
            if room < 0:
                return {"type": "http.disconnect"}
            message = await receive()
            room -= len(message.get("body", b""))
            if room < 0:
                await _refuse(send)
                return {"type": "http.disconnect"}
            return message

        await self._pages(scope, take, send)


def _said(scope: Message) -> int:
    """How long the body is, as its request says."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(said) if said.isdigit() else 0


async def _refuse(send: Send) -> None:
    for message in _TOO_BIG:
        await send(message)
