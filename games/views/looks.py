"""The one page on which an operator looks at what a game keeps secret. It shows nothing that has
not been stored as a look before.
"""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from games.forms import LookForm
from games.models import Game, User
from games.models.choices import LookKind
from games.selectors.lobby import game_line
from games.selectors.looks import is_operator, plays_in
from games.services.looks import MayNotLook, NoReason, look_at
from games.views.lobby import UNPROCESSABLE, user_of


@never_cache
@sensitive_variables("looked", "context")
@require_http_methods(("GET", "POST"))
def look(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Say what and why, and confirm it; then be shown it."""
    user = _operator(request, game_id)
    form = LookForm(request.POST if request.method == "POST" else None)
    context = {"game": _line(game_id), "form": form}
    if request.method == "GET":
        return render(request, "games/look.html", context)
    if form.is_valid():
        kind, reason = LookKind(form.cleaned_data["kind"]), form.cleaned_data["reason"]
        try:
            looked = look_at(game_id=game_id, user=user, kind=kind, reason=reason)
        except MayNotLook as error:
            raise PermissionDenied from error
        except NoReason:
            form.add_error("reason", _("Give the players a reason that they can read."))
        else:
            context |= {"look": looked.look, "papers": looked.papers}
            return render(request, "games/looked.html", context)
    return render(request, "games/look.html", context, status=UNPROCESSABLE)


def _operator(request: HttpRequest, game_id: UUID) -> User:
    user = user_of(request)
    if user is None or not is_operator(user) or plays_in(game_id, user):
        raise PermissionDenied
    return user


def _line(game_id: UUID) -> object:
    try:
        return game_line(game_id, None)
    except Game.DoesNotExist as error:
        raise Http404 from error
