"""The boards that members have made and show in their club."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import rulesets
from games.clubs.permissions import BELONG, MANAGE, may
from games.clubs.services.acting import NotNow
from games.clubs.services.clubs import board_lend, board_take_back
from games.clubs.views.common import club_or_404, done, member
from games.models import OwnBoard
from games.views.boards import picture_of, text_file
from games.views.lobby import user_of


@never_cache
@require_http_methods(("GET", "POST"))
def club_boards(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A club's own list of scenarios and boards; its members show boards of theirs."""
    found, user = club_or_404(request, club_id), user_of(request)
    if request.method == "POST":
        return done(request, lambda: _do(request, club_id), request.path)
    boards = list(found.boards.select_related("owner"))
    mine = OwnBoard.objects.filter(owner=user).exclude(pk__in=[one.pk for one in boards])
    context = {
        "nav": "clubs",
        "club": found,
        "boards": boards,
        "scenarios": [(id_, rulesets.card(id_)["title"]) for id_ in found.scenarios],
        "mine": mine if may(user, BELONG, found) else [],
        "manages": may(user, MANAGE, found),
    }
    return render(request, "clubs/boards.html", context)


@never_cache
@login_required
@require_safe
def club_board_text(request: HttpRequest, club_id: UUID, board_id: UUID) -> HttpResponse:
    """The source of a board, to be brought in as one's own."""
    board = _board(request, club_id, board_id)
    return text_file(board.source, board.name)


@never_cache
@login_required
@require_safe
def club_board_image(request: HttpRequest, club_id: UUID, board_id: UUID) -> HttpResponse:
    """The picture of a board."""
    return picture_of(_board(request, club_id, board_id), request.user.pk)


def _do(request: HttpRequest, club_id: UUID) -> None:
    try:
        board_id = UUID(request.POST.get("board", ""))
    except ValueError as error:
        raise NotNow("Name a board.") from error
    doing = {"lend": board_lend, "take_back": board_take_back}.get(request.POST.get("do", ""))
    if doing is None:
        raise PermissionDenied
    doing(club_id=club_id, by=member(request), board_id=board_id)


def _board(request: HttpRequest, club_id: UUID, board_id: UUID) -> OwnBoard:
    """A board that is shown in a club whose page the reader may see."""
    found = club_or_404(request, club_id).boards.filter(pk=board_id).first()
    if found is None:
        raise Http404
    return found
