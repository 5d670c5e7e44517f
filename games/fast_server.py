"""The site served by uvicorn, which clubs may install (`requirements-serve.lock`).

It takes less of the processor for each socket. daphne's turns for strangers and its deadlines for
requests are not here: a proxy in front has to have its own (docs/operating.md).
"""

import socket
from collections.abc import Callable

import uvicorn
from channels.routing import get_default_application

from games.server import MAX_MESSAGE


class FastServer(uvicorn.Server):
    """uvicorn that says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


def make_fast_server(host: str, port: int, ready: Callable[[], None]) -> FastServer:
    """A server of the site; `run()` serves until it is told to end."""
    config = uvicorn.Config(
        get_default_application(),
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # each frame would be packed anew for every socket
        proxy_headers=False,  # settings say which header is believed
        lifespan="on",
        access_log=False,
        log_level="error",
    )
    return FastServer(config, ready)
