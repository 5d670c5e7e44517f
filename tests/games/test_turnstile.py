"""Strangers are heard in turns, and not at all while a command is carried out."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from games import turnstile
from games.addresses import Crowd, socket_address
from games.intake import PIECE, SEATED_PIECE, UNREAD, Line
from games.leakcheck.loop import LeapingLoop
from games.turnstile import LONGEST, Turnstile, turnstile_here

LOOP = LeapingLoop


@dataclass
class Guest:
    """Somebody who wants a number of turns."""

    wants: int
    took: list[float] = field(default_factory=list)

    def take_turn(self) -> bool:
        self.took.append(asyncio.get_running_loop().time())
        self.wants -= 1
        return self.wants > 0


async def test_everybody_has_his_turn_before_anybody_has_two() -> None:
    gate = Turnstile(asyncio.get_running_loop())
    guests = [Guest(2) for _ in range(5)]
    for guest in guests:
        gate.wait(guest)
    await until(lambda: not guests[-1].wants)
    assert max(guest.took[0] for guest in guests) <= min(guest.took[1] for guest in guests)


async def test_nobody_passes_while_a_command_is_carried_out() -> None:
    gate, guest = Turnstile(asyncio.get_running_loop()), Guest(1)
    with gate.held():
        gate.wait(guest)
        await asyncio.sleep(turnstile.HOLD / 2)
        assert guest.wants == 1
    await asyncio.sleep(LONGEST)
    assert guest.wants == 0


async def test_what_is_done_for_a_stranger_waits_for_a_command_too() -> None:
    gate = Turnstile(asyncio.get_running_loop())
    with gate.held():
        waiting = asyncio.create_task(gate.clear())
        await asyncio.sleep(turnstile.HOLD / 2)
        assert not waiting.done()
    await asyncio.wait_for(waiting, 1)


async def test_commands_that_never_end_do_not_shut_the_turnstile() -> None:
    gate, guest = Turnstile(asyncio.get_running_loop()), Guest(2)
    with gate.held():
        gate.wait(guest)
        await asyncio.sleep(4 * turnstile.HOLD)
        assert guest.wants == 0


async def test_a_loop_that_lags_is_given_less_to_do() -> None:
    gate = Turnstile(asyncio.get_running_loop())
    gate._turns = 8
    gate._due = asyncio.get_running_loop().time() - 1
    gate._round()
    assert gate._turns == 4
    gate._due = asyncio.get_running_loop().time() + 1
    gate._round()
    assert gate._turns == 5


async def test_what_the_process_worked_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = [0.0]
    monkeypatch.setattr("games.turnstile.time.process_time", lambda: worked[0])
    gate = Turnstile(asyncio.get_running_loop())
    pauses = []
    for spent in (0.0, 0.01, 5.0):
        worked[0] += spent
        pauses.append(gate._pause())
    assert pauses[0] == turnstile.PAUSE
    assert 0.01 / (0.01 + pauses[1]) == pytest.approx(turnstile.SHARE)
    assert pauses[2] == turnstile.LONGEST


# -- a connection -------------------------------------------------------------------------------


class Wire:
    """A transport that notes whether it is read."""

    reads = True

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        self.reads = False

    def resumeProducing(self) -> None:  # noqa: N802 - the same
        self.reads = True


class Application:
    """What a connection's frames are handed to."""

    STATE_CLOSING, state = 2, 3

    def __init__(self) -> None:
        self.application_queue: asyncio.Queue[bytes] = asyncio.Queue()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        self.application_queue.put_nowait(data)


@pytest.fixture
async def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    monkeypatch.setattr("games.intake.WebSocketProtocol", Application)
    line = Line(None, Application())
    line.transport = Wire()
    return line


def handed_in(line: Line) -> list[int]:
    queue: asyncio.Queue[bytes] = line.wrappedProtocol.application_queue
    return [len(queue.get_nowait()) for _ in range(queue.qsize())]


async def until(condition: Any) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.001)


async def test_a_stranger_is_read_again_when_all_is_handed_in(line: Line) -> None:
    line.dataReceived(b"x" * (2 * PIECE + 1))
    assert handed_in(line) == []
    assert not line.transport.reads
    await until(lambda: line.transport.reads)
    assert handed_in(line) == [PIECE, PIECE, 1]


async def test_a_player_is_heard_at_once(line: Line) -> None:
    line.favour()
    line.dataReceived(b"x" * SEATED_PIECE)
    assert handed_in(line) == [SEATED_PIECE]
    assert line.transport.reads


async def test_who_is_not_worked_through_is_not_read(line: Line) -> None:
    line.dataReceived(b"x" * (PIECE * (UNREAD + 2)))
    await until(lambda: line.wrappedProtocol.application_queue.qsize() == UNREAD)
    await asyncio.sleep(LONGEST)
    assert handed_in(line) == [PIECE] * UNREAD
    assert not line.transport.reads
    await until(lambda: line.transport.reads)
    assert handed_in(line) == [PIECE] * 2


async def test_who_does_not_read_is_not_read(line: Line) -> None:
    line.clogged = True
    line.dataReceived(b"x")
    await asyncio.sleep(LONGEST)
    assert handed_in(line) == []
    line.clogged = False
    await until(lambda: line.transport.reads)
    assert handed_in(line) == [1]


async def test_what_comes_after_the_end_is_not_left_on_the_wire(line: Line) -> None:
    line.wrappedProtocol.state = Application.STATE_CLOSING
    line.dataReceived(b"x" * 65536)
    assert handed_in(line) == [65536]
    assert line.transport.reads


async def test_each_loop_has_one_turnstile() -> None:
    assert turnstile_here() is turnstile_here()


# -- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "value", "address"),
    [
        pytest.param("", b"6.6.6.6", "10.0.0.1", id="nobody is trusted"),
        pytest.param("X-Forwarded-For", b"6.6.6.6, 9.9.9.9", "9.9.9.9", id="the last entry"),
        pytest.param("X-Forwarded-For", b"", "10.0.0.1", id="an empty header"),
        pytest.param("X-Real-IP", b"6.6.6.6", "10.0.0.1", id="another header"),
    ],
)
def test_the_address_of_a_socket(settings: Any, header: str, value: bytes, address: str) -> None:
    settings.CLIENT_ADDRESS_HEADER = header
    scope = {"client": ["10.0.0.1", 1], "headers": [(b"x-forwarded-for", value)]}
    assert socket_address(scope) == address


def test_an_address_has_so_many_sockets(settings: Any) -> None:
    settings.TABLE_SOCKETS_PER_ADDRESS = 2
    crowd = Crowd()
    assert [crowd.enter("a"), crowd.enter("a"), crowd.enter("a"), crowd.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    crowd.leave("a")
    assert crowd.enter("a")
