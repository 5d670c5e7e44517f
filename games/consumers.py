"""The stream of a table: frames in, hand over, frames out. Consumers hold no game state."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qs

import structlog
from django.conf import settings

from games.addresses import socket_address
from games.hub import CLOSE_FORBIDDEN, Member, hub_here
from games.live import live_answer, live_play, nudge
from games.models import Game
from games.questions.desk import Asker, busy
from games.selectors.seats import NotInvited, Revoked, Visitor, visitor_with_cookies
from games.services.seats import seat_hold
from games.stream import CLOSE_POLICY, Pace, StreamConsumer
from games.threads import reading, writing
from games.turnstile import turnstile_here
from games.wire import (
    BEAT,
    MAX_FRAME,
    Ack,
    AskAny,
    AskLos,
    AskOdds,
    AskPath,
    AskReach,
    Beat,
    Do,
    FromBrowser,
    Hello,
    Malformed,
    decode_frame,
    no_frame,
    ok_frame,
)
from rules.kernel.audience import Side
from rules.kernel.refused import Refused

CLOSE_TOO_BIG: Final = 1009

log = structlog.get_logger(__name__)


class TableConsumer(StreamConsumer):
    """One browser at one table. Who it is, the token in the address says; of a claimed seat, the
    login must fit as well.
    """

    visitor: Visitor
    pace: Pace
    questions: Pace
    hellos: Pace
    asker: Asker

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        self.asking: set[asyncio.Task[None]] = set()
        try:
            await super().__call__(scope, receive, send)
        finally:
            for task in self.asking:
                task.cancel()

    async def connect(self) -> None:
        now = asyncio.get_running_loop().time()
        self.pace = Pace(now, settings.TABLE_FRAMES_PER_SECOND)
        self.questions = Pace(now, settings.TABLE_QUESTIONS_PER_SECOND)
        self.hellos = Pace(now, settings.TABLE_HELLOS_PER_SECOND)
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        query = parse_qs(self.scope["query_string"].decode("latin1"))
        address, token = socket_address(self.scope), query.get("seat", [""])[0]
        if not token and not self.may_enter(address):
            await self.close()  # before it is accepted: that costs least
            return
        await self.accept()
        try:
            self.visitor = await reading(visitor_with_cookies, game_id, token, _cookies(self.scope))
        except (Game.DoesNotExist, NotInvited) as error:
            why = str(error) if isinstance(error, Revoked) else "This address opens no seat here."
            await self.refuse(None, Refused("", why, code="seat"))
            await self.close(CLOSE_FORBIDDEN)
            return
        if self.visitor.side is None and not self.crowded and not self.may_enter(address):
            await self.refuse(None, Refused("", "Too many watch from your address.", code="busy"))
            await self.close(CLOSE_POLICY)
            return
        await self.enter(address)

    async def enter(self, address: str) -> None:
        """Join the hub, in the audience that the visitor belongs to."""
        game_id, audience = self.visitor.game_id, self.visitor.audience
        self.hub = hub_here()
        self.asker = Asker(game_id, audience, address)
        self.member = Member(game_id, audience, self.send_text, self.close, self.visitor)
        if self.visitor.side is not None and (line := self.scope.get("line")) is not None:
            line.favour()
        await self.hub.join(self.member)
        if self.visitor.token:  # a link that was renewed while we joined
            await self.hub.recheck(game_id)
        if self.visitor.side is not None:
            if self.visitor.sits_down:
                await writing(seat_hold, game_id=game_id, side=self.visitor.side)
            await nudge(game_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.member is None or self.member.gone:
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
                if not member.seated:
                    await asyncio.sleep(self.hellos.delay(asyncio.get_running_loop().time()))
                    await turnstile_here().clear()
                await self.hub.synchronise(member, frame.have)
            case Ack():
                await self.hub.acknowledge(member, frame.n)
            case Beat():
                if frame.n is not None:
                    await self.hub.acknowledge(member, frame.n)
                await self.send_text(BEAT)
            case Do():
                await self.carry_out(frame)
            case AskOdds() | AskLos() | AskPath() | AskReach():
                await self.look(member, frame)

    async def carry_out(self, frame: Do) -> None:
        """Carry out what a seat asks for, or say why not."""
        try:
            game_id, side = self.visitor.game_id, self.seat()
            await live_play(game_id=game_id, side=side, data=bytes(frame.cmd), seen=frame.seen)
        except Refused as refused:
            await self.refuse(frame.ref, refused)
        else:
            await self.send_text(ok_frame(frame.ref).decode())

    async def look(self, member: Member, question: AskAny) -> None:
        """Have a question answered while this socket goes on, or say why not. Who asks for more
        at once than will be answered hears it now.
        """
        if not self.questions.allows(asyncio.get_running_loop().time()) or (
            len(self.asking) >= settings.TABLE_WAITING_PER_SOCKET
        ):
            await self.refuse(question.ref, busy())
            return
        task = asyncio.create_task(self.answer(member, question))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def answer(self, member: Member, question: AskAny) -> None:
        """Answer a question, or say why not."""
        try:
            reply = await live_answer(self.asker, question, self.hub.number(member))
        except Refused as refused:
            reply = no_frame(question.ref, refused)
        await self.send_text(reply.decode())

    def seat(self) -> Side:
        """The side that this socket plays. Raises Refused for one that only watches."""
        if self.visitor.side is None:
            raise Refused("", "You are watching.", code="seat")
        return self.visitor.side

    async def refuse(self, ref: str | None, refused: Refused) -> None:
        await self.send_text(no_frame(ref, refused).decode())


def _cookies(scope: dict[str, Any]) -> str:
    """The cookies that came with the handshake."""
    return "; ".join(
        value.decode("latin1") for name, value in scope["headers"] if name == b"cookie"
    )
