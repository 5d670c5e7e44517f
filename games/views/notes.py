"""One side's own notes on hexes. The token in the address says whose they are."""

from uuid import UUID

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from games import boards
from games.models import Game
from games.selectors.notes import notes_of
from games.services.notes import note_pin
from games.views.lobby import UNPROCESSABLE
from games.views.table import visitor_or_refuse
from rules.kernel.audience import Side

LONGEST = 200


class NoteForm(forms.Form):
    """A hex of the board, and what to pin there: nothing takes the note off."""

    hex = forms.CharField(max_length=40)
    text = forms.CharField(max_length=LONGEST, required=False)


@never_cache
@sensitive_variables("form", "content")
@sensitive_post_parameters("text")
@require_http_methods(("GET", "POST"))
def notes(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """Read one's own notes, or pin one and read them. Nobody without a seat has any."""
    who = visitor_or_refuse(request, game_id)
    if who.side is None:
        raise PermissionDenied
    if request.method == "POST" and not _pinned(request, game_id, who.side):
        return JsonResponse(
            {
                "why": gettext("A hex of this board, and at most %(most)s characters.")
                % {"most": LONGEST}
            },
            status=UNPROCESSABLE,
        )
    content = {"notes": notes_of(game_id, who.side), "token": get_token(request)}
    return JsonResponse(content)


def _pinned(request: HttpRequest, game_id: UUID, side: Side) -> bool:
    form = NoteForm(request.POST)
    if not form.is_valid() or form.cleaned_data["hex"] not in _hexes(game_id):
        return False
    hex_id, text = form.cleaned_data["hex"], form.cleaned_data["text"]
    note_pin(game_id=game_id, side=side, hex_id=hex_id, text=text)
    return True


def _hexes(game_id: UUID) -> set[str]:
    scenario_id = Game.objects.values_list("scenario", flat=True).get(pk=game_id)
    return {one["id"] for one in boards.page_data(scenario_id)["board"]["hexes"]}
