"""The computer at the table: asked like everybody, it answers after a pause.

The process that carried out the last step of a game sees to the computer's next act there. It acts
on the bulletin that it was asked by; if another process was quicker, its act comes too late, and
this one leaves the game to the other. What it chooses is worked out in a process of its own while
people play on. If anything goes wrong it gives its seat up, and tries nothing again.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from django.db import Error

from games.hub import computer_gone
from games.preparing import prepared
from games.questions.crew import COMPUTER
from games.services.computer import Turn, computer_gives_up, computer_side, computer_turn
from games.services.playing import Outcome
from games.threads import looking, writing
from games.wire import is_bare
from rules.kernel.audience import Side
from rules.kernel.refused import Refused

PAUSE: Final = 1.2  # seconds before each act, so that people can follow
PAUSE_UNSEEN: Final = 0.2  # before one that shows nobody anything: it sets up
MOST: Final = 400  # acts without anybody else being asked: more than any part of a phase takes
REMEMBERED: Final = 4096  # games

TOO_LATE: Final = frozenset({"stale", "over", "closed", "rests", "unknown"})
"""What is said to an act that was right when it was chosen. Whoever came first sees to the rest."""

log = structlog.get_logger(__name__)

Play = Callable[[UUID, Side, bytes, int], Awaitable[Outcome]]
"""Carries out a side's command and sends what came of it. Raises Refused."""


class CannotAct(Exception):
    """The computer does not know what to do."""


class Computers:
    """The games of one event loop in which the computer plays, and those in which it acts now."""

    def __init__(self) -> None:
        self._sides: OrderedDict[UUID, Side | None] = OrderedDict()
        self._acting: dict[UUID, bool] = {}  # whether something was told since it last looked
        self._in_a_row: Counter[UUID] = Counter()

    async def see_to(self, game_id: UUID, play: Play) -> None:
        """Let the computer act in a game as often as it is asked. Does nothing where people play;
        where it acts already, that goes on.
        """
        if game_id in self._acting:
            self._acting[game_id] = True
            return
        self._acting[game_id] = True
        try:
            while self._acting[game_id]:
                self._acting[game_id] = False
                await self._look(game_id, play)
        except Error:  # who comes to the table next has it looked at again
            log.exception("computer_without_database", game=str(game_id))
        finally:
            del self._acting[game_id]

    def forget(self) -> None:
        """Forget who plays, as a restart would."""
        self._sides.clear()

    async def _look(self, game_id: UUID, play: Play) -> None:
        side = await self._side(game_id)
        if side is None:
            return
        try:
            await self._act(game_id, play)
        except Error:
            raise
        except Exception:
            log.exception("computer_gives_up", game=str(game_id))
            await self._give_up(game_id, side)

    async def _act(self, game_id: UUID, play: Play) -> None:
        """Act once, if the computer is asked. Raises whatever goes wrong."""
        try:
            await prepared(game_id)
        except Refused:  # who comes to the table next has it looked at again
            log.warning("computer_without_map", game=str(game_id))
            return
        turn = await looking(computer_turn, game_id)
        if turn is None:
            del self._in_a_row[game_id]
            return
        self._in_a_row[game_id] += 1
        if self._in_a_row[game_id] > MOST:
            raise CannotAct("it acts without end")
        command, _ = await asyncio.gather(chosen(turn), asyncio.sleep(pause_of(turn)))
        try:
            outcome = await play(game_id, turn.side, command, turn.n)
        except Refused as refused:
            if refused.code not in TOO_LATE:
                raise
            return
        if all(is_bare(one) for one in outcome.deliveries if one.audience is turn.side.audience):
            raise CannotAct("what it does changes nothing")
        self._acting[game_id] = True

    async def _side(self, game_id: UUID) -> Side | None:
        """The side that the computer plays. It never joins later, so that is asked once."""
        if game_id not in self._sides:
            self._sides[game_id] = await looking(computer_side, game_id)
        self._sides.move_to_end(game_id)
        while len(self._sides) > REMEMBERED:
            self._sides.popitem(last=False)
        return self._sides[game_id]

    async def _give_up(self, game_id: UUID, side: Side) -> None:
        self._sides[game_id] = None
        await writing(computer_gives_up, game_id=game_id, side=side)
        await computer_gone(game_id, side)


async def chosen(turn: Turn) -> bytes:
    """The command that the computer gives. Raises TooLong and CannotAct."""
    loop = asyncio.get_running_loop()
    reply = await loop.run_in_executor(
        COMPUTER.thread, COMPUTER.ask, turn.scenario, turn.key, turn.ground, turn.question
    )
    if reply.card is None:
        raise CannotAct(str(reply.refused))
    return reply.card


def pause_of(turn: Turn) -> float:
    """How many seconds the computer waits: that follows from what everybody is told."""
    return (PAUSE_UNSEEN if turn.sets_up else PAUSE) * settings.STANDING_DELAY_SCALE


_COMPUTERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Computers] = WeakKeyDictionary()


def computers_here() -> Computers:
    """The computers of the running event loop."""
    loop = asyncio.get_running_loop()
    here = _COMPUTERS.get(loop)
    if here is None:
        here = _COMPUTERS[loop] = Computers()
    return here
