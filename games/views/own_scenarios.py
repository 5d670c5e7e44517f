"""Scenarios of one's own: brought along, shown to others or not, taken away."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.editor.forms import CardForm
from games.editor.limits import MOST_SCENARIOS
from games.editor.turns import Busy
from games.editor.workshop import TooLong
from games.models import OwnScenario, User
from games.selectors.own_scenarios import scenarios_of
from games.services.own_scenarios import (
    BadCard,
    TooMany,
    scenario_bring,
    scenario_list,
    scenario_remove,
)
from games.views.lobby import UNPROCESSABLE, user_of


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def own_list(request: HttpRequest) -> HttpResponse:
    """One's own scenarios, and the form for another."""
    user = _user(request)
    form = CardForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        made = _brought(user, form)
        if made is not None:
            return redirect("games:scenario", made.pk)
    context = {"nav": "scenarios", "own": scenarios_of(user), "form": form}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "games/own_scenarios.html", context, status=status)


@never_cache
@login_required
@require_safe
def own_source(request: HttpRequest, scenario_id: str) -> HttpResponse:
    """The card as a file."""
    source = editable(request, scenario_id).source
    response = HttpResponse(source, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{scenario_id}.yaml"'
    return response


@never_cache
@login_required
@require_POST
def own_listed(request: HttpRequest, scenario_id: str) -> HttpResponse:
    """Show it to everybody, or not."""
    own = editable(request, scenario_id)
    scenario_list(scenario_id=own.pk, listed="listed" in request.POST)
    return redirect("games:scenario", own.pk)


@never_cache
@login_required
@require_POST
def own_remove(request: HttpRequest, scenario_id: str) -> HttpResponse:
    """Take it away."""
    scenario_remove(scenario_id=editable(request, scenario_id).pk)
    return redirect("games:own_scenarios")


def editable(request: HttpRequest, scenario_id: str) -> OwnScenario:
    """The scenario, for its owner and for staff; 404 and 403 otherwise."""
    own = OwnScenario.objects.filter(pk=scenario_id, withdrawn=False).first()
    if own is None:
        raise Http404
    user = _user(request)
    if user.pk != own.owner_id and not user.is_staff:
        raise PermissionDenied
    return own


def _brought(user: User, form: CardForm) -> OwnScenario | None:
    """What was stored, or None with what is wrong on the form."""
    source, listed = form.cleaned_data["source"], form.cleaned_data["listed"]
    try:
        return scenario_bring(owner=user, source=source, listed=listed)
    except BadCard as bad:
        form.add_error(None, f"{bad}.")
    except TooMany:
        words = ngettext(
            "You have %(most)s scenario, as many as one may have.",
            "You have %(most)s scenarios, as many as one may have.",
            MOST_SCENARIOS,
        )
        form.add_error(None, words % {"most": MOST_SCENARIOS})
    except Busy:
        form.add_error(None, _("Others are being read just now. Try again in a minute."))
    except TooLong:
        form.add_error(None, _("It takes too long to read: make its map smaller."))
    return None


def _user(request: HttpRequest) -> User:
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    return user
