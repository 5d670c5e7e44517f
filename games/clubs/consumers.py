"""The stream of an event's page: it says that there is more to read, never what."""

import asyncio
from uuid import UUID

from django.conf import settings

from games.addresses import socket_address
from games.clubs.models import Event
from games.clubs.permissions import SEE, may
from games.hub import Member, hub_here
from games.models import User
from games.selectors.seats import user_of_cookies
from games.stream import CLOSE_POLICY, Pace, StreamConsumer
from games.threads import reading
from games.wire import BEAT
from rules.kernel.audience import Audience

CLOSE_NO_EVENT = 4404


class EventConsumer(StreamConsumer):
    """One browser before the page of an event."""

    pace: Pace

    async def connect(self) -> None:
        event_id, address = (
            self.scope["url_route"]["kwargs"]["event_id"],
            socket_address(self.scope),
        )
        if not self.may_enter(address):
            await self.close()
            return
        self.pace = Pace(asyncio.get_running_loop().time(), settings.TABLE_FRAMES_PER_SECOND)
        await self.accept()
        cookies = "; ".join(
            value.decode("latin1") for name, value in self.scope["headers"] if name == b"cookie"
        )
        if not await reading(_may_see, event_id, cookies):
            await self.close(CLOSE_NO_EVENT)
            return
        self.hub = hub_here()
        self.member = Member(event_id, Audience.PUBLIC, self.send_text, self.close)
        await self.member.start(0)  # there are no bulletins to wait for
        await self.hub.join(self.member)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked here but whether the connection lives."""
        if not self.pace.allows(asyncio.get_running_loop().time()):
            await self.close(CLOSE_POLICY)
        elif text_data == BEAT:
            await self.send_text(BEAT)


def _may_see(event_id: UUID, cookies: str) -> bool:
    """Whether whoever has these cookies may see that event; one that is not there, nobody may."""
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    user_id = user_of_cookies(cookies)
    user = None if user_id is None else User.objects.filter(pk=user_id).first()
    return event is not None and may(user, SEE, event)
