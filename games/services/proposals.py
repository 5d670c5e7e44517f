"""What a side asks of the other beside the game's commands: a break, a result, a view.

Everything is done under the lock on the game's row, as commands are: of what is asked, agreed to
and ends the game, the first counts. Whoever asked twice for nothing waits before he asks again.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Game, Proposal
from games.models.choices import ProposalKind, ViewDelay
from games.selectors.clocks import rests
from games.services.clocks import break_begin, break_end, refuse_after_flag
from games.services.computer import computer_side
from games.services.loading import ledger_of
from games.services.playing import Outcome, carry_out
from rules.kernel.audience import Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step
from rules.kernel.refused import Refused

AGREED: Final = "both sides agree on that"
SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=60)
_MOST_DECLINED: Final = 6  # counted: nobody waits longer than an hour


@dataclass(frozen=True)
class Wish:
    """What is asked: its kind; until when a break is to last; how much later both sides are shown
    to those who watch, with no delay that this is to end; who is to have won.
    """

    kind: ProposalKind
    until: datetime | None = None
    delay: ViewDelay = ViewDelay.NEVER
    winner: Side | None = None


@transaction.atomic
def propose(*, game_id: UUID, side: Side, wish: Wish) -> None:
    """Ask for something; the computer agrees at once, but to no result. Raises Refused if it cannot
    be asked now.
    """
    row = open_row(game_id)
    _refuse_wish(row, wish)
    mine = proposal_begin(row, wish.kind, side)
    mine.until, mine.delay, mine.winner = wish.until, wish.delay, wish.winner or ""
    mine.save()
    if computer_side(game_id) is side.enemy and wish.kind is not ProposalKind.AWARD:
        _grant(row, mine)


def proposal_begin(row: Game, kind: ProposalKind, side: Side) -> Proposal:
    """What a side now asks for, not saved yet. Raises Refused if it is asked already, or nothing
    came of it lately.
    """
    found = Proposal.objects.filter(game=row, kind=kind)
    if found.filter(declined_at=None).exists():
        raise Refused("", "That has been asked already.")
    mine = found.filter(by=side).first() or Proposal(game=row, kind=kind, by=side)
    if mine.declined_at is not None and timezone.now() < mine.declined_at + _patience(mine):
        raise Refused("", "Nothing came of it before. Wait a while before you ask again.")
    mine.at, mine.declined_at = timezone.now(), None
    return mine


def agree_result(*, game_id: UUID, side: Side, asked: datetime) -> Outcome:
    """Agree to the result that the other side asked for then: the game is over, for good. Raises
    Refused if it is not asked any more, or play has not begun.
    """

    def move(game: LiveGame, row: Game) -> Step:
        game.refuse_if_ended()
        refuse_after_flag(row)
        _refuse_held(row)
        proposal = proposal_asked(row, ProposalKind.AWARD, side.enemy, asked)
        return game.conclude(side, Side(proposal.winner), AGREED)

    outcome = carry_out(game_id, move)
    if outcome is None:
        raise AssertionError("a result that is not refused is a step")
    return outcome


@transaction.atomic
def agree(*, game_id: UUID, side: Side, kind: ProposalKind, asked: datetime) -> None:
    """Agree to what the other side asked then, other than a result. Raises Refused if it is not
    asked any more.
    """
    row = open_row(game_id)
    proposal = proposal_asked(row, kind, side.enemy, asked)
    _refuse_wish(row, Wish(kind, proposal.until, ViewDelay(proposal.delay)))
    _grant(row, proposal)


@transaction.atomic
def decline(*, game_id: UUID, side: Side, kind: ProposalKind, asked: datetime) -> None:
    """Decline it."""
    _close(proposal_asked(open_row(game_id), kind, side.enemy, asked))


@transaction.atomic
def withdraw(*, game_id: UUID, side: Side, kind: ProposalKind, asked: datetime) -> None:
    """Take back what one has asked oneself."""
    _close(proposal_asked(open_row(game_id), kind, side, asked))


def breaks_over() -> list[UUID]:
    """The games whose break has come to its end."""
    return list(Game.objects.filter(break_until__lte=timezone.now()).values_list("pk", flat=True))


@transaction.atomic
def break_over(*, game_id: UUID) -> bool:
    """Go on with a game whose break has come to its end; whether that was so."""
    row = Game.objects.locked(game_id)
    if row.break_until is None or timezone.now() < row.break_until:
        return False
    break_end(row)
    Proposal.objects.filter(game=row, kind=ProposalKind.GO_ON).delete()
    return True


def open_row(game_id: UUID) -> Game:
    """The locked row of a game that goes on. Raises Refused if it has ended, by time too."""
    row = Game.objects.locked(game_id)
    if ledger_of(row).ended:
        raise Refused("", "The game is over.", code="over")
    refuse_after_flag(row)
    return row


def _refuse_held(row: Game) -> None:
    if row.held:
        raise Refused("", "A director has stopped this game.", code="rests")


def _refuse_wish(row: Game, wish: Wish) -> None:
    now = timezone.now()
    _refuse_held(row)
    if wish.kind is ProposalKind.GO_ON and not rests(row):
        raise Refused("", "There is no break now.")
    if wish.kind is ProposalKind.AWARD and wish.winner is None:
        raise Refused("", "Say who is to have won; a draw is offered at the board.")
    if wish.kind is ProposalKind.CHANGE:
        raise Refused("", "A change of the position is asked for in its own form.")
    if wish.kind is ProposalKind.VIEW and row.view_delay == wish.delay:
        raise Refused("", "That is so already.")
    if wish.kind is not ProposalKind.BREAK:
        return
    if rests(row):
        raise Refused("", "There is a break already.")
    if wish.until is None or not now + SHORTEST / 2 <= wish.until <= now + LONGEST:
        raise Refused("", "A break lasts a minute at least, and sixty days at most.")


def proposal_asked(row: Game, kind: ProposalKind, by: Side, asked: datetime) -> Proposal:
    """What that side asked for then. Raises Refused if it is not asked any more."""
    found = Proposal.objects.filter(game=row, kind=kind, by=by, at=asked, declined_at=None).first()
    if found is None:
        raise Refused("", "That is not asked any more.", code="stale")
    return found


def _close(proposal: Proposal) -> None:
    """Nothing came of it: whoever asks again and again for the same waits longer each time."""
    proposal.declined_at = timezone.now()
    proposal.declined = min(proposal.declined + 1, _MOST_DECLINED)
    proposal.save()


def _patience(proposal: Proposal) -> timedelta:
    """How long one waits after being declined: not at all after the first time."""
    return timedelta(minutes=2**proposal.declined if proposal.declined > 1 else 0)


def _grant(row: Game, proposal: Proposal) -> None:
    if proposal.kind == ProposalKind.BREAK and proposal.until is not None:
        break_begin(row, proposal.until)
    elif proposal.kind == ProposalKind.VIEW:
        row.view_delay = proposal.delay
        row.save(update_fields=("view_delay",))
    else:
        break_end(row)
    Proposal.objects.filter(game=row, kind=proposal.kind).delete()
