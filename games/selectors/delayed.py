"""What both sides saw, some time ago: for those who watch, where both players agreed to that.

It is made of stored bulletins, each of a step that is old enough; nothing later is read. Whether a
step is old enough follows from when it was made, or from the Game Turn that everybody was told.
"""

from datetime import timedelta
from uuid import UUID

import msgspec
from django.db.models import Max
from django.utils import timezone

from games.models import BulletinRow, Game, Seat, StepRow
from games.models.choices import ViewDelay
from games.selectors.documents import beginning_of
from games.selectors.seats import Visitor
from games.wire import Presence, document_frame
from rules.kernel.audience import Audience


class _Face(msgspec.Struct):
    """A public face; of the clock, the Game Turn."""

    k: str
    turn: int = 0


class _Frame(msgspec.Struct):
    put: list[_Face] = []


def may_see_delayed(who: Visitor, user_id: int | None) -> bool:
    """Whether somebody may see what both sides saw: he is logged in, plays neither side, and both
    players agreed to it.
    """
    if user_id is None or who.side is not None:
        return False
    seats = Seat.objects.filter(game=who.game_id, user=user_id)
    agreed = Game.objects.filter(pk=who.game_id).exclude(view_delay="")
    return agreed.exists() and not seats.exists()


def delayed_frames(game_id: UUID, audience: Audience) -> list[bytes]:
    """What an audience was sent up to the last step that is old enough."""
    last = old_enough(Game.objects.get(pk=game_id))
    rows = BulletinRow.objects.filter(game=game_id, audience=audience, step__lte=last)
    found = rows.order_by("number").values_list("frame", flat=True)
    doc = document_frame(0, audience, beginning_of(game_id, audience), (), Presence())
    return [doc, *(bytes(frame) for frame in found if frame)]


def old_enough(game: Game) -> int:
    """The last step that both sides' views of may be shown; 0 if there is none."""
    delay = ViewDelay(game.view_delay)
    if delay.minutes is not None:
        before = timezone.now() - timedelta(minutes=delay.minutes)
        young = StepRow.objects.filter(game=game, created__gt=before)
        first = young.order_by("number").values_list("number", flat=True).first()
        last = StepRow.objects.filter(game=game).aggregate(last=Max("number"))["last"] or 0
        return last if first is None else first - 1
    return 0 if delay.turns is None else _before_turns(game, delay.turns)


def _before_turns(game: Game, turns: int) -> int:
    """The last step before the Game Turns that are still too young; the present one is."""
    rows = BulletinRow.objects.filter(game=game, audience=Audience.PUBLIC).order_by("number")
    begun: list[tuple[int, int]] = []
    for step, frame in rows.values_list("step", "frame"):
        told = msgspec.json.decode(bytes(frame) or b"{}", type=_Frame).put
        begun += [(step, face.turn) for face in told if face.k == "clock"]
    if not begun:
        return 0
    oldest = begun[-1][1] - turns + 1
    young = [step for step, turn in begun if turn >= max(oldest, 1)]
    return young[0] - 1 if young else 0
