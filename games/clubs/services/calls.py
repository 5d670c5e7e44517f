"""Asking somebody to play: a director calls, and whoever is called says yes or no.

A call lasts until it is answered, another takes its place, or the event is over. Whether it can be
carried out is judged when it is answered, by the same services and as of the director who called.
"""

from uuid import UUID

from django.db import transaction

from games.clubs.models import Call, Entry, Event
from games.clubs.models.choices import EventState
from games.clubs.permissions import BELONG, DIRECT, may
from games.clubs.services.acting import NotNow, event_directed, event_locked, noted, reason_in
from games.clubs.services.directing import player_replace
from games.clubs.services.events import enter
from games.models import User


@transaction.atomic
def call_send(
    *, event_id: UUID, by: User, user: User, number: int | None = None, why: str = ""
) -> None:
    """Ask somebody to play, or to go on in the place of the player of that number. A director who
    enters himself need not ask. Raises Denied, NotNow.
    """
    event = event_directed(event_id, by)
    if number is None and user == by:
        enter(event_id=event_id, user=user, by=by)
        return
    reason = reason_in(why) if number is not None else " ".join(why.split())[:500]
    entry = None if number is None else _entry(event, number)
    _refuse(event, user, by, entry)
    values = {"by": by, "in_place_of": entry, "why": reason}
    Call.objects.update_or_create(event=event, user=user, defaults=values)
    place = f" to play in the place of {entry.name}: {reason}" if entry else " to play"
    noted(event, by, f"asked {user.get_username()}{place}")


@transaction.atomic
def call_answer(*, event_id: UUID, user: User, yes: bool) -> list[UUID]:
    """Say yes or no to a call; the games in which a seat has changed. Raises NotNow."""
    event = event_locked(event_id)
    call = Call.objects.select_related("by", "in_place_of").filter(event=event, user=user).first()
    if call is None:
        raise NotNow("Nobody has asked you.")
    call.delete()
    if not yes:
        noted(event, user, "has said no")
        return []
    if not may(call.by, DIRECT, event):
        raise NotNow("Who has asked you does not direct the event any more.")
    if call.in_place_of is None:
        enter(event_id=event_id, user=user, by=call.by)
        return []
    number = call.in_place_of.number
    return player_replace(event_id=event_id, number=number, by=call.by, user=user, why=call.why)


def _refuse(event: Event, user: User, by: User, entry: Entry | None) -> None:
    """Raise NotNow for what would be refused whatever is answered."""
    if event.state == EventState.OVER or (entry is not None and event.state == EventState.OPEN):
        raise NotNow("The event is over, or has not begun.")
    if not may(user, BELONG, event.club):
        raise NotNow("Whoever is asked belongs to the club: send the invitation.")
    if event.entries.filter(user=user).exists():
        raise NotNow("%(name)s plays in the event already.", name=user.get_username())
    if entry is not None and by.pk == entry.user_id:
        raise NotNow("Another director has to do that.")


def _entry(event: Event, number: int) -> Entry:
    entry = event.entries.select_related("user").filter(number=number).first()
    if entry is None:
        raise NotNow("There is no player of that number.")
    return entry
