"""Changing the position by agreement: what is to be changed is written down edit by edit, read once
more in words, and then asked of the other side.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from games.changing import FORMS, EditForm
from games.hub import house_changed
from games.pacing import is_in_pace
from games.selectors.ground import Ground, ground_of
from games.services.adjudication import change_propose, change_told
from games.views.lobby import UNPROCESSABLE
from games.views.table import visitor_or_refuse
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused

LONGEST = 4000


class DraftForm(forms.Form):
    """What was written down so far, and what is to be done with it: `ask`, `drop` the last edit,
    or add what the form called so says.
    """

    edits = forms.JSONField(required=False)
    act = forms.ChoiceField(choices=[(act, act) for act in ("ask", "drop", *FORMS)])

    def clean_edits(self) -> list[Any]:
        found = self.cleaned_data["edits"] or []
        if not isinstance(found, list) or len(json.dumps(found)) > LONGEST:
            raise forms.ValidationError(_("That is too much at once."))
        return found


@dataclass
class Draft:
    """What a side has written down, and what is wrong with it."""

    edits: list[Any]
    why: str = ""

    @property
    def ruling(self) -> bytes:
        """As the service takes it."""
        return json.dumps({"edits": self.edits}).encode()

    @property
    def text(self) -> str:
        """As the page keeps it."""
        return json.dumps(self.edits)


@dataclass(frozen=True)
class Writer:
    """Who writes a change down: a side, or a director, who sees what everybody sees; and what is
    done with it when he says that it is whole.
    """

    game_id: UUID
    side: Side | None
    ask: Callable[[Draft], None]

    @property
    def audience(self) -> Audience:
        return self.side.audience if self.side else Audience.PUBLIC


@gzip_page
@never_cache
@sensitive_variables()
@sensitive_post_parameters()
@require_http_methods(("GET", "POST"))
def change(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Write a change of the position down, and ask for it. Nobody without a seat does."""
    who = visitor_or_refuse(request, game_id)
    if who.side is None:
        raise PermissionDenied
    table = f"{reverse('games:table', args=(game_id,))}?{request.GET.urlencode()}"
    page = written_down(request, Writer(game_id, who.side, partial(_propose, game_id, who.side)))
    if page is None:
        return redirect(table)
    status = UNPROCESSABLE if page["wrong"] else 200
    return render(request, "games/change.html", {**page, "table_url": table}, status=status)


def written_down(request: HttpRequest, writer: Writer) -> dict[str, Any] | None:
    """What the page needs by which somebody writes a change down; None once that is done."""
    drafts, draft = _blank(ground_of(writer.game_id, writer.audience)), Draft([])
    if request.method == "POST" and not _is_in_pace(writer):
        draft = Draft(_edits(request), gettext("That is too much at once. Go on in a minute."))
        return {"forms": drafts, "draft": draft, "told": None, "wrong": draft.why}
    if request.method == "POST":
        drafts, draft = _written(request, writer)
        if request.POST.get("act") == "ask" and not draft.why:
            return None
    told = _told(writer, draft)
    wrong = draft.why or any(form.errors for form in drafts)
    return {"forms": drafts, "draft": draft, "told": told, "wrong": wrong}


def _is_in_pace(writer: Writer) -> bool:
    """Each edit is tried on the position before it is written down, which is work."""
    what = f"change:{writer.game_id}:{writer.audience.value}"
    return is_in_pace(what, settings.CHANGE_DRAFTS_PER_MINUTE)


def _edits(request: HttpRequest) -> list[Any]:
    """What was written down before; nothing, if that is none."""
    posted = DraftForm(request.POST)
    return posted.cleaned_data.get("edits") or [] if posted.is_valid() else []


def _written(request: HttpRequest, writer: Writer) -> tuple[list[EditForm], Draft]:
    """What was posted, done."""
    ground, posted = ground_of(writer.game_id, writer.audience), DraftForm(request.POST)
    if not posted.is_valid():
        return _blank(ground), Draft([], gettext("That is nothing that can be done here."))
    draft, act = Draft(posted.cleaned_data["edits"]), posted.cleaned_data["act"]
    if act == "ask":
        writer.ask(draft)
    elif act == "drop":
        draft.edits = draft.edits[:-1]
    else:
        filled = FORMS[act](ground, request.POST)
        if not filled.is_valid():
            return [filled if form.act == act else form for form in _blank(ground)], draft
        _add(writer, draft, filled.edit())
    return _blank(ground), draft


def _add(writer: Writer, draft: Draft, edit: dict[str, Any]) -> None:
    """Write an edit down, if the whole can still be made."""
    longer = Draft([*draft.edits, edit])
    try:
        change_told(game_id=writer.game_id, side=writer.side, ruling=longer.ruling)
    except Refused as refused:
        draft.why = gettext(refused.why)
    else:
        draft.edits = longer.edits


def _propose(game_id: UUID, side: Side, draft: Draft) -> None:
    try:
        change_propose(game_id=game_id, side=side, ruling=draft.ruling)
    except Refused as refused:
        draft.why = gettext(refused.why)
    else:
        async_to_sync(house_changed)(game_id)


def _told(writer: Writer, draft: Draft) -> dict[str, Any] | None:
    """What everybody will read of it, and what that side alone."""
    if not draft.edits:
        return None
    try:
        ruled = change_told(game_id=writer.game_id, side=writer.side, ruling=draft.ruling)
    except Refused as refused:
        draft.why = draft.why or gettext(refused.why)
        return None
    return {"public": ruled.public, "own": ruled.own}


def _blank(ground: Ground) -> list[EditForm]:
    return [form(ground) for form in FORMS.values()]
