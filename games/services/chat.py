"""Saying something at a table. The game itself is neither read nor touched."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from games.models import ChatLine, Game, User
from games.models.choices import Room
from games.worded import Worded
from rules.kernel.audience import Side

LIMITS: Final = ((timedelta(seconds=10), 5), (timedelta(minutes=10), 60))
"""In so much time nobody says more lines than that."""
FULL: Final = 5000  # lines in a room


class TooMuch(Worded):
    """Somebody says too much; in words that he may read."""


@transaction.atomic
def say(
    *, game_id: UUID, room: Room, side: Side | None, user: User | None, text: str, key: str
) -> int:
    """Say something; the number of the line. What has been said already, by its key, is not said
    again. Raises TooMuch.
    """
    game = Game.objects.locked(game_id)
    lines = ChatLine.objects.filter(game=game, room=room)
    author = Q(side=side.value) if side is not None else Q(side="", user=user)
    known = lines.filter(author, key=key).first()
    if known is not None:
        return known.number
    for time, most in LIMITS:
        if lines.filter(author, at__gt=timezone.now() - time).count() >= most:
            raise TooMuch(
                "You write faster than others can read. Wait a moment; your line is kept."
            )
    last = lines.aggregate(last=Max("number"))["last"] or 0
    if last >= FULL:
        raise TooMuch("So much has been said at this table that no more is kept.")
    line = ChatLine(game=game, room=room, number=last + 1, side=side or "", user=user)
    line.name = (user.get_full_name() or user.get_username())[:150] if user else ""
    line.text, line.key = text, key
    line.save()
    return line.number
