"""Rooms and members: order, slow readers, and who goes first."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.hub.hub import Hub
from games.hub.member import PLAYER_WINDOW, WINDOW, Member
from games.hub.presence import EXPIRY, Attendance
from games.hub.room import SLICE, Room
from games.leakcheck.loop import LeapingLoop, here
from games.selectors.documents import AudienceView
from games.wire import Delivery, Presence
from rules.kernel.audience import Audience
from rules.kernel.document import Document

LOOP = LeapingLoop
GAME = uuid4()


@dataclass
class Screen:
    """What a socket was sent, and whether it was closed."""

    texts: list[str] = field(default_factory=list)
    closed: bool = False

    async def send(self, text: str) -> None:
        self.texts.append(text)

    async def close(self) -> None:
        self.closed = True


def member(audience: Audience = Audience.PUBLIC) -> tuple[Member, Screen]:
    screen = Screen()
    return Member(GAME, audience, screen.send, screen.close), screen


def delivery(n: int, audience: Audience = Audience.PUBLIC) -> Delivery:
    return Delivery(GAME, audience, n, str(n).encode())


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    room = Room(GAME, Audience.PUBLIC)
    yield room
    room.close()


def store_of(numbers: range, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int | None]]:
    """A store that has those bulletins, and what was asked of it."""
    asked: list[tuple[int, int | None]] = []

    def frames_after(
        game_id: UUID, audience: Audience, after: int, before: int | None = None
    ) -> list[Delivery]:
        asked.append((after, before))
        end = numbers.stop if before is None else before
        return [delivery(n) for n in numbers if after < n < end]

    monkeypatch.setattr("games.hub.room.frames_after", frames_after)
    monkeypatch.setattr("games.hub.room.latest_number", lambda *_: numbers.stop - 1)
    return asked


async def join(room: Room, at: int) -> tuple[Member, Screen]:
    """A member that has been sent everything up to bulletin `at`."""
    one, screen = member(room.audience)
    room.members[one] = None
    await one.start(at)
    one.acknowledge(at)
    room.started(at)
    return one, screen


async def test_what_comes_while_the_document_is_read_waits(room: Room) -> None:
    one, screen = member()
    room.members[one] = None
    for n in (3, 4, 5):
        room.put(delivery(n))
    await here().quiet()
    assert screen.texts == []
    await one.start(3)
    assert screen.texts == ["4", "5"]


async def test_what_the_layer_lost_is_read_once_for_all(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = store_of(range(1, 6), monkeypatch)
    screens = [(await join(room, 1))[1] for _ in range(3)]
    for n in (5, 2, 5, 3):
        room.put(delivery(n))
    await here().quiet()
    assert [screen.texts for screen in screens] == [["2", "3", "4", "5"]] * 3
    assert asked == [(1, 5)]


async def test_a_member_that_is_behind_the_others_is_caught_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_of(range(1, 5), monkeypatch)
    await join(room, 3)
    _, screen = await join(room, 1)
    room.put(delivery(4))
    await here().quiet()
    assert screen.texts == ["2", "3", "4"]


async def test_the_heartbeat_finds_what_was_lost_last(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_of(range(1, 4), monkeypatch)
    _, screen = await join(room, 1)
    monkeypatch.setattr("games.hub.room.HEAL_EVERY", 0.0)
    await room.heal()
    await here().quiet()
    assert screen.texts == ["2", "3"]


async def test_no_document_is_older_than_what_somebody_was_sent_elsewhere(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = [3]
    read: list[int] = []

    def audience_view(game_id: UUID, audience: Audience) -> AudienceView:
        read.append(stored[0])
        return AudienceView(audience, stored[0], Document(faces={}), ())

    monkeypatch.setattr("games.hub.room.audience_view", audience_view)
    monkeypatch.setattr("games.hub.room.latest_number", lambda *_: stored[0])
    assert (await room.paper()).n == 3
    stored[0] = 5  # told elsewhere, and the layer lost it on its way here
    assert [(await room.paper(have)).n for have in (3, 6, 10**9, 5, 4)] == [3, 3, 3, 5, 5]
    assert read == [3, 5]


async def test_a_spectator_who_does_not_read_is_sent_no_more(room: Room) -> None:
    slow, screen = await join(room, 0)
    quick, other = await join(room, 0)
    for n in range(1, WINDOW + 20):
        room.put(delivery(n))
        await asyncio.sleep(0)
        quick.acknowledge(quick.sent)
    await here().quiet()
    assert (slow.paused, len(screen.texts), screen.closed) == (True, WINDOW, False)
    assert len(other.texts) == WINDOW + 19
    slow.acknowledge(10**9)
    assert slow.has_read_all
    assert slow.acked == WINDOW


async def test_a_player_who_reads_nothing_is_disconnected_in_the_end() -> None:
    player, screen = member(Audience.A)
    await player.start(0)
    for n in range(1, PLAYER_WINDOW + 2):
        await player.push(n, "")
    assert screen.closed


async def test_spectators_give_way_between_slices(room: Room) -> None:
    screens = [(await join(room, 0))[1] for _ in range(3 * SLICE)]
    turns: list[int] = []

    async def other_work() -> None:
        while len(turns) < 10:
            turns.append(sum(bool(screen.texts) for screen in screens))
            await asyncio.sleep(0)

    room.put(delivery(1))
    await other_work()
    assert {SLICE, 2 * SLICE} <= set(turns)


async def test_who_has_gone_is_sent_nothing(room: Room) -> None:
    one, screen = await join(room, 0)
    one.gone = True
    room.put(delivery(1))
    await here().quiet()
    assert screen.texts == []


def test_attendance_is_counted_over_processes_and_forgets_the_dead() -> None:
    attendance = Attendance()
    attendance.note("other", Presence(a=True, watching=2), now=0)
    attendance.note("third", Presence(watching=1), now=EXPIRY)
    here = Presence(b=True, watching=1)
    assert attendance.total(here, now=1) == Presence(a=True, b=True, watching=4)
    assert attendance.total(here, now=EXPIRY + 1) == Presence(b=True, watching=2)
    attendance.note("third", Presence(), now=EXPIRY)
    assert attendance.total(here, now=EXPIRY + 1) == here


class Layer:
    """A channel layer that fails once, and notes who joined what and what was said."""

    def __init__(self) -> None:
        self.joined: list[str] = []
        self.said: list[dict[str, Any]] = []
        self._fails = True

    async def new_channel(self) -> str:
        return "specific.here"

    async def group_add(self, group: str, channel: str) -> None:
        self.joined.append(group)

    async def group_discard(self, group: str, channel: str) -> None:
        self.joined.remove(group)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.said.append(message)

    async def receive(self, channel: str) -> dict[str, Any]:
        if self._fails:
            self._fails = False
            raise OSError("the layer is gone")
        await asyncio.sleep(60)
        return {}


async def test_after_the_layer_failed_groups_are_joined_again_and_who_is_there_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = Layer()
    monkeypatch.setattr("games.hub.hub.get_channel_layer", lambda: layer)
    monkeypatch.setattr("games.hub.hub.RETRY", 2.0)
    hub = Hub()
    one, _ = member()
    await hub.join(one)
    await asyncio.sleep(1)
    once, said = list(layer.joined), len(layer.said)
    await asyncio.sleep(1)
    await here().quiet()
    assert layer.joined == once * 2
    assert [message["ask"] for message in layer.said[said:]] == [True]
    layer.joined = once
    hub.leave(one)
    await here().quiet()


class Channels(Layer):
    """A channel layer that never fails, with a new channel each time."""

    def __init__(self) -> None:
        super().__init__()
        self._fails = False
        self.groups: dict[str, set[str]] = {}

    async def new_channel(self) -> str:
        name = f"specific.{len(self.groups)}"
        self.groups[name] = set()
        return name

    async def group_add(self, group: str, channel: str) -> None:
        await asyncio.sleep(0.05)
        self.groups[channel].add(group)

    async def group_discard(self, group: str, channel: str) -> None:
        self.groups[channel].remove(group)


async def test_who_comes_after_somebody_left_while_joining_hears_other_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = Channels()
    monkeypatch.setattr("games.hub.hub.get_channel_layer", lambda: layer)
    monkeypatch.setattr("games.hub.hub.SETTLE", 60.0)
    monkeypatch.setattr("games.hub.hub.RETRY", 60.0)
    hub = Hub()
    one, _ = member()
    joining = asyncio.create_task(hub.join(one))
    await here().quiet()
    hub.leave(one)
    await joining
    await asyncio.sleep(1)
    two, _ = member()
    await hub.join(two)
    assert layer.groups[hub._channel] == hub._joined != set()
    hub.leave(two)
    await here().quiet()
