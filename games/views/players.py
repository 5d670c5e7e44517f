"""A player's page: his record, and his public games."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import User
from games.selectors.lobby import games_of_player
from games.selectors.results import in_all, player_record
from games.views.lobby import user_of

NEWEST: Final = 8  # finished games that are shown


@never_cache
@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """What everybody may know of a player. Who has played no public game has a page for himself
    alone, so that it does not tell which names exist.
    """
    owner = get_object_or_404(User, username=username, is_active=True)
    games, is_me = games_of_player(owner), user_of(request) == owner
    if not games and not is_me:
        raise Http404
    record = player_record(owner)
    context = {
        "player": owner,
        "is_me": is_me,
        "record": record,
        "in_all": in_all(record),
        "going_on": [game for game in games if not game.is_over],
        "finished": [game for game in games if game.is_over][:NEWEST],
    }
    return render(request, "games/player.html", context)
