"""Who may read and write in which room of a table, and what was said there."""

from typing import Any, Final
from uuid import UUID

from games.dice import has_ended
from games.models import ChatLine, Seat
from games.models.choices import Room
from games.selectors.seats import Visitor

MOST: Final = 200  # lines at once


def may_enter(who: Visitor, user_id: int | None, room: Room) -> bool:
    """Whether somebody may read and write there. The players are among themselves for good, those
    who watch until the end of the game: they are logged in, and play neither side.
    """
    if room is Room.PLAYERS:
        return who.side is not None
    if user_id is not None and who.side is None and not _plays(who.game_id, user_id):
        return True
    return has_ended(who.game_id)


def may_write(who: Visitor, user_id: int | None, room: Room) -> bool:
    """Whether somebody may say something there: a room has to know who speaks."""
    named = room is Room.PLAYERS or user_id is not None
    return named and may_enter(who, user_id, room)


def chat_lines(game_id: UUID, room: Room, after: int) -> list[dict[str, Any]]:
    """The last lines after that number, the oldest first."""
    found = ChatLine.objects.filter(game=game_id, room=room, number__gt=after)
    last = found.order_by("-number")[:MOST]
    return [_told(line) for line in reversed(last)]


def _told(line: ChatLine) -> dict[str, Any]:
    return {
        "n": line.number,
        "side": line.side,
        "name": line.name,
        "text": line.text,
        "at": line.at.isoformat(),
    }


def _plays(game_id: UUID, user_id: int) -> bool:
    return Seat.objects.filter(game=game_id, user=user_id).exists()
