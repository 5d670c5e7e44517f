"""What every service of an event begins and ends with: its lock, its permissions, its notes."""

from uuid import UUID

from games.clubs.models import Act, Entry, Event, Pairing
from games.clubs.models.choices import Chair, EventState
from games.clubs.permissions import DIRECT, may
from games.models import User
from games.worded import Worded


class Denied(Exception):
    """Somebody may not do that."""


class NotNow(Worded):
    """It cannot be done as things are; the words say why, for whoever asked."""


def event_locked(event_id: UUID) -> Event:
    """An event under its lock."""
    return Event.objects.locked(event_id)


def event_directed(event_id: UUID, by: User) -> Event:
    """An event under its lock, for one who directs it. Raises Denied."""
    event = event_locked(event_id)
    if not may(by, DIRECT, event):
        raise Denied
    return event


def pairing_of(event: Event, pairing_id: int) -> Pairing:
    """A pairing of an event. Raises Pairing.DoesNotExist."""
    rows = Pairing.objects.select_related("round__event", "one__user", "other__user", "game")
    return rows.get(pk=pairing_id, round__event=event)


def event_of_pairing(pairing_id: int) -> UUID:
    """Which event a pairing belongs to. Raises Pairing.DoesNotExist."""
    found = Pairing.objects.values_list("round__event", flat=True).get(pk=pairing_id)
    return UUID(str(found))


def chair_of(pairing: Pairing, user: User) -> Chair:
    """Which of the two somebody is. Raises Denied."""
    if pairing.one.user_id == user.pk:
        return Chair.ONE
    if pairing.other is not None and pairing.other.user_id == user.pk:
        return Chair.OTHER
    raise Denied


def refuse_own(pairing: Pairing, by: User) -> None:
    """A director who plays does not direct his own pairing. Raises NotNow."""
    if by.pk in {pairing.one.user_id, pairing.other.user_id if pairing.other else None}:
        raise NotNow("You play in this pairing. Another director has to do that.")


def refuse_unless_running(event: Event) -> None:
    """Raise NotNow for an event that has not begun, is over, or is frozen."""
    if event.state != EventState.RUNNING:
        raise NotNow("The event is not being played.")
    if event.frozen:
        raise NotNow("A director has frozen the event.")


def noted(event: Event, by: User | None, words: str) -> None:
    """Append what was done, and count the change."""
    Act.objects.create(event=event, by=by, words=words[:600])
    changed(event)


def changed(event: Event) -> None:
    """Count a change, so that pages know that there is more to read."""
    event.changes += 1
    event.save(update_fields=("changes",))


def refuse_over(event: Event) -> None:
    """Raise NotNow for an event that is over: what it was stays as it is."""
    if event.state == EventState.OVER:
        raise NotNow("The event is over.")


def reason_in(words: str) -> str:
    """A reason that can be read. Raises NotNow."""
    reason = " ".join(words.split())[:500]
    if not reason:
        raise NotNow("Say why: everybody will read it.")
    return reason


def versus(pairing: Pairing) -> str:
    """A pairing in words."""
    other = pairing.other.name if isinstance(pairing.other, Entry) else "bye"
    return f"round {pairing.round.number}, {pairing.one.name} – {other}"
