"""What the views of clubs share: finding what is asked for, and answering what was refused."""

from collections.abc import Callable, Iterable
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from games.clubs.models import Club, Event, Pairing
from games.clubs.models.choices import RoundState
from games.clubs.permissions import DIRECT, SEE, VIEW_CLUB, may
from games.clubs.selectors.events import event_page, version_of
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.directing import Said
from games.clubs.services.results import Decided
from games.hub import chat_said, event_changed
from games.languages import told_of
from games.live import told
from games.models import User
from games.views.lobby import user_of

UNPROCESSABLE = 422


def member(request: HttpRequest) -> User:
    """Who is logged in. Raises PermissionDenied."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    return user


def club_or_404(request: HttpRequest, club_id: UUID) -> Club:
    """A club that the reader may see; another is not there."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None or not may(user_of(request), VIEW_CLUB, club):
        raise Http404
    return club


def event_or_404(request: HttpRequest, event_id: UUID) -> Event:
    """An event that the reader may see; another is not there."""
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    if event is None or not may(user_of(request), SEE, event):
        raise Http404
    return event


def directed_or_403(request: HttpRequest, event_id: UUID) -> Event:
    """An event that the reader directs. Raises Http404, PermissionDenied."""
    event = event_or_404(request, event_id)
    if not may(user_of(request), DIRECT, event):
        raise PermissionDenied
    return event


def pairing_or_404(request: HttpRequest, pairing_id: int) -> Pairing:
    """A published pairing of an event that the reader may see."""
    related = ("round__event__club", "one__user", "other__user", "game")
    rows = Pairing.objects.select_related(*related).prefetch_related("answers", "verdicts__by")
    found = rows.filter(pk=pairing_id, round__state=RoundState.LOCKED).first()
    if found is None or not may(user_of(request), SEE, found.round.event):
        raise Http404
    return found


def directed_pairing(request: HttpRequest, pairing_id: int) -> Pairing:
    """A pairing of an event that the reader directs. Raises Http404, PermissionDenied."""
    pairing = pairing_or_404(request, pairing_id)
    if not may(user_of(request), DIRECT, pairing.round.event):
        raise PermissionDenied
    return pairing


def kept(event: Event) -> dict[str, object]:
    """What the parts of an event's pages that are kept need: the page, read only if they are not
    there, and what they are kept under.
    """
    return {
        "page": SimpleLazyObject(lambda: event_page(event)),
        "version": version_of(event),
        "language": get_language(),
    }


def told_all(decided: Iterable[Decided]) -> None:
    """Tell the tables whose games were ended."""
    for one in decided:
        if one.ended is not None and one.pairing.game_id is not None:
            async_to_sync(told)(one.ended, one.pairing.game_id)


def said_all(said: Said) -> None:
    """Tell the tables at which something was said."""
    for game_id, room, number in said:
        async_to_sync(chat_said)(game_id, room, number)


def tell(event_id: UUID) -> None:
    """Tell the pages of an event that there is more to read."""
    n = Event.objects.values_list("changes", flat=True).get(pk=event_id)
    async_to_sync(event_changed)(event_id, n)


def done(
    request: HttpRequest, work: Callable[[], object], to: str, event_id: UUID | None = None
) -> HttpResponse:
    """Do something that was posted, tell the event's pages, and lead back; why not, if it is
    refused. Raises PermissionDenied for who may not.
    """
    try:
        work()
    except Denied as error:
        raise PermissionDenied from error
    except NotNow as refused:
        messages.error(request, told_of(refused))
    else:
        if event_id is not None:
            tell(event_id)
    return redirect(to)
