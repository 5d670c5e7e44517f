"""What daphne's connections do differently here: a request has a deadline, and every close has
the code it is meant to have.

`strengthen_daphne` is called where the application is made (`aslsite/asgi.py`), so that every
daphne that serves it is the same: that of `make run`, those of tests and benchmarks, and a club's
`daphne aslsite.asgi:application`. Why it is done here: docs/adr/0010-connections-of-daphne.md.
"""

from typing import Any, Final

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.protocol import connectionDone
from twisted.web.http import HTTPChannel

HEAD_SECONDS: Final = 20.0
"""For a request's first line and headers, from when the connection or the request begins."""
BODY_SECONDS: Final = 60.0
"""For a request's body, once its headers are here."""
MOST_BODY: Final = 13_000_000
"""Bytes of a request's body: a game file, the largest that any page takes, and its form."""

_TIMED_OUT: Final = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
_TOO_BIG: Final = (
    b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
_ASCII_ONLY: Final = (b"sec-websocket-protocol", b"daphne-root-path")


class PatientChannel(HTTPChannel):
    """An HTTP connection on which a request must have come as a whole within its time.

    Twisted itself ends one that is idle for a minute, but a byte now and then would keep that open
    for ever.
    """

    _deadline: Any = None  # Twisted's delayed call while a request is awaited
    _answering = False

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        super().connectionMade()
        self._expect(HEAD_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - the same
        if self._deadline is None and not self._answering:
            self._expect(HEAD_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802 - the same
        self._expect(BODY_SECONDS)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802 - the same
        self._expect_nothing()
        self._answering = True
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802 - the same
        self._answering = False
        super().requestDone(request)

    def connectionLost(self, reason: Any = connectionDone) -> None:  # noqa: N802 - the same
        self._expect_nothing()
        super().connectionLost(reason)

    def _expect(self, seconds: float) -> None:
        self._expect_nothing()
        self._deadline = self.callLater(seconds, self._too_late)

    def _expect_nothing(self) -> None:
        deadline, self._deadline = self._deadline, None
        if deadline is not None:
            deadline.cancel()

    def _too_late(self) -> None:
        self._deadline = None
        self.write(_TIMED_OUT)
        self.timeoutConnection()

    def refuse_body(self) -> None:
        """Say that a body is too big, and read no more of it."""
        self._expect_nothing()
        self.write(_TOO_BIG)
        self.timeoutConnection()


class CarefulRequest(WebRequest):
    """A request whose headers are looked at before daphne decodes them, and whose body is kept only
    as far as any page would take it.
    """

    _room = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        super().gotLength(length)
        self._room = MOST_BODY
        if length is not None and length > MOST_BODY:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - the same
        if self._is_refused():
            return
        self._room -= len(data)
        if self._is_refused():
            self._refuse()
        else:
            super().handleContentChunk(data)

    def _is_refused(self) -> bool:
        return self._room < 0

    def _refuse(self) -> None:
        self._room = -1
        self.channel.refuse_body()

    def process(self) -> Any:
        if self._is_refused():
            return None
        for name in _ASCII_ONLY:
            if not all(value.isascii() for value in self.requestHeaders.getRawHeaders(name, ())):
                self.basic_error(400, b"Bad Request", "Invalid header value")
                return None
        return super().process()


class PatientFactory(HTTPFactory):
    """Makes HTTP connections."""

    protocol = PatientChannel

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        channel = super().buildProtocol(addr)
        channel.requestFactory = CarefulRequest
        return channel


class PlainSocket(WebSocketProtocol):
    """A websocket that is closed with the code that the application gives.

    daphne's way of closing allows no codes of RFC 6455 but 1000, not even 1008 and 1009, which are
    there for servers. From the close on nothing more is heard or said.
    """

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - Autobahn's
        if self.state == self.STATE_OPEN:
            super().onMessage(payload, isBinary)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        if self.state in {self.STATE_CONNECTING, self.STATE_OPEN}:
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - daphne's name
        self.sendCloseFrame(code=1000 if code is None else code)


class PlainSocketFactory(WebSocketFactory):
    """Makes websockets; one that is sent too much says so by a close frame and is not dropped."""

    protocol = PlainSocket

    def setProtocolOptions(self, **options: Any) -> None:  # noqa: N802 - Autobahn's name
        super().setProtocolOptions(**{"failByDrop": False, **options})


def strengthen_daphne() -> None:
    """Have every server of daphne's in this process make connections of these kinds."""
    daphne.server.HTTPFactory = PatientFactory
    daphne.server.WebSocketFactory = PlainSocketFactory
