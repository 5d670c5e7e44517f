"""Who may ask how much, in what order, and what was answered before.

Answers are kept with the audience they were given to and the number of its last bulletin, so that
a step which it is not told of neither changes an answer nor makes it slower. Spectators' questions
wait in a lane of their own, where addresses take turns.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from django.conf import settings

from games.questions.answering import asking_side
from games.questions.crew import GALLERY, SEATS, Hand, TooLong
from games.questions.glimpse import Glimpse
from games.questions.worker import FAILED, Reply
from games.services.asking import glimpse, scenario_id
from games.services.memory import MEMORY
from games.services.refusals import failed
from games.threads import looking
from games.wire import AskAny, AskLos
from rules.kernel.audience import Audience
from rules.kernel.refused import Refused

SHELVES: Final = 512  # audiences whose answers are kept
KEPT: Final = 512 * 1024  # bytes of answers kept of one audience


@dataclass(eq=False)
class Asker:
    """One socket that asks: how many of its questions wait."""

    game_id: UUID
    audience: Audience
    address: str
    waiting: int = 0

    @property
    def seated(self) -> bool:
        return self.audience is not Audience.PUBLIC


class Shelf:
    """The answers given to one audience since its last bulletin, the first forgotten first."""

    def __init__(self, scenario: str, game_id: UUID, ground: Glimpse) -> None:
        self.scenario = scenario
        self.ground = ground
        self.key = f"{game_id}/{ground.audience}/{ground.n}"
        self._replies: OrderedDict[bytes, Reply] = OrderedDict()
        self._size = 0

    def find(self, question: bytes) -> Reply | None:
        return self._replies.get(question)

    def put(self, question: bytes, reply: Reply) -> None:
        """Keep a reply, unless the server failed over it."""
        if question in self._replies or reply.refused == FAILED:
            return
        self._replies[question] = reply
        self._size += _size(question, reply)
        while self._size > KEPT:
            self._size -= _size(*self._replies.popitem(last=False))


@dataclass(eq=False)
class Waiting:
    """A question that waits for its turn."""

    shelf: Shelf
    question: bytes
    reply: "asyncio.Future[Reply]"


class Lane:
    """Questions on their way to one process, one at a time. Addresses take turns."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._queues: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    async def ask(self, address: str, shelf: Shelf, question: bytes) -> Reply:
        """The reply, when its turn has come. Who is cancelled waits no more."""
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        waiting = Waiting(shelf, question, reply)
        self._queues.setdefault(address, deque()).append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        try:
            return await reply
        finally:
            queue = self._queues.get(address)
            if queue is not None and waiting in queue:
                queue.remove(waiting)

    async def _work(self) -> None:
        try:
            while (waiting := self._next()) is not None:
                await self._serve(waiting)
        finally:
            self._task = None

    async def _serve(self, waiting: Waiting) -> None:
        shelf, loop = waiting.shelf, asyncio.get_running_loop()
        reply = shelf.find(waiting.question)
        try:
            if reply is None:
                ask, ground = self._hand.ask, shelf.ground
                reply = await loop.run_in_executor(
                    self._hand.thread, ask, shelf.scenario, shelf.key, ground, waiting.question
                )
                shelf.put(waiting.question, reply)
        except Exception as error:
            if not waiting.reply.done():
                waiting.reply.set_exception(error)
            if not isinstance(error, TooLong):
                raise
        else:
            if not waiting.reply.done():
                waiting.reply.set_result(reply)

    def _next(self) -> Waiting | None:
        """The first question of the address whose turn it is."""
        while self._queues:
            address, queue = self._queues.popitem(last=False)
            if queue:
                waiting = queue.popleft()
                self._queues[address] = queue
                return waiting
        return None


@dataclass(eq=False)
class Desk:
    """Where the questions of one event loop are put."""

    seats: Lane = field(default_factory=lambda: Lane(SEATS))
    gallery: Lane = field(default_factory=lambda: Lane(GALLERY))
    waiting: Counter[object] = field(default_factory=Counter)
    _shelves: OrderedDict[tuple[UUID, Audience], Shelf] = field(default_factory=OrderedDict)

    async def answer(self, asker: Asker, question: AskAny, n: int | None) -> msgspec.Raw:
        """The card that answers, for an asker who was sent bulletin `n`, or none yet.

        Raises Refused, at once if he may not ask that; with code `busy` if too many of his
        questions wait, or of his game's, or of his address's.
        """
        if not isinstance(question, AskLos):
            asking_side(asker.audience)
        key = msgspec.json.encode(msgspec.structs.replace(question, ref=""))
        shelf = self._shelf_here(asker, n)
        reply = shelf.find(key) if shelf is not None else None
        if reply is None:
            reply = await self._ask(asker, key, n)
        if reply.card is not None:
            return msgspec.Raw(reply.card)
        rule, why, code = reply.refused or ("", "", "error")
        raise Refused(rule, why, code=code)

    async def _ask(self, asker: Asker, key: bytes, n: int | None) -> Reply:
        bounds = self._bounds(asker)
        if asker.waiting >= settings.TABLE_WAITING_PER_SOCKET or any(
            self.waiting[what] >= most for what, most in bounds.items()
        ):
            raise busy()
        asker.waiting += 1
        self.waiting.update(bounds.keys())
        try:
            shelf = self._shelf_here(asker, n) or await self._shelf(asker, n)
            lane = self.seats if asker.seated else self.gallery
            return await lane.ask(asker.address, shelf, key)
        except TooLong:
            raise failed() from None
        finally:
            asker.waiting -= 1
            self.waiting.subtract(bounds.keys())
            self.waiting += Counter()  # without what is down to zero

    def _bounds(self, asker: Asker) -> dict[object, int]:
        """What is counted besides the socket, and how many may wait. Those with a seat do not
        count against those who watch.
        """
        return {
            (asker.game_id, asker.audience): settings.TABLE_WAITING_PER_GAME,
            (asker.address, asker.seated): settings.TABLE_WAITING_PER_ADDRESS,
        }

    def _shelf_here(self, asker: Asker, n: int | None) -> Shelf | None:
        """The shelf of an asker's audience, if it is of bulletin `n` or later and up to date."""
        which = (asker.game_id, asker.audience)
        shelf = self._shelves.get(which)
        if shelf is None or n is None:
            return None
        ground = MEMORY.glimpse(*which, max(n, shelf.ground.n))
        if ground is None:
            return shelf if shelf.ground.n >= n else None
        if ground.n > shelf.ground.n:
            shelf = self._put(which, Shelf(shelf.scenario, asker.game_id, ground))
        return shelf

    async def _shelf(self, asker: Asker, n: int | None) -> Shelf:
        which = (asker.game_id, asker.audience)
        scenario = await looking(scenario_id, asker.game_id)
        ground = await looking(glimpse, *which, n)
        shelf = self._shelves.get(which)
        if shelf is None or shelf.ground.n < ground.n:
            shelf = Shelf(scenario, asker.game_id, ground)
        return self._put(which, shelf)

    def _put(self, which: tuple[UUID, Audience], shelf: Shelf) -> Shelf:
        self._shelves[which] = shelf
        self._shelves.move_to_end(which)
        while len(self._shelves) > SHELVES:
            self._shelves.popitem(last=False)
        return shelf


def busy() -> Refused:
    """Too many questions wait: ask again in a moment."""
    return Refused("", "Too many questions at once; ask again in a moment.", code="busy")


def _size(question: bytes, reply: Reply) -> int:
    return len(question) + len(reply.card or b"") + 200


_DESKS: WeakKeyDictionary[asyncio.AbstractEventLoop, Desk] = WeakKeyDictionary()


def desk_here() -> Desk:
    """The desk of the running event loop."""
    loop = asyncio.get_running_loop()
    desk = _DESKS.get(loop)
    if desk is None:
        desk = _DESKS[loop] = Desk()
    return desk
