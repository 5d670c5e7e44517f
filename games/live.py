"""Playing while sockets listen: the command in its thread, then what came of it to the hub, and
the steps that standing orders give.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar
from uuid import UUID

import structlog

from games.hub import publish
from games.models import Game
from games.services.asking import ask
from games.services.playing import Outcome, odds, play, play_standing
from games.threads import reading, writing
from games.wire import Question, card_frame
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused

STANDING_DELAY: Final = 0.4  # seconds, the same every time

T = TypeVar("T")

log = structlog.get_logger(__name__)

_tasks: set[asyncio.Task[Any] | None] = set()
_nudged: set[UUID] = set()


async def live_play(*, game_id: UUID, side: Side, data: bytes, seen: int) -> Outcome:
    """Carry out a command and send what came of it. Raises Refused.

    It goes on if the socket that asked is closed meanwhile.
    """
    task = asyncio.create_task(_held(_play(game_id, side, data, seen)))
    _tasks.add(task)
    return await asyncio.shield(task)


async def live_odds(*, game_id: UUID, side: Side, data: bytes) -> dict[str, Any]:
    """The odds card of a command. Raises Refused."""
    return await writing(odds, game_id=game_id, side=side, data=data)


async def live_answer(*, game_id: UUID, audience: Audience, question: Question) -> bytes:
    """The frame that answers a question. Raises Refused."""
    card = await writing(ask, game_id=game_id, audience=audience, question=question)
    return card_frame(question, card)


async def told(outcome: Outcome, game_id: UUID) -> None:
    """Send what came of a stored step, and see to the standing order that follows it."""
    await publish(outcome.deliveries)
    if outcome.standing:
        _background(_play_standing(game_id, outcome.step))


async def nudge(game_id: UUID) -> None:
    """See to a standing order that a restart may have left undone."""
    if game_id in _nudged:
        return
    _nudged.add(game_id)
    step = await reading(_step, game_id)
    _background(_play_standing(game_id, step, nudged=True))


async def _play(game_id: UUID, side: Side, data: bytes, seen: int) -> Outcome:
    outcome = await writing(play, game_id=game_id, side=side, data=data, seen=seen)
    await told(outcome, game_id)
    return outcome


async def _play_standing(game_id: UUID, step: int, *, nudged: bool = False) -> None:
    await asyncio.sleep(STANDING_DELAY)
    if nudged:
        _nudged.discard(game_id)
    try:
        outcome = await writing(play_standing, game_id=game_id, step=step)
    except Refused as refused:
        log.warning("standing_order_refused", game=str(game_id), code=refused.code)
        return
    if outcome is not None:
        await told(outcome, game_id)


def _step(game_id: UUID) -> int:
    return Game.objects.values_list("step", flat=True).get(pk=game_id)


def _background(work: Coroutine[Any, Any, None]) -> None:
    _tasks.add(asyncio.create_task(_held(work)))


async def _held(work: Coroutine[Any, Any, T]) -> T:
    """Do something in a task that is held here until it is done, whoever else forgets it."""
    task = asyncio.current_task()
    try:
        return await work
    finally:
        _tasks.discard(task)
