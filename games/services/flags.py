"""The end of a game by time: lost as soon as it is out, or claimed by the other side.

It is the kernel's end, as by resignation: for good. Whatever comes first under the lock on the
game's row counts, and what comes later is refused.
"""

from uuid import UUID

from games.models import Game, GameClock
from games.models.choices import Flag
from games.selectors.clocks import fallen_side
from games.services.clocks import refuse_after_flag
from games.services.playing import Outcome, carry_out
from rules.kernel.audience import Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step
from rules.kernel.refused import Refused

LOST = "the time of the other side is out"
CLAIMED = "it claims the game, as the time of the other side is out"


def flag_fall(*, game_id: UUID) -> Outcome | None:
    """End a game that is lost by time; None if it is not, or not any more."""

    def move(game: LiveGame, row: Game) -> Step | None:
        side = fallen_side(row)
        if side is None or game.ended or _flag_of(row) is not Flag.LOSS:
            return None
        return game.conclude(side, side.enemy, LOST)

    return carry_out(game_id, move)


def flag_claim(*, game_id: UUID, side: Side) -> Outcome:
    """End a game that a side claims. Raises Refused if it may not."""

    def move(game: LiveGame, row: Game) -> Step:
        game.refuse_if_ended()
        refuse_after_flag(row)
        if fallen_side(row) is not side.enemy or _flag_of(row) is not Flag.CLAIM:
            raise Refused("", "The other side still has time.")
        return game.conclude(side, side, CLAIMED)

    outcome = carry_out(game_id, move)
    if outcome is None:
        raise AssertionError("a claim that is not refused is a step")
    return outcome


def _flag_of(row: Game) -> Flag | None:
    found = GameClock.objects.filter(game=row).values_list("flag", flat=True).first()
    return Flag(found) if found else None
