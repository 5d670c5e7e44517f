"""What a director of an event does to a game: hold it, let it go on, end it.

None of it is done in silence: the end is a step of the game like every other, with its words in the
log, and a held game says so to whoever tries to move it on. Who may do that, the event knows.
"""

from uuid import UUID

from django.db import transaction

from games.models import Game
from games.selectors.documents import audience_view
from games.services.clocks import clock_follow, clock_stop
from games.services.playing import Outcome, carry_out
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step


@transaction.atomic
def game_hold(*, game_id: UUID) -> None:
    """Stop a game, and its clock."""
    row = Game.objects.locked(game_id)
    if not row.held:
        clock_stop(row)
        row.held = True
        row.save(update_fields=("held",))


@transaction.atomic
def game_release(*, game_id: UUID) -> None:
    """Let it go on."""
    row = Game.objects.locked(game_id)
    if row.held:
        row.held = False
        row.save(update_fields=("held",))
        if row.timed:
            clock_follow(row, audience_view(game_id, Audience.PUBLIC).document)


def game_conclude(*, game_id: UUID, winner: Side | None, words: str) -> Outcome:
    """End a game with a result that was decided beside it. Raises Refused if it has ended, or play
    has not begun.
    """

    def move(game: LiveGame, row: Game) -> Step:
        return game.conclude(winner or Side.A, winner, words)

    outcome = carry_out(game_id, move)
    if outcome is None:
        raise AssertionError("an end that is not refused is a step")
    return outcome
