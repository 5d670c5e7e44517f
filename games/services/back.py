"""The way out when the rules changed in the middle of an action: back to its start, if both agree.

An action whose recorded inputs no longer lead to what was recorded halts the game; nothing is
guessed. The rows still hold the world at the action's start.
"""

from uuid import UUID

from django.db import transaction

from games.models import Game
from games.models.choices import Status
from games.selectors.documents import audience_view
from games.services.computer import computer_side
from games.services.loading import game_at_rest, ledger_of
from games.services.memory import MEMORY
from games.services.playing import Outcome
from games.services.store import step_store
from games.wire import Delivery
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused


def back_asked_by(game_id: UUID) -> Side | None:
    """The side that asked to go back, if one did."""
    side = Game.objects.values_list("back_asked", flat=True).get(pk=game_id)
    return Side(side) if side else None


@transaction.atomic
def back_ask(*, game_id: UUID, side: Side) -> Outcome | None:
    """Ask to go back, or agree to it: the second side's word does it. The computer always
    agrees. Raises Refused if the game is not halted, or has ended. None if the other side has not
    been heard yet.
    """
    row = Game.objects.locked(game_id)
    if ledger_of(row).ended:
        raise Refused("", "The game is over.", code="over")
    if row.status != Status.HALTED:
        raise Refused("", "This game is not halted.", code="closed")
    if row.held:
        raise Refused("", "A director has stopped this game.", code="rests")
    if row.back_asked != side.enemy and computer_side(game_id) is not side.enemy:
        row.back_asked = side
        row.save(update_fields=("back_asked",))
        return None
    return _go_back(row, side)


def _go_back(row: Game, side: Side) -> Outcome:
    MEMORY.take(row.pk, row.step)
    game = game_at_rest(row)
    shown = {audience: audience_view(row.pk, audience).document for audience in Audience}
    step = game.go_back(side, shown)
    row.status, row.back_asked = Status.PLAYING, ""
    row.save(update_fields=("back_asked",))
    pressed = step_store(row, game, step, None)
    return Outcome(
        step=step.n,
        at_rest=True,
        deliveries=tuple(Delivery.of(row.pk, bulletin) for bulletin in step.bulletins),
        standing=False,
        pressed=pressed,
    )
