"""Events: making one, its page, entering and leaving."""

from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.clubs.forms import EventForm
from games.clubs.models import Call, Entry, Event
from games.clubs.models.choices import EventKind, EventState
from games.clubs.permissions import DIRECT, MANAGE, may
from games.clubs.selectors.events import (
    chair_at,
    inspections_told,
    live_tables,
    my_pairing,
)
from games.clubs.selectors.results import rungs
from games.clubs.services.calls import call_answer
from games.clubs.services.directing import withdraw
from games.clubs.services.events import enter, event_create
from games.clubs.views.common import (
    UNPROCESSABLE,
    club_or_404,
    done,
    event_or_404,
    kept,
    member,
    told_all,
)
from games.hub import seats_changed
from games.models import User
from games.views.lobby import user_of


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def event_new(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Making an event of a club."""
    club = club_or_404(request, club_id)
    if not may(user_of(request), MANAGE, club):
        raise PermissionDenied
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        event = event_create(club_id=club.pk, by=member(request), plan=form.plan)
        return redirect("clubs:desk", event.pk)
    status = UNPROCESSABLE if request.method == "POST" else 200
    context = {"nav": "clubs", "club": club, "form": form}
    return render(request, "clubs/event_new.html", context, status=status)


@never_cache
@require_safe
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """An event: round, pairings, standing, crosstable, tables to watch."""
    found, user = event_or_404(request, event_id), user_of(request)
    mine = my_pairing(found, user)
    entry = Entry.objects.filter(event=found, user=user).first() if user else None
    context = {
        "nav": "clubs",
        "event": found,
        **kept(found),
        "live": SimpleLazyObject(lambda: live_tables(found)),
        "directs": may(user, DIRECT, found),
        "entry": entry,
        "mine": mine,
        "my_chair": chair_at(mine, user) if mine else None,
        "may_enter": user is not None and entry is None and found.state == EventState.OPEN,
        "call": _call(found, user),
        "inspections": inspections_told(found),
        "acts": found.acts.select_related("by").order_by("-pk")[:40],
        "rungs": SimpleLazyObject(lambda: _rungs(found)),
        "seed": bytes(found.seed).hex() if found.state == EventState.OVER else "",
    }
    return render(request, "clubs/event.html", context)


@never_cache
@login_required
@require_POST
def event_enter(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Enter an event oneself."""
    found, user = event_or_404(request, event_id), member(request)
    to = reverse("clubs:event", args=(event_id,))
    return done(request, lambda: enter(event_id=found.pk, user=user, by=user), to, event_id)


@never_cache
@login_required
@require_POST
def event_answer(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Say yes or no to a director who asks whether one plays."""
    found, user = event_or_404(request, event_id), member(request)
    yes = request.POST.get("yes") == "yes"

    def work() -> None:
        for game_id in call_answer(event_id=found.pk, user=user, yes=yes):
            async_to_sync(seats_changed)(game_id)

    return done(request, work, reverse("clubs:event", args=(event_id,)), event_id)


@never_cache
@login_required
@require_POST
def event_leave(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Leave an event oneself, from the next round on."""
    found, user = event_or_404(request, event_id), member(request)
    entry = Entry.objects.filter(event=found, user=user).first()
    if entry is None:
        raise PermissionDenied
    return done(
        request,
        lambda: told_all(withdraw(event_id=found.pk, number=entry.number, by=user)),
        reverse("clubs:event", args=(event_id,)),
        event_id,
    )


def _call(event: Event, user: User | None) -> Call | None:
    """What a director has asked the reader, if anything."""
    calls = Call.objects.select_related("in_place_of__user", "by").filter(event=event, user=user)
    return calls.first() if user and event.state != EventState.OVER else None


def _rungs(event: Event) -> list[Entry]:
    """A ladder from its top; nothing for other kinds."""
    if event.kind != EventKind.LADDER:
        return []
    by_number = {entry.number: entry for entry in event.entries.select_related("user")}
    return [by_number[number] for number in rungs(event)]
