"""Where one account has both seats: handing the screen over, or changing sides alone."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.models.choices import Together
from games.selectors.lobby import game_line
from games.views.lobby import user_of
from rules.kernel.audience import Side


@never_cache
@login_required
@require_safe
def sit(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """To the side named in the address, or the one whose decision it is: at once for one who plays
    both; where two share a screen, over a page that shows nothing of either side.
    """
    user = user_of(request)
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not game.together:
        raise Http404
    seats = {seat.side: seat for seat in Seat.objects.filter(game=game, user=user)}
    if len(seats) < len(Side):
        raise PermissionDenied
    wanted = request.GET.get("side", "")
    seat = seats[wanted if wanted in seats else game.to_move or Side.A]
    address = f"{reverse('games:table', args=(game_id,))}?seat={seat.token}"
    if game.together == Together.SOLO:
        return redirect(address)
    line = game_line(game_id, user)
    side = next(one for one in line.seats if one.side == seat.side)
    context = {"game": line, "side": side, "address": address}
    return render(request, "games/sit.html", context)
