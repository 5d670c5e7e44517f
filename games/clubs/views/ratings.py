"""Ratings, and how even scenarios are."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clubs.exports import csv_text
from games.clubs.plot import plot_of
from games.clubs.selectors.balance import balance_rows
from games.clubs.selectors.ratings import history, rating_lines, rating_of
from games.models import User


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
def balance_file(request: HttpRequest) -> HttpResponse:
    """How even all scenarios are, for a spreadsheet."""
    return HttpResponse(csv_text(balance_rows()), content_type="text/csv; charset=utf-8")
