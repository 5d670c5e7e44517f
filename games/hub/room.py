"""The local sockets of one audience of one game."""

import asyncio
from typing import TYPE_CHECKING, Final
from uuid import UUID

import structlog

from games.selectors.documents import frames_after, latest_number
from games.threads import reading
from games.wire import Delivery
from rules.kernel.audience import Audience

if TYPE_CHECKING:
    from games.hub.member import Member

SLICE: Final = 16  # spectators served before others get their turn
HEAL_EVERY: Final = 2.0  # seconds between looks into the store, at most

log = structlog.get_logger(__name__)


class Room:
    """Sends the bulletins of an audience to its sockets in this process, in order."""

    def __init__(self, game_id: UUID, audience: Audience) -> None:
        self.game_id, self.audience = game_id, audience
        self.members: dict[Member, None] = {}  # a set that keeps its order
        self._latest: int | None = None
        self._healed = 0.0
        self._sending = False
        self._queue: asyncio.Queue[Delivery] = asyncio.Queue()
        self._worker = asyncio.create_task(self._work())

    def put(self, delivery: Delivery) -> None:
        """Take a bulletin from the layer; one seen before is ignored when its turn comes."""
        self._queue.put_nowait(delivery)

    def started(self, n: int) -> None:
        """Note that a member stands at bulletin `n`."""
        if self._latest is None:
            self._latest = n

    async def heal(self) -> None:
        """Look into the store for bulletins that the layer lost."""
        now = asyncio.get_running_loop().time()
        if self._latest is None or now - self._healed < HEAL_EVERY:
            return
        self._healed = now
        if await reading(latest_number, self.game_id, self.audience) > self._latest:
            for delivery in await self._read(self._latest):
                self.put(delivery)

    def is_ahead_of(self, member: "Member") -> bool:
        """Whether a member that is up and running lacks something that all others were sent."""
        if self._sending or member.waiting is not None or self._latest is None:
            return False
        return member.sent < self._latest

    def close(self) -> None:
        self._worker.cancel()

    async def broadcast(self, text: str) -> None:
        """Send something without a number to everybody here."""
        for i, member in enumerate(tuple(self.members)):
            if member.waiting is None and not member.paused and not member.gone:
                await member.send(text)
            await self._give_way(i)

    async def _work(self) -> None:
        while True:
            delivery = await self._queue.get()
            self._sending = True
            try:
                await self._deliver(delivery)
            except Exception:
                log.exception("bulletin_not_delivered", game=str(self.game_id), n=delivery.n)
            finally:
                self._sending = False

    async def _deliver(self, delivery: Delivery) -> None:
        if self._latest is not None:
            if delivery.n <= self._latest:
                return
            if delivery.n > self._latest + 1:
                for missed in await self._read(self._latest, delivery.n):
                    await self._send(missed)
        await self._send(delivery)

    async def _send(self, delivery: Delivery) -> None:
        text = delivery.frame.decode()
        self._latest = delivery.n
        for i, member in enumerate(tuple(self.members)):
            if member.misses(delivery.n):
                for missed in await self._read(member.sent, delivery.n):
                    await member.push(missed.n, missed.frame.decode())
            await member.push(delivery.n, text)
            await self._give_way(i)

    async def _give_way(self, i: int) -> None:
        if self.audience is Audience.PUBLIC and i % SLICE == SLICE - 1:
            await asyncio.sleep(0)

    async def _read(self, after: int, before: int | None = None) -> list[Delivery]:
        return await reading(frames_after, self.game_id, self.audience, after, before)
