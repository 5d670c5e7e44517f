"""The local sockets of one audience of one game."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final
from uuid import UUID

import structlog

from games.hub.paper import Paper
from games.preparing import prepared
from games.selectors.documents import audience_view, frames_after, latest_number
from games.services.offering import offered
from games.threads import looking, reading
from games.turnstile import turnstile_here
from games.wire import Delivery, Offering, no_offers_frame
from rules.kernel.audience import Audience
from rules.kernel.refused import Refused

if TYPE_CHECKING:
    from games.hub.member import Member

SLICE: Final = 16  # spectators served before others get their turn
CATCH_UP: Final = 200  # bulletins: fewer are sent one by one, more as a whole document
FEW: Final = 20  # the same for spectators: a crowd of them is cheaper to serve with the document
HEAL_EVERY: Final = 2.0  # seconds between looks into the store, at most

log = structlog.get_logger(__name__)


class Room:
    """Sends the bulletins of an audience to its sockets in this process, in order."""

    def __init__(self, game_id: UUID, audience: Audience) -> None:
        self.game_id, self.audience = game_id, audience
        self.members: dict[Member, None] = {}  # a set that keeps its order
        self.latest: int | None = None
        self._paper: Paper | None = None
        self._recent: deque[Delivery] = deque(maxlen=CATCH_UP)
        self._reading = asyncio.Lock()
        self._healed = 0.0
        self._sending = False
        self._offering: Offering | None = None
        self._told = 0.0  # when the last bulletin came
        self._queue: asyncio.Queue[Delivery | Offering] = asyncio.Queue()
        self._worker = asyncio.create_task(self._work())

    def put(self, delivery: Delivery | Offering) -> None:
        """Take a bulletin or offers from the layer; what was seen before, or is out of date, is
        ignored when its turn comes.
        """
        self._queue.put_nowait(delivery)

    def started(self, n: int) -> None:
        """Note that a member stands at bulletin `n`."""
        if self.latest is None:
            self.latest = n

    async def paper(self, have: int = 0) -> Paper:
        """The whole document, up to the last bulletin that was delivered here at least, and never
        older than what whoever asks `have` been sent elsewhere.
        """
        async with self._reading:
            if (
                self._paper is None
                or self._paper.n < (self.latest or 0)
                or await self._has_missed(self._paper.n, have)
            ):
                self._paper = Paper(await reading(audience_view, self.game_id, self.audience))
            return self._paper

    async def _has_missed(self, n: int, have: int) -> bool:
        """Whether bulletin `have`, later than `n`, is stored: then the layer lost it."""
        return have > n and have <= await reading(latest_number, self.game_id, self.audience)

    async def since(self, have: int) -> list[Delivery] | None:
        """The bulletins after `have`. None if they are too many, or `have` is no number of this
        game: then the whole document is wanted.
        """
        most = FEW if self.audience is Audience.PUBLIC else CATCH_UP
        if self.latest is None:
            found = await self._read(have - 1, have + most)
            return found[1:] if found and found[0].n == have and len(found) < most else None
        if not 0 <= self.latest - have < most:
            return None
        async with self._reading:
            if have < self.latest and (not self._recent or self._recent[0].n > have + 1):
                found = await self._read(self.latest - most, self.latest + 1)
                later = [one for one in self._recent if one.n > found[-1].n]
                self._recent = deque((*found, *later), maxlen=CATCH_UP)
        return [one for one in self._recent if one.n > have]

    async def heal(self) -> None:
        """Look into the store for bulletins that the layer lost."""
        now = asyncio.get_running_loop().time()
        if self.latest is None or now - self._healed < HEAL_EVERY:
            return
        self._healed = now
        for member in tuple(self.members):
            if member.offered < member.sent and now - self._told > HEAL_EVERY:
                await self.offer(member)
        if await reading(latest_number, self.game_id, self.audience) > self.latest:
            for delivery in await self._read(self.latest):
                self.put(delivery)

    async def offer(self, member: "Member") -> None:
        """Send a player who has just been told where the game stands what he may try there. Offers
        that are being made now come by themselves.
        """
        if not member.seated or member.gone:
            return
        if self._offering is None or self._offering.n != member.sent:
            try:
                await prepared(self.game_id)
                n, offers = await looking(offered, self.game_id, self.audience, member.sent)
            except Refused as refused:
                if refused.code != "closed":
                    return
                await member.offer(member.sent, no_offers_frame(member.sent, refused).decode())
                return
            if self._offering is None or n > self._offering.n:
                self._offering = Offering.of(self.game_id, self.audience, n, offers)
        await member.offer(self._offering.n, self._offering.frame.decode())

    def is_ahead_of(self, member: "Member") -> bool:
        """Whether a member that is up and running lacks something that all others were sent."""
        if self._sending or member.waiting is not None or self.latest is None:
            return False
        return member.sent < self.latest

    def close(self) -> None:
        self._worker.cancel()

    async def broadcast(self, text: str) -> None:
        """Send something without a number to everybody here."""
        for i, member in enumerate(tuple(self.members)):
            if member.waiting is None and not member.paused and not member.gone:
                await member.send(text)
            await self.give_way(i)

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

    async def _deliver(self, delivery: Delivery | Offering) -> None:
        if isinstance(delivery, Offering):
            await self._deliver_offers(delivery)
            return
        if self.latest is not None:
            if delivery.n <= self.latest:
                return
            if delivery.n > self.latest + 1:
                for missed in await self._read(self.latest, delivery.n):
                    await self._send(missed)
        await self._send(delivery)

    async def _deliver_offers(self, offering: Offering) -> None:
        """Send offers to whoever stands where they can be tried, after the bulletins before."""
        if self.latest is not None and offering.n > self.latest:
            for missed in await self._read(self.latest, offering.n + 1):
                await self._send(missed)
        if self._offering is None or offering.n >= self._offering.n:
            self._offering = offering
            for member in tuple(self.members):
                await member.offer(offering.n, offering.frame.decode())

    async def _send(self, delivery: Delivery) -> None:
        text = delivery.frame.decode()
        self.latest, self._told = delivery.n, asyncio.get_running_loop().time()
        self._recent.append(delivery)
        if self._paper is not None and not self._paper.follow(delivery):
            self._paper = None
        for i, member in enumerate(tuple(self.members)):
            if member.misses(delivery.n):
                for missed in await self._read(member.sent, delivery.n):
                    await member.push(missed.n, missed.frame.decode())
            await member.push(delivery.n, text)
            await self.give_way(i)

    async def give_way(self, i: int) -> None:
        """After every few spectators, let everything else go on, and commands end."""
        if self.audience is not Audience.PUBLIC or i % SLICE < SLICE - 1:
            return
        await asyncio.sleep(0)
        await turnstile_here().clear()

    async def _read(self, after: int, before: int | None = None) -> list[Delivery]:
        return await reading(frames_after, self.game_id, self.audience, after, before)
