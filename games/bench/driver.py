"""Plays a recorded game through sockets and measures when each bulletin arrives where."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final
from uuid import UUID

import msgspec

from games.bench.processes import Server
from games.bench.recording import GAME_ID, Move, Recording
from games.bench.socket import Socket, open_socket
from rules.kernel.audience import Audience, Side

ACK_AFTER: Final = 0.2  # seconds, as the page does
BEAT: Final = 10.0  # seconds between heartbeats, the same
PATIENCE: Final = 30.0  # seconds for a bulletin to come

_WARM_UP: Final = 10  # moves that are played but not counted


class _Head(msgspec.Struct):
    t: str
    n: int = 0
    code: str = ""


_HEAD = msgspec.json.Decoder(_Head)


@dataclass
class Measured:
    """Milliseconds from a command to its answer, the opponent and the last spectator, and from a
    bulletin to the offers of whoever acts next; frame sizes in bytes; the time that passed, and the
    server's processor time.
    """

    answer: list[float] = field(default_factory=list)
    opponent: list[float] = field(default_factory=list)
    last_spectator: list[float] = field(default_factory=list)
    offers: list[float] = field(default_factory=list)
    player_bytes: list[int] = field(default_factory=list)
    public_bytes: list[int] = field(default_factory=list)
    seconds: float = 0.0
    cpu_seconds: float = 0.0


class Client:
    """One browser: it keeps its number, notes when it came, and acknowledges now and then."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.n = -1
        self.at = 0.0
        self.offered = -1
        self.offered_at = 0.0
        self.sizes: list[int] = []
        self.answered = 0.0
        self.refused = ""
        self._socket: Socket | None = None
        self._changed = asyncio.Event()
        self._ack_due = False
        self._beat_due: asyncio.TimerHandle | None = None

    async def open(
        self,
        host: str,
        port: int,
        token: str = "",
        game_id: UUID = GAME_ID,
        source: str | None = None,
    ) -> None:
        """Connect, and wait for the document."""
        path = f"/ws/g/{game_id}/" + (f"?seat={token}" if token else "")
        self._socket = await open_socket(host, port, path, self._heard, source)
        self.say({"t": "hello", "have": None})
        await self.reach(0)
        self._beat_later()

    def say(self, frame: dict[str, object]) -> None:
        if self._socket is not None:
            self._socket.say(msgspec.json.encode(frame))

    async def reach(self, n: int) -> None:
        """Wait until bulletin `n` is here. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while self.n < n:
                await self._change()

    async def may_act(self, n: int) -> None:
        """Wait until what may be done after bulletin `n` is here. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while self.offered < n:
                await self._change()

    async def answer(self) -> None:
        """Wait for the answer to a command. Raises RuntimeError if it was refused."""
        async with asyncio.timeout(PATIENCE):
            while not self.answered and not self.refused:
                await self._change()
        if self.refused:
            raise RuntimeError(f"the recording does not fit: {self.refused}")

    def close(self) -> None:
        if self._beat_due is not None:
            self._beat_due.cancel()
        if self._socket is not None:
            self._socket.close()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _heard(self, text: bytes) -> None:
        now, head = perf_counter(), _HEAD.decode(text)
        if head.t in ("b", "doc"):
            self.n, self.at = head.n, now
            self._ack_soon()
            if head.t == "b":
                self.sizes.append(len(text))
        elif head.t == "offers":
            self.offered, self.offered_at = head.n, now
        elif head.t == "ok":
            self.answered = now
        elif head.t == "no":
            self.refused = head.code
        self._changed.set()

    def _ack_soon(self) -> None:
        if not self._ack_due:
            self._ack_due = True
            asyncio.get_running_loop().call_later(ACK_AFTER, self._ack)

    def _ack(self) -> None:
        self._ack_due = False
        self.say({"t": "ack", "n": self.n})

    def _beat(self) -> None:
        self.say({"t": "ack", "n": self.n})
        self._beat_later()

    def _beat_later(self) -> None:
        self._beat_due = asyncio.get_running_loop().call_later(BEAT, self._beat)


async def drive(server: Server, host: str, recording: Recording, spectators: int) -> Measured:
    """Play the recording, each command when the one before has reached everybody."""
    players = {side: Client(side.audience) for side in Side}
    watchers = [Client(Audience.PUBLIC) for _ in range(spectators)]
    for side, player in players.items():
        await player.open(host, server.port, server.seats.tokens[side])
    for watcher in watchers:
        await watcher.open(host, server.port)
    measured = Measured()
    try:
        for move in recording.moves[:_WARM_UP]:
            await play_move(move, players, watchers, Measured())
        before = server.cpu_seconds()
        for move in recording.moves[_WARM_UP:]:
            await play_move(move, players, watchers, measured)
        measured.cpu_seconds = server.cpu_seconds() - before
    finally:
        for client in (*players.values(), *watchers):
            client.close()
    measured.player_bytes = [size for player in players.values() for size in player.sizes]
    measured.public_bytes = watchers[0].sizes if watchers else []
    return measured


async def play_move(
    move: Move, players: dict[Side, Client], watchers: Sequence[Client], into: Measured
) -> None:
    """Send a command, once its player may act, and take the time until each has heard of it."""
    player, opponent = players[move.side], players[move.side.enemy]
    player.answered, begun = 0.0, perf_counter()
    await player.may_act(move.seen)
    into.offers.append(_since(player.at, player.offered_at))
    start = perf_counter()
    player.say({"t": "do", "ref": "1", "seen": move.seen, "cmd": move.command})
    await player.answer()
    into.answer.append(_since(start, player.answered))
    for client in (player, opponent, *watchers):
        await client.reach(move.bulletins.get(client.audience, 0))
    into.seconds += perf_counter() - begun
    if opponent.audience in move.bulletins:
        into.opponent.append(_since(start, opponent.at))
    if watchers and Audience.PUBLIC in move.bulletins:
        into.last_spectator.append(_since(start, max(watcher.at for watcher in watchers)))


def _since(start: float, end: float) -> float:
    return 1000 * (end - start)
