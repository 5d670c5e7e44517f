"""Playing while sockets listen: the command in its thread, then what came of it to the hub, and
the steps that standing orders give.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar
from uuid import UUID

import structlog
from django.db import Error

from games import rulesets
from games.clubs.live import event_told, game_over
from games.clubs.services.results import round_close, rounds_due
from games.computer import computers_here
from games.delays import standing_delay
from games.hub import house_changed, publish
from games.models import Game
from games.preparing import prepared
from games.questions.desk import Asker, desk_here
from games.selectors.clocks import clocks_due, clocks_running
from games.services.clocks import PULSE_EVERY, pulse_beat
from games.services.computer import computers_asked
from games.services.flags import flag_fall
from games.services.offering import offerings
from games.services.playing import Outcome, Unanswered, is_stored, play, play_standing
from games.services.proposals import break_over, breaks_over
from games.services.refusals import unknown
from games.threads import looking, preparing, reading, writing
from games.turnstile import turnstile_here
from games.wire import AskAny, card_frame
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused

T = TypeVar("T")

LOOK_AGAIN: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds between looks at a database that did not answer."""

LOOK_AT_CLOCKS: Final = 1.0  # seconds

log = structlog.get_logger(__name__)

_tasks: set[asyncio.Task[Any] | None] = set()
_nudged: set[UUID] = set()
_due: set[tuple[UUID, int]] = set()


async def live_play(*, game_id: UUID, side: Side, data: bytes, seen: int) -> Outcome:
    """Carry out a command and send what came of it. Raises Refused.

    It goes on if the socket that asked is closed meanwhile.
    """
    task = asyncio.create_task(_held(_play(game_id, side, data, seen)))
    _tasks.add(task)
    return await asyncio.shield(task)


async def live_answer(asker: Asker, question: AskAny, n: int | None) -> bytes:
    """The frame that answers a question; `n` is what the asker was sent. Raises Refused."""
    return card_frame(question, await desk_here().answer(asker, question, n))


async def told(outcome: Outcome, game_id: UUID) -> None:
    """Send what came of a stored step, and see to what follows it: a standing order's step, or what
    the computer does.
    """
    await publish(outcome.deliveries)
    _background(_offer(game_id, outcome))
    if outcome.ended:
        await game_over(game_id)
    if outcome.pressed:
        await house_changed(game_id)
    if outcome.standing:
        _stand(game_id, outcome.step)


async def _offer(game_id: UUID, outcome: Outcome) -> None:
    """Have the sides' offers made, now that everybody has been told what has happened, and send
    them; then let the computer go by its own.
    """
    try:
        await prepared(game_id)
        seated = [one for one in outcome.deliveries if one.audience is not Audience.PUBLIC]
        await publish(await writing(offerings, game_id, seated))
    except Exception:  # whoever lacks them asks for them at his next heartbeat
        log.exception("offers_not_made", game=str(game_id))
    await computers_here().see_to(game_id, _play)


async def carried_on(game_id: UUID) -> None:
    """See to what comes next in a game whose break is over: a standing order, or the computer."""
    await house_changed(game_id)
    _stand(game_id, await reading(_last_step, game_id))
    _background(computers_here().see_to(game_id, _play))


async def nudge(game_id: UUID) -> None:
    """See to a standing order that a restart may have left undone, to the computer, and to the
    board: no command should have to wait until LOS can be judged.
    """
    _background(computers_here().see_to(game_id, _play))
    if game_id in _nudged:
        return
    _nudged.add(game_id)
    _background(_prepare(game_id))
    _stand(game_id, await reading(_last_step, game_id))


async def _prepare(game_id: UUID) -> None:
    try:
        await prepared(game_id)
    except Refused:
        log.warning("map_not_prepared", game=str(game_id))


def resume() -> None:
    """Let the computer go on where it was asked before this process was started, and clocks with
    whatever waits for a standing order.
    """
    _background(_read_cards())
    _background(_resume())
    _background(_keep_time())


async def _read_cards() -> None:
    await preparing("", rulesets.read_all)


async def _resume() -> None:
    try:
        asked = await looking(computers_asked)
    except Error:
        log.exception("computers_not_resumed")
        return
    for game_id in asked:
        _background(computers_here().see_to(game_id, _play))


async def _keep_time() -> None:
    """End games that are lost by time and breaks that have lasted, for as long as this serves."""
    beaten, begun = float("-inf"), False
    while True:
        try:
            now = asyncio.get_running_loop().time()
            if now - beaten >= PULSE_EVERY.total_seconds():
                await writing(pulse_beat)
                beaten = now
            if not begun:
                await _stand_where_time_runs()
                begun = True
            await look_at_clocks()
        except Exception:  # whatever it is, other games' time runs on
            log.exception("clocks_not_looked_at")
        await asyncio.sleep(LOOK_AT_CLOCKS)


async def _stand_where_time_runs() -> None:
    """A standing order that a restart left undone is not to wait until somebody comes."""
    for game_id, step in await looking(clocks_running):
        _stand(game_id, step)


async def look_at_clocks() -> None:
    """Do what is due now: to games that are lost by time, rounds that end and breaks that do."""
    for game_id in await looking(clocks_due):
        await _fall(game_id)
    for event_id in await looking(rounds_due):
        await _close_round(event_id)
    for game_id in await looking(breaks_over):
        if await writing(break_over, game_id=game_id):
            await carried_on(game_id)


async def _close_round(event_id: UUID) -> None:
    """Do what the hard end of a round does to its games, and tell everybody at them."""
    for one in await writing(round_close, event_id=event_id):
        if one.ended is not None and one.pairing.game_id is not None:
            await told(one.ended, one.pairing.game_id)
    await event_told(event_id)


async def _fall(game_id: UUID) -> None:
    """End a game that is lost by time, and tell everybody."""
    try:
        outcome = await writing(flag_fall, game_id=game_id)
    except Refused as refused:
        log.warning("flag_not_fallen", game=str(game_id), code=refused.code)
        return
    except Unanswered as lost:
        await _tell_if_stored(game_id, lost.outcome)
        return
    if outcome is not None:
        await told(outcome, game_id)


async def _play(game_id: UUID, side: Side, data: bytes, seen: int) -> Outcome:
    await prepared(game_id)
    with turnstile_here().held():
        try:
            outcome = await writing(play, game_id=game_id, side=side, data=data, seen=seen)
        except Unanswered as lost:
            _background(_tell_if_stored(game_id, lost.outcome))
            raise unknown() from lost
        except Refused as refused:
            if refused.code == "over":
                _background(_fall(game_id))
            raise
        await told(outcome, game_id)
    return outcome


async def _tell_if_stored(game_id: UUID, outcome: Outcome) -> None:
    """Send what came of a commit that was not answered, once the database says that it was made."""
    for wait in LOOK_AGAIN:
        await asyncio.sleep(wait)
        try:
            stored = await reading(is_stored, game_id, outcome)
        except Error:
            continue
        if stored:
            await told(outcome, game_id)
        return


def _stand(game_id: UUID, step: int) -> None:
    """See to the standing order of a step, once: who comes in while it waits must not have another
    delay drawn, for the shorter of two would tell it from a person.
    """
    if (game_id, step) not in _due:
        _due.add((game_id, step))
        _background(_play_standing(game_id, step))


async def _play_standing(game_id: UUID, step: int) -> None:
    await asyncio.sleep(standing_delay(game_id, step))
    _due.discard((game_id, step))
    _nudged.discard(game_id)
    try:
        outcome = await writing(play_standing, game_id=game_id, step=step)
    except Refused as refused:
        log.warning("standing_order_refused", game=str(game_id), code=refused.code)
        return
    except Unanswered as lost:
        await _tell_if_stored(game_id, lost.outcome)
        return
    if outcome is not None:
        await told(outcome, game_id)


def _last_step(game_id: UUID) -> int:
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
