"""What a process that serves does besides answering, whatever server it is served by.

daphne has it begun by `PacedServer`. Other ASGI servers tell of their start and their end by the
lifespan protocol; one that does not would leave clocks, breaks and the computer to the others.
"""

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final

from games.collecting import Collector
from games.live import resume
from games.questions.crew import GALLERY, SEATS

SWITCH: Final = 0.0005  # seconds after which a thread makes way for another


def begin_serving() -> None:
    """Start what works beside the event loop."""
    sys.setswitchinterval(SWITCH)
    for hand in (SEATS, GALLERY):
        hand.thread.submit(hand.start)
    Collector().start()


class Lifespan:
    """The ASGI application that is told of the start and the end."""

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                begin_serving()
                resume()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
