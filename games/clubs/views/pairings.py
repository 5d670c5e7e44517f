"""A player's pairing: what he is asked, his game, when it goes on."""

import re
from datetime import UTC, datetime
from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from games import rulesets
from games.clubs.core.choosing import Answer, Asked, Bid, Offered, Pick, Ranked
from games.clubs.exports import calendar
from games.clubs.forms import VerdictForm
from games.clubs.models import Meeting, Pairing
from games.clubs.models.choices import Result
from games.clubs.permissions import DIRECT, may
from games.clubs.selectors.choosing import balance_levels, seals, standing_of, version_of
from games.clubs.selectors.events import PairingLine, chair_at, title_of
from games.clubs.selectors.results import came
from games.clubs.services.acting import NotNow, versus
from games.clubs.services.choices import answer_give, sit
from games.clubs.services.results import (
    may_claim,
    meeting_set,
    no_show_claim,
    result_report,
)
from games.clubs.views.common import done, member, pairing_or_404, told_all
from games.models import Seat, User
from games.views.lobby import user_of

_LEVEL: Final = re.compile(r"\d{1,2}")


@never_cache
@require_safe
@sensitive_variables("standing")
def pairing(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """A pairing, as everybody sees it; its players see what they are asked."""
    found, user = pairing_or_404(request, pairing_id), user_of(request)
    event, chair = found.round.event, chair_at(found, user)
    sealed = seals(found)
    standing = None if found.other is None or found.game else standing_of(event, found)
    asked = standing if isinstance(standing, Asked) else None
    answered = {seal.chair for seal in sealed if asked and seal.place == asked.place}
    context = {
        "nav": "clubs",
        "pairing": found,
        "event": event,
        "line": PairingLine(found, came(found)),
        "chair": chair,
        "directs": may(user, DIRECT, event) and chair is None,
        "asked": asked,
        "agreed": standing if standing is not asked else None,
        "scenario": title_of(version_of(asked.agreed)) if asked and asked.agreed.scenario else "",
        "picks": _picks(asked),
        "strikes": asked.step.strikes if asked and isinstance(asked.step, Pick) else 0,
        "sides": _sides(asked),
        "answered": answered,
        "has_answered": chair in answered,
        "seals": sealed,
        "story": found.story,
        "titles": [(id_, title_of(id_)) for id_ in found.round.scenarios],
        "may_claim": chair is not None and may_claim(event, found, chair),
        "verdicts": found.verdicts.select_related("by"),
        "verdict": VerdictForm(),
        "results": _results(found),
        "meeting": Meeting.objects.filter(pairing=found).select_related("by").first(),
        "table": _own_table(found, user),
    }
    return render(request, "clubs/pairing.html", context)


@never_cache
@login_required
@require_POST
@sensitive_post_parameters()
def act(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """What one of the two does."""
    found, user = pairing_or_404(request, pairing_id), member(request)
    if chair_at(found, user) is None:
        raise PermissionDenied
    to, event_id = reverse("clubs:pairing", args=(pairing_id,)), found.round.event_id
    what = request.POST.get("do", "")
    if what not in {"sit", "answer", "claim", "report", "meet", "agree"}:
        raise PermissionDenied
    answer = done(request, lambda: _do(what, found, user, request.POST), to, event_id)
    if what == "sit":
        found.refresh_from_db(fields=("game",))
        return redirect(_own_table(found, user) or to)
    return answer


@never_cache
@require_safe
def meeting_file(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """When a pairing goes on, for a calendar."""
    found = pairing_or_404(request, pairing_id)
    row = Meeting.objects.filter(pairing=found, agreed=True).first()
    if row is None:
        raise Http404
    page = request.build_absolute_uri(reverse("clubs:pairing", args=(pairing_id,)))
    name = f"{found.round.event.name}: {versus(found)}"
    text = calendar(f"pairing-{pairing_id}", row.at, name, page)
    return HttpResponse(text, content_type="text/calendar")


def _do(what: str, found: Pairing, user: User, given: QueryDict) -> None:
    id_ = found.pk
    match what:
        case "sit":
            sit(pairing_id=id_, user=user)
        case "answer":
            answer_give(pairing_id=id_, user=user, answer=_answer(given))
        case "claim":
            told_all([no_show_claim(pairing_id=id_, user=user)])
        case "report":
            if given.get("result") not in Result.values:
                raise NotNow("Say what the result is.")
            result_report(pairing_id=id_, user=user, result=Result(given.get("result", "")))
        case "meet":
            meeting_set(pairing_id=id_, user=user, at=_moment(given.get("at", "")))
        case _:
            meeting_set(pairing_id=id_, user=user, at=None)


def _answer(given: QueryDict) -> Answer:
    """What a form says: a side and a bid, or a place for each scenario, none for one that is
    struck. Raises NotNow.
    """
    if "side" in given:
        level = given.get("level", "0")
        if not _LEVEL.fullmatch(level):
            raise NotNow("A bid is a whole number.")
        return Offered(given.get("side", ""), int(level))
    asked = [key for key in given if key.startswith("place-")]
    places = {key.removeprefix("place-"): given.get(key, "") for key in asked}
    kept = {id_: place for id_, place in places.items() if place != "strike"}
    if not all(_LEVEL.fullmatch(place) for place in kept.values()):
        raise NotNow("A place is a whole number.")
    places_of = {id_: int(place) for id_, place in kept.items()}
    if len(set(places_of.values())) < len(kept):
        raise NotNow("Give each scenario a place of its own.")
    return Ranked(tuple(sorted(kept, key=lambda id_: places_of[id_])))


def _picks(asked: Asked | None) -> list[tuple[str, str]]:
    if asked is None or not isinstance(asked.step, Pick):
        return []
    return [(id_, title_of(id_)) for id_ in asked.offered]


def _sides(asked: Asked | None) -> list[dict[str, object]]:
    """The sides that may be bid for, and how much Balance the other may be given (A26.4)."""
    if asked is None or not isinstance(asked.step, Bid):
        return []
    card = rulesets.card(asked.agreed.scenario)
    levels = balance_levels(asked.agreed.scenario)
    return [
        {
            **side,
            "id": id_,
            "levels": range(min(asked.step.most, levels.get("b" if id_ == "a" else "a", 0)) + 1),
            "balance": card.get("balance", {}).get("b" if id_ == "a" else "a", ""),
        }
        for id_, side in card["sides"].items()
    ]


def _results(found: Pairing) -> list[tuple[str, str]]:
    """What may have come of it, with names."""
    if found.other is None:
        return []
    names = {Result.ONE: found.one.name, Result.OTHER: found.other.name}
    return [
        (
            one.value,
            gettext("%(name)s has won") % {"name": names[one]} if one in names else str(one.label),
        )
        for one in Result
    ]


def _own_table(found: Pairing, user: User | None) -> str:
    """The table, on one's own seat; "" for others."""
    if user is None or found.game_id is None:
        return ""
    seat = Seat.objects.filter(game=found.game_id, user=user).first()
    if seat is None:
        return ""
    return f"{reverse('games:table', args=(found.game_id,))}?seat={seat.token}"


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError as error:
        raise NotNow("Give a day and a time.") from error
