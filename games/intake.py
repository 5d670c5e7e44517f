"""A server whose connections are read in turns (`turnstile`), those with a seat at once.

Twisted reads from all sockets that have something, 64 KB from each, before anything else happens:
a few hundred floods would keep a command waiting for seconds. Here a connection that has handed
in something is not read again before its turn, and hands it in by small pieces. Neither is it
read while what it was sent before has not been taken off the wire, or not been worked through:
whoever does not keep up is simply heard more slowly.
"""

from typing import Any, Final

from daphne.server import Server  # before anything of Twisted: it installs the reactor
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory

from games.lifespan import begin_serving
from games.live import resume
from games.turnstile import turnstile_here

_REACTOR: Final[Any] = reactor  # Twisted's types take it for a module
PIECE: Final = 512  # bytes of a stream's frames that are handed in at a turn
SEATED_PIECE: Final = 8192  # the same of a player, who needs no turn for so much
UNREAD: Final = 4  # messages that the application may have before it, until it is given more


class Outflow:
    """Hears from the transport whether what was sent is being taken."""

    def __init__(self, line: "Line", producer: Any) -> None:
        self._line, self._producer = line, producer

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        self._line.clogged = True
        self._producer.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802 - the same
        self._line.clogged = False
        self._producer.resumeProducing()

    def stopProducing(self) -> None:  # noqa: N802 - the same
        self._producer.stopProducing()


class Line(ProtocolWrapper):
    """One connection, between the transport and whatever protocol it speaks by now."""

    transport: Any  # Twisted's types leave out most of what these two can do
    wrappedProtocol: Any  # noqa: N815 - Twisted's name

    def __init__(self, factory: Any, protocol: Any) -> None:
        super().__init__(factory, protocol)
        self.clogged = False
        self._favoured = False
        self._paused = False  # by the protocol itself
        self._buffer = b""
        self._waits = False
        self._turnstile = turnstile_here()

    def favour(self) -> None:
        """Read this connection at once: it has a seat."""
        self._favoured = True

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        self._buffer += data
        at_once = self._piece() if self._favoured or self._is_closing() else 0
        if not self._waits and len(self._buffer) <= at_once:
            self._hand_in(at_once)
        elif not self._waits:
            self._waits = True
            self.transport.pauseProducing()
            self._turnstile.wait(self)

    def take_turn(self) -> bool:
        """Hand in a piece, unless there is reason to wait. Whether there is more to come."""
        if self.wrappedProtocol is None or not self._buffer:
            self._done()
            return False
        if not self._must_wait():
            self._hand_in(self._piece())
        if self._buffer and self.wrappedProtocol is not None:
            return True
        self._done()
        return False

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802 - Twisted's name
        self._buffer = b""
        super().connectionLost(reason)  # type: ignore[no-untyped-call]  # Twisted's

    # -- as a transport -------------------------------------------------------------------------

    def registerProducer(self, producer: Any, streaming: bool) -> None:  # noqa: N802 - Twisted's
        heard = Outflow(self, producer) if streaming else producer
        super().registerProducer(heard, streaming)  # type: ignore[no-untyped-call]  # Twisted's

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        self._paused = True
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802 - the same
        self._paused = False
        if not self._waits:
            self.transport.resumeProducing()

    # -------------------------------------------------------------------------------------------

    def _hand_in(self, most: int) -> None:
        piece, self._buffer = self._buffer[:most], self._buffer[most:]
        self.wrappedProtocol.dataReceived(piece)

    def _done(self) -> None:
        self._waits = False
        if not self._paused and self.wrappedProtocol is not None:
            self.transport.resumeProducing()

    def _piece(self) -> int:
        """How many bytes may be handed in at once."""
        if not isinstance(self.wrappedProtocol, WebSocketProtocol) or self._is_closing():
            return len(self._buffer)
        return SEATED_PIECE if self._favoured else PIECE

    def _is_closing(self) -> bool:
        """Whether a stream has been told to end: what still comes is thrown away unread."""
        protocol = self.wrappedProtocol
        return isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_CLOSING

    def _must_wait(self) -> bool:
        if self._is_closing():
            return False
        if self.clogged or self._paused:
            return True
        queue = getattr(self.wrappedProtocol, "application_queue", None)
        return queue is not None and queue.qsize() >= UNREAD


class Lines(WrappingFactory[Line]):
    """Puts a line before every connection."""

    protocol = Line

    def __init__(self, wrapped: Any, port: Any) -> None:
        super().__init__(wrapped)  # type: ignore[no-untyped-call]  # Twisted's
        self._port = port

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        self._port.numberAccepts = 1  # or Twisted accepts ever more of them before anything else
        return super().buildProtocol(addr)


class PacedServer(Server):  # type: ignore[misc]  # daphne is not typed
    """Daphne with a turnstile at its door."""

    def run(self) -> None:
        begin_serving()
        _REACTOR.callLater(0, resume)
        super().run()

    def listen_success(self, port: Any) -> None:
        port.factory = Lines(port.factory, port)
        super().listen_success(port)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        line = getattr(protocol, "transport", None)
        extra = {"line": line} if isinstance(line, Line) else {}
        return super().create_application(protocol, {**scope, **extra})
