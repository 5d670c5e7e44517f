"""Game files: taken along, and looked at again, here or on another site."""

from typing import Any, Final
from uuid import UUID

import msgspec
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games import boards, rulesets
from games.addresses import client_address
from games.dice import has_ended
from games.editor.turns import Busy
from games.editor.worker import ReadFile
from games.editor.workshop import FILES
from games.gamefile import MOST_BYTES, Head, written
from games.models import Game
from games.pacing import is_in_pace
from games.passwords import ASKER
from games.selectors.delayed import delayed_frames
from games.selectors.documents import replay_frames
from games.views.lobby import UNPROCESSABLE
from games.views.table import is_delayed, shown_to, visitor_or_refuse

FILES_A_MINUTE: Final = 12
"""Game files that one address may have shown in a minute."""
_END: Final = "}</script>"


class GameFileForm(forms.Form):
    """A file that somebody brings."""

    file = forms.FileField(label=_("Game file"))

    def clean_file(self) -> tuple[Head, msgspec.Raw]:
        """Its head and its frames as they were read."""
        upload = self.cleaned_data["file"]
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(
                _("The file has more than %(most)s bytes."), params={"most": f"{MOST_BYTES:,}"}
            )
        found = _READ(FILES.do(ReadFile(upload.read()), ASKER.get()))
        if found.head is None:
            raise forms.ValidationError(f"{found.wrong}.")
        try:
            rulesets.card(found.head.scenario)
        except KeyError as error:
            raise forms.ValidationError(_("This site does not have its scenario.")) from error
        return found.head, found.frames


class Found(msgspec.Struct, frozen=True):
    """What the worker read: a head, with frames that are fit for a data block; or what is wrong."""

    head: Head | None = None
    frames: msgspec.Raw = msgspec.Raw(b"[]")
    wrong: str = ""


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


@never_cache
@require_http_methods(("GET", "POST"))
def open_file(request: HttpRequest) -> HttpResponse:
    """Look at a game file that one has: it is shown, and stored nowhere. It is sent as it came,
    unpacked: to pack it is work that one who asks for nothing but that could give us.
    """
    if request.method != "POST":
        return render(request, "games/open_file.html", {"form": GameFileForm()})
    if not is_in_pace(f"files:{client_address(request)}", FILES_A_MINUTE):
        raise Busy
    form = GameFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "games/open_file.html", {"form": form}, status=UNPROCESSABLE)
    head, frames = form.cleaned_data["file"]
    data = _table_data(head)
    context = {
        "table_data": data,
        "file_data": _with_frames(data, frames),
        "scenario_title": head.title,
    }
    return render(request, "games/table.html", context)


def _with_frames(data: dict[str, Any], frames: msgspec.Raw) -> SafeString:
    """The data block of the page, with the frames in it as the worker wrote them."""
    block = json_script(data, "table-data").removesuffix(_END)
    return mark_safe(f'{block}, "frames": {bytes(frames).decode()}{_END}')  # noqa: S308 - both are escaped


def _table_data(head: Head) -> dict[str, Any]:
    """The data block of a table that is but looked at (docs/wire.md §1), without its frames."""
    return {
        "game": "",
        "you": head.seen_by.value,
        "computer": None,
        "socket": "",
        "replay": reverse("games:open_file"),
        "views": [],
        "dice": reverse("games:dice_help"),
        "timed": False,
        "together": "",
        "beside": False,
        "sit": "",
        "house": "",
        "chat": "",
        **boards.page_data(head.scenario),
    }


_READ: Final = msgspec.json.Decoder(Found).decode
