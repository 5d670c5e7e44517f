"""A socket whose browser has gone, of which the server has not told us yet."""

from typing import Any

import pytest

from games.consumers import TableConsumer
from games.hub.member import Member
from games.hub.room import Room
from games.leakcheck.loop import LeapingLoop, here
from games.stream import StreamConsumer
from rules.kernel.audience import Audience
from tests.games.test_hub import GAME, delivery, join

LOOP = LeapingLoop


async def _is_closed(message: dict[str, Any]) -> None:
    raise ConnectionResetError(message["type"])


@pytest.fixture
def gone() -> StreamConsumer:
    consumer = TableConsumer()
    consumer.base_send = _is_closed
    return consumer


async def test_nobody_else_misses_what_cannot_be_sent_to_who_has_gone(gone: StreamConsumer) -> None:
    room = Room(GAME, Audience.PUBLIC)
    first = Member(GAME, Audience.PUBLIC, gone.send_text, gone.close)
    room.members[first] = None
    await first.start(0)
    _, screen = await join(room, 0)
    room.put(delivery(1))
    await here().quiet()
    room.close()
    assert screen.texts == ["1"]


async def test_it_may_be_closed_all_the_same(gone: StreamConsumer) -> None:
    await gone.close()


async def test_what_else_fails_is_heard_of(gone: StreamConsumer) -> None:
    async def fails(message: dict[str, Any]) -> None:
        raise ValueError(message["type"])

    gone.base_send = fails
    with pytest.raises(ValueError, match=r"websocket\.send"):
        await gone.send_text("1")
