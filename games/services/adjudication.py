"""Changes of the position that no rule makes: by agreement of both sides, or by a director.

What is asked is tried on a game of its own first, so that nothing is agreed to that cannot be
played on. What was said of it then must still be so when it is agreed to: whoever agrees gets what
he read. What only its owner may see is no part of that comparison, since its outcome would tell.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

import structlog
from django.db import transaction
from django.utils.translation import gettext_noop

from games.models import Game, Proposal
from games.models.choices import ProposalKind, Status
from games.selectors.documents import audience_view
from games.services.clocks import refuse_after_flag
from games.services.computer import computer_side
from games.services.loading import game_at_rest, ledger_of
from games.services.memory import MEMORY
from games.services.playing import Outcome, carry_out
from games.services.proposals import open_row, proposal_asked, proposal_begin
from games.services.store import step_store
from games.wire import Delivery
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step
from rules.kernel.refused import Refused
from rules.kernel.ruled import Ruled

AGREED: Final = "Both sides agree"
CHANGED: Final = gettext_noop("The position has changed since that was asked: ask for it anew.")

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Ruling:
    """What is to be changed, as `rules.play.rulings` reads it; whose wish it is, of no side's if a
    director rules; and who says so in the log.
    """

    data: bytes
    side: Side | None
    said: str = AGREED


Decide: TypeAlias = Callable[[Game], Ruling]
"""What is to be made of the game of a locked row. Raises Refused."""


@transaction.atomic
def change_propose(*, game_id: UUID, side: Side, ruling: bytes) -> None:
    """Ask for a change of the position. Raises Refused if it cannot be made, or asked for now."""
    row = open_row(game_id)
    _refuse_held(row)
    if computer_side(game_id) is side.enemy:
        raise Refused("", "The computer agrees to no change of the position.")
    mine = proposal_begin(row, ProposalKind.CHANGE, side)
    mine.said = "\n".join(_tried(row, Ruling(ruling, side)).public)
    mine.ruling = ruling
    mine.save()


def change_told(*, game_id: UUID, side: Side | None, ruling: bytes) -> Ruled:
    """What would be said of a change, for the side or the director who is writing it down. Raises
    Refused.
    """
    row = Game.objects.defer(None).get(pk=game_id)
    return _tried(row, Ruling(ruling, side))


def change_agree(*, game_id: UUID, side: Side, asked: datetime) -> tuple[Outcome, ...]:
    """Agree to the change that the other side asked for then. It is made at once, and a halted game
    goes on with it from the start of the action on which it halted. Raises Refused if it is not
    asked any more, or would not be the same.
    """

    def agreed(row: Game) -> Ruling:
        _refuse_held(row)
        proposal = proposal_asked(row, ProposalKind.CHANGE, side.enemy, asked)
        ruling = Ruling(bytes(proposal.ruling), side.enemy)
        if _public_words(row, ruling) != proposal.said:
            raise Refused("", CHANGED, code="stale")
        proposal.delete()
        return ruling

    return _carried_out(game_id, agreed)


def change_impose(*, game_id: UUID, ruling: Ruling) -> tuple[Outcome, ...]:
    """Change the position as a director rules; the caller has seen to it that he may. Raises
    Refused if it cannot be made.
    """

    def imposed(row: Game) -> Ruling:
        _tried(row, ruling)
        Proposal.objects.filter(game=row, kind=ProposalKind.CHANGE).delete()
        return ruling

    return _carried_out(game_id, imposed)


def _public_words(row: Game, ruling: Ruling) -> str | None:
    """What everybody would be told of it now, or None if it cannot be made any more: why not may be
    its owner's secret.
    """
    try:
        return "\n".join(_tried(row, ruling).public)
    except Refused:
        return None


def _refuse_held(row: Game) -> None:
    if row.held:
        raise Refused("", "A director has stopped this game.", code="rests")


def _carried_out(game_id: UUID, decide: Decide) -> tuple[Outcome, ...]:
    halted = _from_halt(game_id, decide)
    if halted:
        return halted

    def move(game: LiveGame, row: Game) -> Step:
        game.refuse_if_ended()
        refuse_after_flag(row)
        ruling = decide(row)
        return game.adjudicate(ruling.side, ruling.data, ruling.said)[0]

    outcome = carry_out(game_id, move)
    if outcome is None:
        raise AssertionError("a change that is not refused is a step")
    return (outcome,)


@transaction.atomic
def _from_halt(game_id: UUID, decide: Decide) -> tuple[Outcome, ...]:
    """The same for a halted game: first back to the start of the action, then the change."""
    row = Game.objects.locked(game_id)
    if row.status != Status.HALTED or ledger_of(row).ended:
        return ()
    ruling = decide(row)
    MEMORY.take(row.pk, row.step)
    game = game_at_rest(row)
    shown = {audience: audience_view(row.pk, audience).document for audience in Audience}
    row.status, row.back_asked = Status.PLAYING, ""
    row.save(update_fields=("back_asked",))
    back = _stored(row, game, game.go_back(ruling.side, shown))
    changed = _stored(row, game, game.adjudicate(ruling.side, ruling.data, ruling.said)[0])
    return back, changed


def _stored(row: Game, game: LiveGame, step: Step) -> Outcome:
    pressed = step_store(row, game, step, None)
    deliveries = tuple(Delivery.of(row.pk, bulletin) for bulletin in step.bulletins)
    return Outcome(step.n, step.at_rest, deliveries, standing=False, pressed=pressed)


def _tried(row: Game, ruling: Ruling) -> Ruled:
    """What is said of it, by making it on a game that nobody plays. Raises Refused."""
    if row.step != row.rest_step and row.status != Status.HALTED:
        raise Refused("", "Something is under way: finish it, or have it taken back first.")
    game = game_at_rest(row)
    game.refresh()
    try:
        return game.adjudicate(ruling.side, ruling.data, ruling.said)[1]
    except Refused:
        raise
    except Exception as error:
        log.warning("ruling_not_playable", game=str(row.pk), error=type(error).__name__)
        raise Refused("", "The position that would come of it cannot be played on.") from error
