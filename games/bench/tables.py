"""A live table through servers: two players who play a recording, and those who watch them."""

import asyncio
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from games.bench.driver import Client, Measured, play_move
from games.bench.recording import LiveTable, Move
from rules.kernel.audience import Audience, Side

HOST: Final = "127.0.0.1"
FROM_AN_ADDRESS: Final = 100  # sockets that watch; a server takes 200


@dataclass(frozen=True)
class Rhythm:
    """When a table plays: seconds before its first command and between two, and when it ends, by
    `perf_counter`.
    """

    first: float
    every: float
    end: float


class Table:
    """The players of a game and those who watch, each with a socket."""

    def __init__(self, live: LiveTable, number: int, watching: int) -> None:
        self._live, self._number = live, number
        self._players = {side: Client(side.audience) for side in Side}
        self._watchers = [Client(Audience.PUBLIC) for _ in range(watching)]

    @property
    def sockets(self) -> int:
        return len(self._players) + len(self._watchers)

    async def come(self, players_port: int, watchers_port: int) -> None:
        """Connect everybody, and wait for their documents."""
        game, first = self._live.game, self._number * (1 + len(self._watchers) // FROM_AN_ADDRESS)
        for side, client in self._players.items():
            await client.open(HOST, players_port, self._live.tokens[side], game, source(first))
        for n, client in enumerate(self._watchers):
            address = source(first + n // FROM_AN_ADDRESS)
            await client.open(HOST, watchers_port, "", game, address)

    async def begin(self, moves: tuple[Move, ...]) -> None:
        """Play these at once; they do not count."""
        for move in moves:
            await play_move(move, self._players, self._watchers, Measured())

    async def stay(
        self, moves: tuple[Move, ...], rhythm: Rhythm, into: Measured, failed: list[str]
    ) -> None:
        """Play these in that rhythm, until they or the time are at an end."""
        await asyncio.sleep(rhythm.first)
        for move in moves:
            begun = perf_counter()
            if begun >= rhythm.end:
                return
            try:
                await play_move(move, self._players, self._watchers, into)
            except (RuntimeError, TimeoutError) as error:
                failed.append(f"table {self._number}: {error!r}")
                return
            following = min(begun + rhythm.every, rhythm.end)
            await asyncio.sleep(max(0.0, following - perf_counter()))

    def go(self) -> None:
        for client in (*self._players.values(), *self._watchers):
            client.close()


def source(number: int) -> str:
    """An address of this machine, so that limits by address are those of many guests."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"
