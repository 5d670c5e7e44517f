"""What is said at a table: among the players, and among those who watch."""

import re
from uuid import UUID

from asgiref.sync import async_to_sync
from django import forms
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from games.hub import chat_said
from games.languages import told_of
from games.models.choices import Room
from games.selectors.chat import chat_lines, may_enter, may_write
from games.services.chat import TooMuch, say
from games.views.lobby import UNPROCESSABLE, user_of
from games.views.table import visitor_or_refuse

LONGEST = 500
KEY = re.compile(r"[A-Za-z0-9-]{8,40}")


class RoomForm(forms.Form):
    """Which room is read, and from which line on."""

    room = forms.ChoiceField(choices=Room.choices)
    after = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class SayForm(RoomForm):
    """What is said. Its key is made by the page, so that it can be sent again."""

    text = forms.CharField(max_length=LONGEST)
    key = forms.RegexField(KEY)


@never_cache
@sensitive_variables("form", "text")
@sensitive_post_parameters("text")
@require_http_methods(("GET", "POST"))
def chat(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """Read what was said in a room, or say something there."""
    who, user = visitor_or_refuse(request, game_id), user_of(request)
    form = SayForm(request.POST) if request.method == "POST" else RoomForm(request.GET)
    if not form.is_valid():
        why = gettext("One line of at most %(most)s characters.") % {"most": LONGEST}
        return JsonResponse({"why": why}, status=UNPROCESSABLE)
    room = Room(form.cleaned_data["room"])
    user_id = user.pk if user else None
    allowed = may_write if request.method == "POST" else may_enter
    if not allowed(who, user_id, room):
        raise PermissionDenied
    if request.method == "POST":
        text, key = form.cleaned_data["text"], form.cleaned_data["key"]
        side = who.side if room is Room.PLAYERS else None
        try:
            number = say(game_id=game_id, room=room, side=side, user=user, text=text, key=key)
        except TooMuch as error:
            return JsonResponse({"why": told_of(error)}, status=UNPROCESSABLE)
        except IntegrityError:
            why = gettext("That was not said. Send it again.")
            return JsonResponse({"why": why}, status=UNPROCESSABLE)
        async_to_sync(chat_said)(game_id, room, number)
    after = form.cleaned_data["after"] or 0
    return JsonResponse(
        {
            "lines": chat_lines(game_id, room, after),
            "may_write": may_write(who, user_id, room),
            "token": get_token(request),
        }
    )
