"""Telling the pages of an event that there is more to read."""

from uuid import UUID

from django.db.models import F

from games.clubs.models import Event, Pairing
from games.hub import event_changed
from games.threads import reading, writing


async def event_told(event_id: UUID) -> None:
    """Tell everybody who has its page open."""
    await event_changed(event_id, await reading(_changes, event_id))


async def game_over(game_id: UUID) -> None:
    """Tell the event to which a game belongs that it is over, if it belongs to one."""
    event_id = await reading(_event_of, game_id)
    if event_id is not None:
        await writing(_count, event_id)
        await event_told(event_id)


def _changes(event_id: UUID) -> int:
    return Event.objects.values_list("changes", flat=True).get(pk=event_id)


def _count(event_id: UUID) -> None:
    """Count a change of what came of a game; no lock is held meanwhile."""
    Event.objects.filter(pk=event_id).update(changes=F("changes") + 1)


def _event_of(game_id: UUID) -> UUID | None:
    found = Pairing.objects.filter(game=game_id).values_list("round__event", flat=True).first()
    return UUID(str(found)) if found else None
