"""The stream of a table: frames in, hand over, frames out. Consumers hold no game state."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qs

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games.hub import Hub, Member, hub_here
from games.live import live_answer, live_odds, live_play, nudge
from games.models import Game
from games.selectors.seats import NotInvited, Visitor, visitor
from games.threads import reading
from games.wire import (
    MAX_FRAME,
    Ack,
    AskLos,
    AskOdds,
    AskPath,
    AskReach,
    Do,
    FromBrowser,
    Hello,
    Malformed,
    Question,
    decode_frame,
    no_frame,
    odds_frame,
    ok_frame,
)
from rules.kernel.audience import Side
from rules.kernel.refused import Refused

CLOSE_FORBIDDEN: Final = 4403
CLOSE_TOO_BIG: Final = 1009
CLOSE_POLICY: Final = 1008

_BURST_SECONDS: Final = 4.0

log = structlog.get_logger(__name__)


class Pace:
    """How much a socket may send: so many a second, with a few seconds' worth at once."""

    def __init__(self, now: float, per_second: float) -> None:
        self._rate = per_second
        self._left = self._rate * _BURST_SECONDS
        self._at = now

    def allows(self, now: float) -> bool:
        """Count one more."""
        self._left += (now - self._at) * self._rate
        self._left = min(self._left, self._rate * _BURST_SECONDS) - 1
        self._at = now
        return self._left >= 0


class TableConsumer(AsyncWebsocketConsumer):
    """One browser at one table. Who it is, the token in the address says, and nothing else."""

    channel_layer_alias = "none"  # a hub listens for all sockets; a channel each would cost a task

    hub: Hub
    member: Member | None = None
    visitor: Visitor
    pace: Pace
    questions: Pace

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.member is not None:
                self.hub.leave(self.member)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler. Unlike the base class this closes no connection: `threads` does."""
        handler: Callable[[dict[str, Any]], Awaitable[None]]
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def connect(self) -> None:
        now = asyncio.get_running_loop().time()
        self.pace = Pace(now, settings.TABLE_FRAMES_PER_SECOND)
        self.questions = Pace(now, settings.TABLE_QUESTIONS_PER_SECOND)
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        query = parse_qs(self.scope["query_string"].decode("latin1"))
        await self.accept()
        try:
            self.visitor = await reading(visitor, game_id, query.get("seat", [""])[0])
        except (Game.DoesNotExist, NotInvited):
            await self.refuse(None, Refused("", "This address opens no seat here.", code="seat"))
            await self.close(CLOSE_FORBIDDEN)
            return
        self.hub = hub_here()
        self.member = Member(game_id, self.visitor.audience, self.send_text, self.close)
        await self.hub.join(self.member)
        if self.visitor.side is not None:
            await nudge(game_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.member is None:
            return
        if not self.pace.allows(asyncio.get_running_loop().time()):
            await self.refuse(None, Refused("", "Too many frames.", code="malformed"))
            await self.close(CLOSE_POLICY)
        elif len(bytes_data or (text_data or "").encode()) > MAX_FRAME:
            await self.refuse(None, Refused("", "This frame is too big.", code="oversize"))
            await self.close(CLOSE_TOO_BIG)
        else:
            await self.take(self.member, text_data)

    async def take(self, member: Member, text: str | None) -> None:
        """Decode a frame and hand it over."""
        try:
            frame = decode_frame(text or "")
        except Malformed:
            await self.refuse(None, Refused("", "This is no frame.", code="malformed"))
            return
        await self.hand_over(member, frame)

    async def hand_over(self, member: Member, frame: FromBrowser) -> None:
        match frame:
            case Hello():
                await self.hub.synchronise(member, frame.have)
            case Ack():
                await self.hub.acknowledge(member, frame.n)
            case Do() | AskOdds() | AskLos() | AskPath() | AskReach():
                await self.answer(frame)

    async def answer(self, frame: Do | AskOdds | Question) -> None:
        """Carry out what a seat asks for, or answer what anybody asks, or say why not."""
        try:
            if isinstance(frame, Do | AskOdds):
                reply = await self.carry_out(self.seat(), frame)
            else:
                reply = await self.look(frame)
        except Refused as refused:
            reply = no_frame(frame.ref, refused)
        await self.send_text(reply.decode())

    async def carry_out(self, side: Side, frame: Do | AskOdds) -> bytes:
        """Raises Refused."""
        game_id, data = self.visitor.game_id, bytes(frame.cmd)
        if isinstance(frame, AskOdds):
            return odds_frame(frame.ref, await live_odds(game_id=game_id, side=side, data=data))
        await live_play(game_id=game_id, side=side, data=data, seen=frame.seen)
        return ok_frame(frame.ref)

    async def look(self, question: Question) -> bytes:
        """Raises Refused."""
        if not self.questions.allows(asyncio.get_running_loop().time()):
            raise Refused("", "Too many questions at once; ask again in a moment.", code="busy")
        game_id, audience = self.visitor.game_id, self.visitor.audience
        return await live_answer(game_id=game_id, audience=audience, question=question)

    def seat(self) -> Side:
        """The side that this socket plays. Raises Refused for one that only watches."""
        if self.visitor.side is None:
            raise Refused("", "You are watching.", code="seat")
        return self.visitor.side

    async def refuse(self, ref: str | None, refused: Refused) -> None:
        await self.send_text(no_frame(ref, refused).decode())

    async def send_text(self, text: str) -> None:
        await self.send(text_data=text)
