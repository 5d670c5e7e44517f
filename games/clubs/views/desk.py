"""The director's desk: what needs a decision, and everything that a director may do."""

import re
from collections.abc import Callable
from functools import partial
from typing import Final
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import rulesets
from games.clubs.forms import InspectForm, VerdictForm
from games.clubs.models import Event
from games.clubs.models.choices import EventKind, Result, VerdictKind
from games.clubs.permissions import MANAGE, may
from games.clubs.selectors.events import (
    chair_at,
    drawn_round,
    event_page,
    needs_decision,
    title_of,
)
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.calls import call_send
from games.clubs.services.directing import announce, inspect, withdraw
from games.clubs.services.events import (
    director_set,
    event_begin,
    event_finish,
    event_freeze,
    meeting_forbid,
    next_round,
)
from games.clubs.services.results import verdict_give
from games.clubs.services.rounds import round_draw, round_extend, round_lock
from games.clubs.views.common import (
    UNPROCESSABLE,
    directed_or_403,
    directed_pairing,
    done,
    member,
    said_all,
    told_all,
)
from games.hub import house_changed
from games.languages import told_of
from games.live import carried_on
from games.models import User
from games.views.lobby import user_of

_NUMBER: Final = re.compile(r"[0-9]{1,18}")
_PAIR: Final = re.compile(r"(\d{1,3})\s*-\s*(\d{1,3}|bye)")
Doing = Callable[[Event, User, QueryDict], None]


@never_cache
@login_required
@require_safe
def desk(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One page with all that a director decides."""
    event = directed_or_403(request, event_id)
    scenarios = event.club.scenarios or list(rulesets.scenario_ids())
    context = {
        "nav": "clubs",
        "event": event,
        "page": event_page(event),
        "drawn": drawn_round(event),
        "next": next_round(event),
        "decisions": needs_decision(event),
        "calls": event.calls.select_related("user", "in_place_of__user"),
        "scenarios": [(id_, title_of(id_)) for id_ in scenarios],
        "manages": may(user_of(request), MANAGE, event.club),
        "is_ladder": event.kind == EventKind.LADDER,
        "verdict": VerdictForm(),
    }
    return render(request, "clubs/desk.html", context)


@never_cache
@login_required
@require_POST
def act(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Something that a director does."""
    event, user = directed_or_403(request, event_id), member(request)
    doing = _DOINGS.get(request.POST.get("do", ""))
    if doing is None:
        raise PermissionDenied
    to = reverse("clubs:desk", args=(event_id,))
    return done(request, partial(doing, event, user, request.POST), to, event_id)


@never_cache
@login_required
@require_POST
def decide(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Enter, adjudicate, forfeit or correct a result."""
    pairing, form = directed_pairing(request, pairing_id), VerdictForm(request.POST)
    event = pairing.round.event

    def work() -> None:
        if not form.is_valid():
            raise NotNow("Say what the result is, and why.")
        given = form.cleaned_data
        decided = verdict_give(
            pairing_id=pairing_id,
            by=member(request),
            kind=VerdictKind(given["kind"]),
            result=Result(given["result"]),
            why=given["why"],
        )
        told_all([decided])

    return done(request, work, reverse("clubs:pairing", args=(pairing_id,)), event.pk)


@never_cache
@login_required
@sensitive_variables("inspected", "context")
@require_http_methods(("GET", "POST"))
def look(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Look at what a side keeps secret: said and confirmed first, stored, then shown."""
    pairing = directed_pairing(request, pairing_id)
    if chair_at(pairing, user_of(request)) is not None or pairing.game is None:
        raise PermissionDenied
    form = InspectForm(request.POST if request.method == "POST" else None)
    context = {"nav": "clubs", "pairing": pairing, "form": form, "event": pairing.round.event}
    if request.method == "GET":
        return render(request, "clubs/inspect.html", context)
    if form.is_valid():
        given = form.cleaned_data
        try:
            inspected = inspect(
                pairing_id=pairing_id, by=member(request), side=given["side"], why=given["why"]
            )
        except Denied as error:
            raise PermissionDenied from error
        except NotNow as refused:
            form.add_error(None, told_of(refused))
        else:
            said_all(inspected.said)
            looked = inspected.looked
            context |= {
                "look": looked.look,
                "papers": looked.papers,
                "counters": inspected.counters,
            }
            return render(request, "clubs/inspected.html", context)
    return render(request, "clubs/inspect.html", context, status=UNPROCESSABLE)


def _begin(event: Event, by: User, _: QueryDict) -> None:
    event_begin(event_id=event.pk, by=by)


def _draw(event: Event, by: User, given: QueryDict) -> None:
    text = given.get("by_hand", "")
    pairs = [(int(one), None if two == "bye" else int(two)) for one, two in _PAIR.findall(text)]
    if _PAIR.sub("", text).strip(" ,;\r\n"):
        raise NotNow("Pairs by hand are written like 3-7, 4-bye.")
    scenarios = given.getlist("scenarios")
    round_draw(event_id=event.pk, by=by, scenarios=scenarios, by_hand=pairs)


def _lock(event: Event, by: User, given: QueryDict) -> None:
    drawn = given.get("drawn", "")
    if not _NUMBER.fullmatch(drawn):
        raise NotNow("Say which draw is to be published.")
    round_lock(event_id=event.pk, by=by, drawn=int(drawn))


def _finish(event: Event, by: User, _: QueryDict) -> None:
    event_finish(event_id=event.pk, by=by)


def _freeze(frozen: bool, event: Event, by: User, given: QueryDict) -> None:
    why = given.get("why", "")
    games = event_freeze(event_id=event.pk, by=by, why=why, frozen=frozen)
    words = f"The event is {'frozen' if frozen else 'going on'}: {why}"
    said_all(announce(event_id=event.pk, by=by, words=words))
    for game_id in games:
        async_to_sync(house_changed if frozen else carried_on)(game_id)


def _announce(event: Event, by: User, given: QueryDict) -> None:
    said_all(announce(event_id=event.pk, by=by, words=given.get("words", "")))


def _forbid(event: Event, by: User, given: QueryDict) -> None:
    one, other = _number(given, "one"), _number(given, "other")
    why = given.get("why", "")
    meeting_forbid(event_id=event.pk, by=by, one=one, other=other, why=why)


def _extend(event: Event, by: User, given: QueryDict) -> None:
    number, minutes, why = _number(given, "round"), _number(given, "minutes"), given.get("why", "")
    round_extend(event_id=event.pk, by=by, number=number, minutes=minutes, why=why)


def _withdraw(event: Event, by: User, given: QueryDict) -> None:
    why = given.get("why", "")
    told_all(withdraw(event_id=event.pk, number=_number(given, "number"), by=by, why=why))


def _enter(event: Event, by: User, given: QueryDict) -> None:
    call_send(event_id=event.pk, by=by, user=_named(given))


def _replace(event: Event, by: User, given: QueryDict) -> None:
    number, user, why = _number(given, "number"), _named(given), given.get("why", "")
    call_send(event_id=event.pk, by=by, user=user, number=number, why=why)


def _director(event: Event, by: User, given: QueryDict) -> None:
    directs = given.get("directs") != "no"
    director_set(event_id=event.pk, by=by, user=_named(given), directs=directs)


_DOINGS: Final[dict[str, Doing]] = {
    "begin": _begin,
    "draw": _draw,
    "lock": _lock,
    "finish": _finish,
    "freeze": partial(_freeze, True),
    "resume": partial(_freeze, False),
    "announce": _announce,
    "forbid": _forbid,
    "extend": _extend,
    "withdraw": _withdraw,
    "enter": _enter,
    "replace": _replace,
    "director": _director,
}


def _number(given: QueryDict, name: str) -> int:
    text = given.get(name, "").strip()
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise NotNow("Give a number as %(name)s.", name=name)
    return int(text)


def _named(given: QueryDict) -> User:
    user = User.objects.filter(username=given.get("username", ""), is_active=True).first()
    if user is None:
        raise NotNow("There is no account of that name.")
    return user
