"""What stands beside a table's stream: its clock, its break, what is asked, and claims."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import rulesets
from games.calendars import calendar_text, text_value
from games.hub import house_changed
from games.live import carried_on, told
from games.models import Game
from games.models.choices import ProposalKind, SideChoice, ViewDelay
from games.selectors.clocks import rests
from games.selectors.house import house_of
from games.services.adjudication import change_agree, change_propose
from games.services.flags import flag_claim
from games.services.proposals import Wish, agree, agree_result, decline, propose, withdraw
from games.views.lobby import UNPROCESSABLE
from games.views.table import visitor_or_refuse
from rules.kernel.audience import Side
from rules.kernel.refused import Refused

ANSWERS = {"agree": agree, "decline": decline, "withdraw": withdraw}


class ActForm(forms.Form):
    """What a side does beside the game's own commands. `asked` is when that was asked which it
    answers.
    """

    act = forms.ChoiceField(choices=[(act, act) for act in ("propose", "claim", *ANSWERS)])
    kind = forms.ChoiceField(choices=ProposalKind.choices, required=False)
    until = forms.CharField(max_length=40, required=False)
    winner = forms.ChoiceField(choices=SideChoice.choices, required=False)
    delay = forms.ChoiceField(choices=ViewDelay.choices, required=False)
    asked = forms.CharField(max_length=40, required=False)
    ruling = forms.CharField(max_length=4000, required=False)

    def clean_until(self) -> datetime | None:
        return _moment(self.cleaned_data["until"])

    def clean_asked(self) -> datetime | None:
        return _moment(self.cleaned_data["asked"])

    def clean(self) -> dict[str, Any]:
        """An answer names what it answers."""
        given = self.cleaned_data
        act = given.get("act")
        if act != "claim" and not given.get("kind"):
            raise forms.ValidationError(_("What is it about?"))
        if act in ANSWERS and given.get("asked") is None:
            raise forms.ValidationError(_("What does it answer?"))
        return given


@never_cache
@require_http_methods(("GET", "POST"))
def house(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """Read what stands beside the stream, as everybody may; or do something about it."""
    who = visitor_or_refuse(request, game_id)
    if request.method == "POST":
        if who.side is None:
            raise PermissionDenied
        why = _done(request, game_id, who.side)
        if why:
            return JsonResponse({"why": why}, status=UNPROCESSABLE)
    return JsonResponse({**house_of(game_id), "token": get_token(request)})


@never_cache
@require_safe
def calendar(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The end of a break that was agreed on, for a calendar."""
    visitor_or_refuse(request, game_id)
    game = Game.objects.get(pk=game_id)
    if game.break_until is None or not rests(game):
        raise Http404
    page = request.build_absolute_uri(reverse("games:game", args=(game_id,)))
    text = break_calendar(game, rulesets.card(game.scenario)["title"], page)
    response = HttpResponse(text, content_type="text/calendar")
    response["Content-Disposition"] = f'attachment; filename="game-{game_id}.ics"'
    return response


def break_calendar(game: Game, title: str, page: str) -> str:
    """The end of a break; the link is that of the game's page, which opens no seat."""
    begins = (game.break_until or timezone.now()).astimezone(UTC)
    return calendar_text(
        ("UID", f"{game.pk}-{begins:%Y%m%dT%H%M%SZ}@sealed-orders"),
        ("DTSTAMP", f"{timezone.now().astimezone(UTC):%Y%m%dT%H%M%SZ}"),
        ("DTSTART", f"{begins:%Y%m%dT%H%M%SZ}"),
        ("DURATION", "PT2H"),
        ("SUMMARY", text_value(gettext("%(title)s: the game goes on") % {"title": title})),
        ("URL", page),
        ("DESCRIPTION", text_value(page)),
    )


def _done(request: HttpRequest, game_id: UUID, side: Side) -> str:
    """Do what was posted, and tell everybody; why not, in words, or ""."""
    form = ActForm(request.POST)
    if not form.is_valid():
        return gettext("That is nothing that can be done here.")
    try:
        _act(game_id, side, form.cleaned_data)
    except Refused as refused:
        return gettext(refused.why)
    return ""


def _act(game_id: UUID, side: Side, given: dict[str, Any]) -> None:
    if given["act"] == "claim":
        async_to_sync(told)(flag_claim(game_id=game_id, side=side), game_id)
        return
    kind = ProposalKind(given["kind"])
    if kind is ProposalKind.CHANGE and given["act"] in CHANGES:
        CHANGES[given["act"]](game_id, side, given)
        return
    if (given["act"], kind) == ("agree", ProposalKind.AWARD):
        outcome = agree_result(game_id=game_id, side=side, asked=given["asked"])
        async_to_sync(told)(outcome, game_id)
        async_to_sync(house_changed)(game_id)
        return
    if given["act"] == "propose":
        propose(game_id=game_id, side=side, wish=_wish(kind, given))
    else:
        ANSWERS[given["act"]](game_id=game_id, side=side, kind=kind, asked=given["asked"])
    goes_on = kind is ProposalKind.GO_ON and given["act"] in {"propose", "agree"}
    async_to_sync(carried_on if goes_on else house_changed)(game_id)


def _change_propose(game_id: UUID, side: Side, given: dict[str, Any]) -> None:
    change_propose(game_id=game_id, side=side, ruling=given["ruling"].encode())
    async_to_sync(house_changed)(game_id)


def _change_agree(game_id: UUID, side: Side, given: dict[str, Any]) -> None:
    for outcome in change_agree(game_id=game_id, side=side, asked=given["asked"]):
        async_to_sync(told)(outcome, game_id)
    async_to_sync(house_changed)(game_id)


CHANGES = {"propose": _change_propose, "agree": _change_agree}


def _wish(kind: ProposalKind, given: dict[str, Any]) -> Wish:
    winner = Side(given["winner"]) if given["winner"] else None
    return Wish(kind, given["until"], ViewDelay(given["delay"]), winner)


def _moment(text: str) -> datetime | None:
    """A moment with its time zone, as a browser writes it; None for nothing."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise forms.ValidationError(_("This is no moment.")) from error
    if moment.tzinfo is None:
        raise forms.ValidationError(_("This moment has no time zone."))
    return moment
