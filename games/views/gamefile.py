"""Game files: taken along, and looked at again, here or on another site."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games import boards, rulesets
from games.dice import has_ended
from games.gamefile import MOST_BYTES, BadFile, GameFile, Head, read, written
from games.models import Game
from games.selectors.delayed import delayed_frames
from games.selectors.documents import replay_frames
from games.views.lobby import UNPROCESSABLE
from games.views.table import is_delayed, shown_to, visitor_or_refuse


class GameFileForm(forms.Form):
    """A file that somebody brings."""

    file = forms.FileField(label=_("Game file"))

    def clean_file(self) -> GameFile:
        """It as it was read."""
        upload = self.cleaned_data["file"]
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(
                _("The file has more than %(most)s bytes."), params={"most": f"{MOST_BYTES:,}"}
            )
        try:
            found = read(upload.read())
            rulesets.card(found.head.scenario)
        except BadFile as bad:
            raise forms.ValidationError(f"{bad}.") from bad
        except KeyError as error:
            raise forms.ValidationError(_("This site does not have its scenario.")) from error
        return found


@gzip_page
@never_cache
@require_safe
def game_file(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game as its reader was told it, or as anybody was, once it is over or some time later if
    both players agreed to that.
    """
    who = visitor_or_refuse(request, game_id)
    audience = shown_to(request, who)
    scenario = Game.objects.values_list("scenario", flat=True).get(pk=game_id)
    head = Head(
        scenario=scenario,
        title=rulesets.card(scenario)["title"],
        seen_by=audience,
        over=has_ended(game_id),
    )
    of = delayed_frames if is_delayed(request) else replay_frames
    content = b"".join(written(head, of(game_id, audience)))
    response = HttpResponse(content, content_type="application/jsonl")
    name = f"game-{audience}-{game_id}.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@gzip_page
@never_cache
@require_http_methods(("GET", "POST"))
def open_file(request: HttpRequest) -> HttpResponse:
    """Look at a game file that one has: it is shown, and stored nowhere."""
    form = GameFileForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        status = UNPROCESSABLE if form.errors else 200
        return render(request, "games/open_file.html", {"form": form}, status=status)
    found: GameFile = form.cleaned_data["file"]
    context = {"table_data": _table_data(found), "scenario_title": found.head.title}
    return render(request, "games/table.html", context)


def _table_data(found: GameFile) -> dict[str, Any]:
    """The data block of a table that is but looked at (docs/wire.md §1)."""
    return {
        "game": "",
        "you": found.head.seen_by.value,
        "computer": None,
        "socket": "",
        "replay": reverse("games:open_file"),
        "frames": found.frames,
        "views": [],
        "dice": reverse("games:dice_help"),
        "timed": False,
        "together": "",
        "beside": False,
        "sit": "",
        "house": "",
        "chat": "",
        **boards.page_data(found.head.scenario),
    }
