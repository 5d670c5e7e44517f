"""Ratings, and how even scenarios are."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clubs.exports import csv_text
from games.clubs.forms import BalanceForm
from games.clubs.plot import plot_of
from games.clubs.selectors.balance import balance_rows, balances
from games.clubs.selectors.ratings import history, rating_lines, rating_of
from games.models import User
from games.views.lobby import user_of


@never_cache
@require_safe
def rating_list(request: HttpRequest) -> HttpResponse:
    """Everybody who has been rated."""
    return render(request, "clubs/ratings.html", {"nav": "clubs", "lines": rating_lines()})


@never_cache
@require_safe
def rating_history(request: HttpRequest, username: str) -> HttpResponse:
    """Somebody's rating, event by event. Who was never rated has no page."""
    user = get_object_or_404(User, username=username, is_active=True)
    rows = history(user)
    if not rows:
        raise Http404
    public = [row for row in rows if not (row.event.private or row.event.club.private)]
    context = {
        "nav": "clubs",
        "player": user,
        "rating": rating_of(user),
        "rows": rows,
        "named": {row.pk for row in public},
        "plot": plot_of(rows),
    }
    return render(request, "clubs/rating.html", context)


@never_cache
@require_safe
def balance(request: HttpRequest) -> HttpResponse:
    """How even all scenarios are, by the games that are asked for."""
    form = BalanceForm(user_of(request), request.GET)
    rows = balances(form.chosen) if form.is_valid() else []
    context = {"nav": "clubs", "form": form, "rows": rows, "query": request.GET.urlencode()}
    return render(request, "clubs/balance.html", context, status=200 if form.is_valid() else 422)


@never_cache
@require_safe
def balance_file(request: HttpRequest) -> HttpResponse:
    """The same for a spreadsheet."""
    form = BalanceForm(user_of(request), request.GET)
    if not form.is_valid():
        return HttpResponse("These games cannot be asked for.", status=422)
    text = csv_text(balance_rows(form.chosen))
    return HttpResponse(text, content_type="text/csv; charset=utf-8")
