"""Rooms and members: order, slow readers, and who goes first."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import pytest

from games.hub.member import PLAYER_WINDOW, WINDOW, Member
from games.hub.presence import EXPIRY, Attendance
from games.hub.room import SLICE, Room
from games.wire import Delivery, Presence
from rules.kernel.audience import Audience

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
    await asyncio.sleep(0.01)
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
    await asyncio.sleep(0.05)
    assert [screen.texts for screen in screens] == [["2", "3", "4", "5"]] * 3
    assert asked == [(1, 5)]


async def test_a_member_that_is_behind_the_others_is_caught_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_of(range(1, 5), monkeypatch)
    await join(room, 3)
    _, screen = await join(room, 1)
    room.put(delivery(4))
    await asyncio.sleep(0.05)
    assert screen.texts == ["2", "3", "4"]


async def test_the_heartbeat_finds_what_was_lost_last(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_of(range(1, 4), monkeypatch)
    _, screen = await join(room, 1)
    monkeypatch.setattr("games.hub.room.HEAL_EVERY", 0.0)
    await room.heal()
    await asyncio.sleep(0.05)
    assert screen.texts == ["2", "3"]


async def test_a_spectator_who_does_not_read_is_sent_no_more(room: Room) -> None:
    slow, screen = await join(room, 0)
    quick, other = await join(room, 0)
    for n in range(1, WINDOW + 20):
        room.put(delivery(n))
        await asyncio.sleep(0)
        quick.acknowledge(quick.sent)
    await asyncio.sleep(0.01)
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
    await asyncio.sleep(0.01)
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
