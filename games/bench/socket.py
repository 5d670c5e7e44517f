"""A small websocket client: 200 of them must cost the driver little.

It speaks what a table needs of RFC 6455: masked text frames out, whole text frames and pings in.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Final

_TEXT: Final = 0x81
_PONG: Final = 0x8A
_OPCODE: Final = 0x0F
_OP_TEXT: Final = 1
_OP_CLOSE: Final = 8
_OP_PING: Final = 9
_SHORT: Final = 126
_LONG: Final = 127


class Socket(asyncio.Protocol):
    """One connection. `heard` is called with every text frame; `closed` is set when it ends."""

    def __init__(self, path: str, host: str, heard: Callable[[bytes], None]) -> None:
        self._path, self._host, self._heard = path, host, heard
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.closed_with = 0
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a stream is wanted")
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self._path} HTTP/1.1",
            f"Host: {self._host}",
            f"Origin: http://{self._host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.is_open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.is_open.set_exception(ConnectionError(head[:60].decode("latin1")))
                return
            self._buffer = rest
            self.is_open.set_result(None)
        while self._take_frame():
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()
        if not self.is_open.done():
            self.is_open.set_exception(exc or ConnectionError("closed"))

    @property
    def is_closed(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    @property
    def may_say_more(self) -> bool:
        """Whether the other side takes what is sent."""
        return self._transport is not None and self._transport.get_write_buffer_size() == 0

    def say(self, text: bytes) -> None:
        """Send a text frame."""
        self._write(_TEXT, text)

    def say_half(self, text: bytes) -> None:
        """Send the first half of a text frame."""
        self._write(_TEXT, text, len(text) // 2)

    def stop_reading(self) -> None:
        """Leave whatever comes on the wire."""
        if self._transport is not None:
            self._transport.pause_reading()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _take_frame(self) -> bool:
        """Take one frame out of the buffer, if it is there as a whole."""
        if len(self._buffer) < 2:  # noqa: PLR2004 - the shortest head
            return False
        start, size = 2, self._buffer[1]
        if size in (_SHORT, _LONG):
            start = 4 if size == _SHORT else 10
            if len(self._buffer) < start:
                return False
            (size,) = struct.unpack(">H" if start == 4 else ">Q", self._buffer[2:start])  # noqa: PLR2004
        if len(self._buffer) < start + size:
            return False
        opcode, payload = self._buffer[0] & _OPCODE, self._buffer[start : start + size]
        self._buffer = self._buffer[start + size :]
        if opcode == _OP_TEXT:
            self._heard(payload)
        elif opcode == _OP_PING:
            self._write(_PONG, payload)
        elif opcode == _OP_CLOSE:
            self.closed_with = int.from_bytes(payload[:2], "big")
            self.close()
        return True

    def _write(self, first: int, payload: bytes, most: int | None = None) -> None:
        size = len(payload)
        if size < _SHORT:
            head = struct.pack(">BB", first, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack(">BBH", first, 0x80 | _SHORT, size)
        else:
            head = struct.pack(">BBQ", first, 0x80 | _LONG, size)
        if self._transport is not None:
            self._transport.write(
                head + bytes(4) + payload[:most]
            )  # a mask of zeros changes nothing


async def open_socket(
    host: str, port: int, path: str, heard: Callable[[bytes], None], source: str | None = None
) -> Socket:
    """Connect, from that address if one is given. Raises OSError."""
    address = f"{host}:{port}"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(path, address, heard),
        host,
        port,
        local_addr=None if source is None else (source, 0),
    )
    await socket.is_open
    return socket
