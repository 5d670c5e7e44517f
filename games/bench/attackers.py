"""Hostile sockets, in processes of their own: `python -m games.bench.attackers PORT ...`.

Each goes on with its mischief until it is killed, under an address of its own out of 127.0.0.0/8
for every few sockets, as a crowd from all over the network would have. What comes of it is told
once a second, one JSON object a line.
"""

import asyncio
import itertools
import json
import os
import random
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from games.bench.recording import GAME_ID
from games.bench.socket import Socket, open_socket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PER_ADDRESS: Final = 10  # sockets
NICENESS: Final = 19  # what is to be measured is the server, not who gets this core

_EVERY: Final = 0.02  # seconds between two acts of a socket, if the server lets it
_GIANT: Final = 200_000  # bytes
_FLOOD: Final = 40  # frames in a go

told: Counter[str] = Counter()


class Attacker:
    """One hostile socket, opened again whenever it is closed."""

    def __init__(self, port: int, index: int, places: list[str], units: list[str]) -> None:
        self.port, self.places, self.units = port, places, units
        self.rng = random.Random(index)  # noqa: S311 - mischief hides no secret
        self.address = f"127.1.{index // PER_ADDRESS % 250}.{index // PER_ADDRESS // 250 + 1}"
        self.refs = itertools.count()
        self.heard = 0

    async def open(self) -> Socket | None:
        """Connect, or None if that is refused."""
        path = f"/ws/g/{GAME_ID}/"
        try:
            async with asyncio.timeout(20):
                socket = await open_socket(
                    "127.0.0.1", self.port, path, self._heard, source=self.address
                )
        except (OSError, TimeoutError):
            told["not let in"] += 1
            return None
        told["opened"] += 1
        return socket

    def _heard(self, text: bytes) -> None:
        self.heard += 1
        told["frames heard"] += 1
        if b'"t":"no"' in text:
            told["busy" if b'"busy"' in text else "refused"] += 1
        elif b'"card"' in text:
            told["answers"] += 1

    # -- kinds of mischief ----------------------------------------------------------------------

    async def los(self, socket: Socket) -> None:
        """Ask for the LOS between places taken at random."""
        ends = {"source": self.rng.choice(self.places), "target": self.rng.choice(self.places)}
        self.say(socket, t="los", ref=str(next(self.refs)), **ends)

    async def stolen(self, socket: Socket) -> None:
        """Ask what only a seat may, about units seen on the board."""
        unit, ref = self.rng.choice(self.units), str(next(self.refs))
        legs = [{"to": self.rng.choice(self.places)} for _ in range(40)]
        fire = {"verb": "fire", "units": [unit], "at": legs[0]["to"]}
        match self.rng.randrange(4):
            case 0:
                self.say(socket, t="path", ref=ref, units=[unit], legs=legs)
            case 1:
                self.say(socket, t="reach", ref=ref, units=[unit])
            case 2:
                self.say(socket, t="odds", ref=ref, cmd=fire)
            case _:
                self.say(socket, t="do", ref=ref, seen=0, cmd=fire)

    async def hello(self, socket: Socket) -> None:
        """Want the whole document, again and again."""
        self.say(socket, t="hello", have=self.rng.choice((None, 0, 1, 10**6)))

    async def flood(self, socket: Socket) -> None:
        """As many frames as go into a packet, until the socket is closed."""
        for _ in range(_FLOOD):
            socket.say(b'{"t":"' + os.urandom(4).hex().encode() + b'"}')

    async def slow(self, socket: Socket) -> None:
        """Want everything, and read nothing."""
        if not self.heard:
            socket.stop_reading()
            self.heard = 1
        self.say(socket, t="hello", have=None)
        await asyncio.sleep(0.2)

    async def leave(self, socket: Socket) -> None:
        """Come and go."""
        self.say(socket, t="hello", have=None)
        await asyncio.sleep(self.rng.random() / 5)
        socket.close()

    async def giant(self, socket: Socket) -> None:
        """A frame that is far too big."""
        socket.say(b'{"t":"los","ref":"' + b"x" * _GIANT + b'"}')
        await asyncio.sleep(0.2)

    async def half_dead(self, socket: Socket) -> None:
        """Hang on to the line and say no more than half a frame."""
        if not self.heard:
            self.heard = 1
            socket.say_half(b'{"t":"hello","have":null}')
        await asyncio.sleep(1)

    def say(self, socket: Socket, **frame: object) -> None:
        told["frames said"] += 1
        socket.say(json.dumps(frame).encode())

    async def go_on(self, kind: str) -> None:
        """Do one kind of mischief for ever."""
        act: Callable[[Socket], Awaitable[None]] = getattr(self, kind)
        await asyncio.sleep(self.rng.random())
        while True:
            self.heard = 0
            socket = await self.open()
            if socket is None:
                await asyncio.sleep(0.2 + self.rng.random())
                continue
            while not socket.is_closed:
                if socket.may_say_more:
                    await act(socket)
                await asyncio.sleep(_EVERY)
            told["closed"] += 1
            await asyncio.sleep(self.rng.random() / 5)


KINDS: Final = ("los", "stolen", "hello", "flood", "slow", "leave", "giant", "half_dead")


async def attack(
    port: int, kinds: list[str], first: int, count: int, ground: dict[str, list[str]]
) -> None:
    """`count` sockets, the first of which has that index, with the kinds shared out evenly."""
    tasks = []
    for index in range(first, first + count):
        one = Attacker(port, index, ground["places"], ground["units"])
        tasks.append(asyncio.create_task(one.go_on(kinds[index % len(kinds)])))
    while True:
        await asyncio.sleep(1)
        with suppress(BrokenPipeError):
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    os.nice(NICENESS)
    if "DRIVER_CORE" in os.environ:
        os.sched_setaffinity(0, {int(os.environ["DRIVER_CORE"])})
    what = json.loads(sys.argv[1])
    asyncio.run(attack(what["port"], what["kinds"], what["first"], what["count"], what["ground"]))
