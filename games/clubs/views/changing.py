"""A director changes the position of a game, by the forms of a change that both sides agree on."""

from functools import partial

from asgiref.sync import async_to_sync
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.models import Pairing
from games.clubs.selectors.events import chair_at
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.directing import position_change
from games.clubs.views.common import UNPROCESSABLE, directed_pairing, member, tell
from games.hub import house_changed
from games.live import told
from games.views.change import Draft, Writer, written_down
from games.views.lobby import user_of


@never_cache
@login_required
@require_http_methods(("GET", "POST"))
def change(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """Write down what is to be otherwise, and have it so."""
    pairing = directed_pairing(request, pairing_id)
    if chair_at(pairing, user_of(request)) is not None or pairing.game is None:
        raise PermissionDenied
    page = written_down(request, Writer(pairing.game.pk, None, partial(_rule, request, pairing)))
    if page is None:
        return redirect("clubs:pairing", pairing_id)
    context = {**page, "nav": "clubs", "pairing": pairing, "event": pairing.round.event}
    status = UNPROCESSABLE if page["wrong"] else 200
    return render(request, "clubs/change.html", context, status=status)


def _rule(request: HttpRequest, pairing: Pairing, draft: Draft) -> None:
    by, why = member(request), request.POST.get("why", "")
    try:
        outcomes = position_change(pairing_id=pairing.pk, by=by, ruling=draft.ruling, why=why)
    except Denied as error:
        raise PermissionDenied from error
    except NotNow as refused:
        draft.why = str(refused)
        return
    if pairing.game is not None:
        for outcome in outcomes:
            async_to_sync(told)(outcome, pairing.game.pk)
        async_to_sync(house_changed)(pairing.game.pk)
    tell(pairing.round.event.pk)
