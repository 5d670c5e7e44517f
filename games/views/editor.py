"""The board editor: its page, and what the page asks while a board is made.

The page holds the source that is being worked on and sends it with every question; nothing is kept
here until it is saved.
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.editor import palette, wire
from games.editor.limits import FILE, LONGEST_SOURCE, bounded_layout
from games.editor.turns import Busy
from games.editor.worker import Job, Look, Picture
from games.editor.workshop import WORKSHOP, TooLong
from games.models import OwnBoard
from games.selectors.boards import SUMMER
from games.services.boards import NameTaken, SavedMeanwhile, board_save
from games.views.boards import UNAVAILABLE, editable
from rules.board.layout import BoardError
from rules.mapmaking.editing import EditRefused, edited

CONFLICT = 409

P = ParamSpec("P")
Asked = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]


@never_cache
@login_required
@require_safe
def board_edit(request: HttpRequest, board_id: UUID) -> HttpResponse:
    """The editor of a board, for its owner and for staff."""
    board = editable(request, board_id)
    context = {
        "nav": "boards",
        "board": board,
        "months": [MONTHS[number] for number in range(1, 13)],
        "summer": SUMMER,
        "editor_data": _data(board),
    }
    return render(request, "games/editor.html", context)


def _question(view: Callable[[HttpRequest, OwnBoard], HttpResponse]) -> Asked[[]]:
    """A question of the page: of those who may edit, and with what is wrong as an answer."""

    @never_cache
    @login_required
    @require_POST
    def asked(request: HttpRequest, board_id: UUID) -> HttpResponse:
        board = editable(request, board_id)
        try:
            return view(request, board)
        except wire.Malformed as error:
            return wire.told(error.status, error=_error(str(error), ""))
        except BoardError as error:
            return wire.told_board_error(error)
        except EditRefused as refused:
            return wire.told_error(refused.place, refused.message)

    return asked


@_question
def board_apply(request: HttpRequest, board: OwnBoard) -> HttpResponse:
    """The source after an edit."""
    asked = wire.decoded(request, wire.AskEdit)
    bounded_layout(asked.source)
    source = edited(asked.source, asked.edit, file=FILE)
    bounded_layout(source)
    return wire.told(source=source)


@_question
def board_draw(request: HttpRequest, board: OwnBoard) -> HttpResponse:
    """The picture of a source, and its hexes."""
    asked = wire.decoded(request, wire.AskPicture)
    bounded_layout(asked.source)
    return _made(request, Picture(asked.source, asked.month))


@_question
def board_los(request: HttpRequest, board: OwnBoard) -> HttpResponse:
    """The LOS between two Locations of a source."""
    asked = wire.decoded(request, wire.AskLos)
    bounded_layout(asked.source)
    return _made(request, Look(asked.source, asked.month, asked.start, asked.end))


@_question
def board_store(request: HttpRequest, board: OwnBoard) -> HttpResponse:
    """Save a source."""
    asked = wire.decoded(request, wire.AskSave)
    try:
        saved = board_save(board_id=board.pk, source=asked.source, seen=asked.seen)
    except NameTaken:
        return wire.told_error("board", gettext("another board of its owner has that name"))
    except SavedMeanwhile:
        why = gettext("was saved elsewhere meanwhile; export this text, then open the board anew")
        return wire.told(CONFLICT, error=_error(why))
    return wire.told(version=saved.version, name=saved.name, title=saved.title)


def _made(request: HttpRequest, job: Job) -> HttpResponse:
    try:
        return wire.json_answer(WORKSHOP.do(job, request.user.pk))
    except Busy:
        why = gettext("too many boards are being drawn just now")
        return wire.told(UNAVAILABLE, error=_error(why), busy=True)
    except TooLong:
        why = gettext("could not be drawn in time; make it simpler")
        return wire.told(wire.UNPROCESSABLE, error=_error(why))


def _error(message: str, place: str = "board") -> dict[str, Any]:
    return {"line": None, "place": place, "message": message}


def _data(board: OwnBoard) -> dict[str, Any]:
    """The data block of the page."""
    names = ("board_apply", "board_draw", "board_los", "board_store")
    return {
        "name": board.name,
        "source": board.source,
        "version": board.version,
        "longest": LONGEST_SOURCE,
        "addresses": {
            name.removeprefix("board_"): reverse(f"games:{name}", args=(board.pk,))
            for name in names
        },
        "palette": palette.palette(),
    }
