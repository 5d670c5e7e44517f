"""Playing a command: one transaction from the lock to the stored bulletins.

While a process holds a game and its row as it stored them, a command is carried out on these, and
nothing is read: the statement that writes the row asks whether it still stands as it did. Wherever
that is not so, and whenever no step comes of it, the command is carried out anew under a lock on
the row, from what is read there; so nobody is refused anything by what is out of date. The unique
number of a step is the last net. A race that is lost to a step which the player was not told of is
run again in silence, since his own number still is the one he saw. What is sent leaves after
commit, by whoever called.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

import structlog
from django.db import (
    Error,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)

from games.models import BulletinRow, Game
from games.models.choices import Status
from games.selectors.clocks import is_out_of_time, rests
from games.services.asking import odds
from games.services.clocks import clock_stop, refuse_after_flag
from games.services.loading import game_as_stored, ledger_of
from games.services.memory import MEMORY
from games.services.refusals import failed, halted
from games.services.store import Overtaken, step_store
from games.wire import Delivery
from rules.kernel.audience import Side
from rules.kernel.command import Command, KernelCommand
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step
from rules.kernel.refused import Refused
from rules.kernel.table import Divergence
from rules.kernel.world import World

__all__ = [
    "Outcome",
    "Unanswered",
    "carry_out",
    "failed",
    "halted",
    "is_stored",
    "odds",
    "play",
    "play_standing",
]

ATTEMPTS: Final = 5

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Outcome:
    """A step that was stored: what each audience is to be sent, and whether a standing order now
    gives a step of its own.
    """

    step: int
    at_rest: bool
    deliveries: tuple[Delivery, ...]
    standing: bool
    pressed: bool = False
    """Whether a clock was pressed by it."""
    ended: bool = False
    """Whether the game is over with it."""


class Unanswered(Exception):
    """A commit was asked for and not answered: the step may be stored or not."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__("a commit was not answered")
        self.outcome = outcome


Move = Callable[[LiveGame, Game], Step | None]


def play(*, game_id: UUID, side: Side, data: bytes, seen: int | None) -> Outcome:
    """Carry out a side's command. `seen` is the last number of its own sequence that it saw.

    Raises Refused if it is none, too late or not allowed, and then nothing changed; Refused with
    code `error` if the server failed, and then nothing changed either; Unanswered if nobody knows.
    """

    def move(game: LiveGame, row: Game) -> Step:
        command = game.decode(data)
        game.check_seen(side, command, seen)
        game.refuse_if_ended()
        refuse_after_flag(row)
        _refuse_in_break(game, row, command)
        return game.play(side, command)

    outcome = carry_out(game_id, move, here=True)
    if outcome is None:
        raise AssertionError("a command that is not refused is a step")
    return outcome


def play_standing(*, game_id: UUID, step: int) -> Outcome | None:
    """Carry out what a standing order gives at that step, or None if it gives nothing there."""

    def move(game: LiveGame, row: Game) -> Step | None:
        waits = game.ledger.step != step or rests(row) or is_out_of_time(row)
        order = None if waits else game.standing_command()
        return game.play(*order) if order else None

    return carry_out(game_id, move, here=True)


def carry_out(game_id: UUID, move: Move, *, here: bool = False) -> Outcome | None:
    """Do something with a game under its lock and store the step that it gives, if any. What asks
    nothing that the lock keeps still may be done `here` first, with what this process holds.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return _carry_out_once(game_id, move, here=here)
        except Refused:
            raise
        except Unanswered:
            log.exception("commit_not_answered", game=str(game_id))
            if not connection.in_atomic_block:
                connection.close()
            raise
        except Divergence as error:
            log.error("action_diverged", game=str(game_id), error=str(error))
            _halt(game_id)
            raise halted() from error
        except (IntegrityError, OperationalError, InterfaceError) as error:
            if not connection.in_atomic_block:
                connection.close()  # it may be the connection that is lost
            if attempt == ATTEMPTS:
                log.exception("step_not_stored", game=str(game_id))
                raise failed() from error
        except Exception as error:
            log.exception("command_failed", game=str(game_id))
            raise failed() from error
    raise AssertionError("unreachable")


@transaction.atomic
def _halt(game_id: UUID) -> None:
    row = Game.objects.locked(game_id)
    if row.status != Status.OVER:
        row.status = Status.HALTED
        row.save(update_fields=("status",))
        clock_stop(row)


def is_stored(game_id: UUID, outcome: Outcome) -> bool:
    """Whether the bulletins of a step are stored, these and no others under their numbers."""
    return all(
        BulletinRow.objects.filter(
            game=game_id, audience=one.audience, number=one.n, step=outcome.step, frame=one.frame
        ).exists()
        for one in outcome.deliveries
    )


def _carry_out_once(game_id: UUID, move: Move, *, here: bool) -> Outcome | None:
    outcome = _carried_out_here(game_id, move) if here else None
    return outcome or _committed(partial(_carried_out, game_id, move))


def _committed(work: Callable[[], Outcome | None]) -> Outcome | None:
    """Do that in a transaction. Raises Unanswered if nobody knows whether it was made."""
    outcome: Outcome | None = None
    try:
        with transaction.atomic():
            outcome = work()
    except IntegrityError:
        raise  # the database answered: it has taken nothing
    except Error as error:
        if outcome is None:
            raise
        raise Unanswered(outcome) from error
    return outcome


def _carried_out_here(game_id: UUID, move: Move) -> Outcome | None:
    """A step made of what this process holds, without reading anything. None if it does not hold
    the game, if its row no longer stands so, or if no step comes of it.
    """
    held = MEMORY.take_with_row(game_id)
    if held is None:
        return None
    game, row = held
    start = game.running.start if game.running else None
    try:
        step = move(game, row)
    except Refused:
        step = None
    if step is None:
        MEMORY.put(game_id, game, row)
        return None
    try:
        return _committed(partial(_stored, row, game, step, start, locked=False))
    except Overtaken:
        return None


def _carried_out(game_id: UUID, move: Move) -> Outcome | None:
    """The same under a lock, inside the transaction."""
    row = Game.objects.locked(game_id)
    if row.status == Status.HALTED and not ledger_of(row).ended:
        raise halted()
    game = game_as_stored(row, MEMORY.take_as_kept(game_id))
    start = game.running.start if game.running else None
    try:
        step = move(game, row)
    except Refused:
        MEMORY.put(game_id, game, row)
        raise
    if step is None:
        MEMORY.put(game_id, game, row)
        return None
    return _stored(row, game, step, start)


def _stored(
    row: Game, game: LiveGame, step: Step, start: World | None, *, locked: bool = True
) -> Outcome:
    """Write a step, and keep the game if that is committed. Raises Overtaken."""
    pressed = step_store(row, game, step, start, locked=locked)
    transaction.on_commit(partial(MEMORY.put, row.pk, game, row))
    return Outcome(
        step=step.n,
        at_rest=step.at_rest,
        deliveries=tuple(Delivery.of(row.pk, bulletin) for bulletin in step.bulletins),
        standing=game.standing_command() is not None,
        pressed=pressed,
        ended=game.ended,
    )


def _refuse_in_break(game: LiveGame, row: Game, command: Command) -> None:
    """Raise Refused in a break for what moves the game on; what can be done at any time can."""
    aside = isinstance(command, KernelCommand) or game.rules.is_interjection(command)
    if aside or not rests(row):
        return
    if row.held:
        raise Refused(
            "",
            "A director has stopped this game. It goes on when a director says so.",
            code="rests",
        )
    raise Refused(
        "", "Both agreed on a break. It ends at its time, or when both go on.", code="rests"
    )
