"""Running daphne inside a process of ours, with limits that fit a table."""

import socket
from collections.abc import Callable
from typing import Final

from channels.routing import get_default_application
from daphne.server import Server

from games.intake import PacedServer

MAX_MESSAGE: Final = 256 * 1024  # bytes; the consumer's own limit is lower and answers politely
FIRST_PORT: Final = 8000
PORTS: Final = 200  # tried before giving up


def free_port(host: str, first: int = FIRST_PORT) -> int:
    """The first port from `first` on that nobody listens on. Raises OSError if there is none."""
    for port in range(first, first + PORTS):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port from {first} to {first + PORTS - 1}")


def make_server(host: str, port: int, ready: Callable[[], None] | None = None) -> Server:
    """A server of the site; `run()` serves until it is told to end."""
    return PacedServer(
        get_default_application(),
        endpoints=[f"tcp:port={port}:interface={host}"],
        websocket_max_message_size=MAX_MESSAGE,
        websocket_max_frame_size=MAX_MESSAGE,
        ready_callable=ready,
    )
