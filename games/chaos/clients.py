"""Players and spectators over real sockets: they come back when they are cut off, keep everything
that they are told, and notice what they were acknowledged.
"""

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final
from uuid import UUID

import msgspec

from games.bench.socket import Socket, open_socket
from games.chaos.server import HOST
from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document, apply_frame
from rules.proof.players import NothingOffered, choose_command

ACK_EVERY: Final = 0.5  # seconds; the page says less often what it has, and is healed later
COME_BACK: Final = 0.1  # seconds after being cut off
PATIENCE: Final = 20.0  # seconds for a server to answer before another connection is tried
THINKING: Final = 0.03  # seconds between commands, on average

_LEFT_OUT: Final = {
    "resign", "ask_take_back", "pass_phase", "pass_unit", "stand_by", "entropy", "never_break",
    "ask_again", "order_fire", "order_idle", "ask_rally", "skip_rally",
}  # fmt: skip


class Fate(Enum):
    """What a player was told of his command."""

    UNKNOWN = "unknown"
    DONE = "acknowledged"
    REFUSED = "refused"


_FATES: Final = {
    "": Fate.UNKNOWN,
    "stale": Fate.UNKNOWN,
    "unknown": Fate.UNKNOWN,
    "ok": Fate.DONE,
}
"""By the code of the answer. A command may be stale because it was carried out before."""


@dataclass
class Sent:
    """A command, the number that its player had seen, and what he was told of it."""

    side: Side
    seen: int
    command: dict[str, Any]
    fate: Fate = Fate.UNKNOWN


class Watcher:
    """A socket at a table, again and again: `heard` has every bulletin it was sent."""

    def __init__(self, game: UUID, audience: Audience, token: str, rng: random.Random) -> None:
        self.game, self.audience, self.rng = game, audience, rng
        self.n: int | None = None
        self.document = Document(faces={})
        self.offered: tuple[int | None, list[dict[str, Any]]] = (None, [])
        self.heard: dict[int, bytes] = {}
        self.gaps: list[str] = []
        self.connections = 0
        self._path = f"/ws/g/{game}/" + (f"?seat={token}" if token else "")
        self._socket: Socket | None = None
        self._changed = asyncio.Event()

    async def listen(self, ports: Sequence[int]) -> None:
        """Be connected, to any of the servers, until cancelled."""
        while True:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    port = self.rng.choice(ports)
                    self._socket = await open_socket(HOST, port, self._path, self._hear)
                self.connections += 1
                self.say({"t": "hello", "have": self.n})
                await self._until_closed(self._socket)
            self._socket = None
            self._changed.set()
            await asyncio.sleep(COME_BACK)

    async def _until_closed(self, socket: Socket) -> None:
        try:
            while not socket.closed.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(socket.closed.wait(), ACK_EVERY)
                if self.n is not None:
                    self.say({"t": "ack", "n": self.n})
        finally:
            socket.close()

    def say(self, frame: dict[str, Any]) -> None:
        if self._socket is not None and not self._socket.closed.is_set():
            self._socket.say(msgspec.json.encode(frame))

    def _hear(self, text: bytes) -> None:
        frame = json.loads(text)
        match frame["t"]:
            case "doc":
                self._begin(frame)
            case "b":
                self._go_on(frame["n"], text)
            case "offers":
                self.offered = frame["n"], frame["offers"]
            case "ok" | "no":
                self.answered(frame)
            case _:  # who is connected
                pass
        self._changed.set()

    def _begin(self, frame: dict[str, Any]) -> None:
        if self.n is not None and frame["n"] < self.n:
            self.gaps.append(f"document {frame['n']} after {self.n}")
        self.n = frame["n"]
        faces = {f"{face['k']}:{face['id']}": msgspec.json.encode(face) for face in frame["faces"]}
        self.document = Document(faces=faces, now=msgspec.json.encode(frame["now"]))

    def _go_on(self, n: int, text: bytes) -> None:
        if self.n is None or n != self.n + 1:
            self.gaps.append(f"bulletin {n} after {self.n}")
        self.n = n
        self.heard[n] = text
        self.document = apply_frame(self.document, text)

    def answered(self, frame: dict[str, Any]) -> None:
        """Hear the answer to a command; who watches sends none."""


class Player(Watcher):
    """One who plays at random, and never two commands at once."""

    def __init__(self, game: UUID, side: Side, token: str, rng: random.Random) -> None:
        super().__init__(game, side.audience, token, rng)
        self.side = side
        self.sent: list[Sent] = []
        self._ref = ""
        self._answer = ""

    async def play(self) -> None:
        """Play whatever is offered until cancelled."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / THINKING))
            command = self._choice()
            if command is None:
                await self._change(1.0)
            else:
                await self._do(Sent(self.side, self.n or 0, command))

    def answered(self, frame: dict[str, Any]) -> None:
        if frame.get("ref") == self._ref:
            self._answer = frame.get("code", "ok")

    def _choice(self) -> dict[str, Any] | None:
        n, offers = self.offered
        if self._socket is None or n is None or n != self.n:
            return None
        offers = [offer for offer in offers if offer["verb"] not in _LEFT_OUT]
        try:
            return choose_command(self.rng, offers)
        except NothingOffered:
            return None

    async def _do(self, sent: Sent) -> None:
        """Send a command until there is an answer, or something has changed.

        One that is cut off comes back and looks: if nothing has changed he sends it again.
        """
        self.sent.append(sent)
        self._ref, self._answer = str(len(self.sent)), ""
        while not self._answer and sent.seen == self.n:
            connection = self.connections
            self.say({"t": "do", "ref": self._ref, "seen": sent.seen, "cmd": sent.command})
            while self._is_waiting(connection):
                await self._change(PATIENCE)
            if not self._answer:
                await self._be_back(connection)
        sent.fate = _FATES.get(self._answer, Fate.REFUSED)
        self._ref = ""

    def _is_waiting(self, connection: int) -> bool:
        """Whether an answer may still come over that connection."""
        is_on = self._socket is not None and self.connections == connection
        return is_on and not self._answer

    async def _be_back(self, connection: int) -> None:
        """Wait for another connection, and for what one has missed."""
        while self.connections == connection:
            await self._change(1.0)
        await asyncio.sleep(2 * ACK_EVERY)

    async def _change(self, seconds: float) -> None:
        self._changed.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)
