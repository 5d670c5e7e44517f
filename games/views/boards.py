"""The list of boards: ours, and those that a user has made; how new ones are begun."""

import json
from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games.editor.forms import ImportForm, NewBoardForm
from games.editor.limits import FILE, MOST_BOARDS
from games.editor.turns import Busy
from games.editor.worker import Picture
from games.editor.workshop import OURS, WORKSHOP, TooLong, Workshop
from games.models import OwnBoard, User
from games.selectors.boards import (
    SUMMER,
    board_lines,
    board_source,
    free_name,
    own_boards,
)
from games.services.boards import NameTaken, TooMany, board_create, board_delete
from games.views.lobby import UNPROCESSABLE, user_of
from rules.board.layout import BoardError
from rules.mapmaking.editing import preamble
from rules.mapmaking.reading import read_layout
from rules.mapmaking.writing import write_layout

HOUR = 3600
UNAVAILABLE = 503

_our_pictures: dict[str, str] = {}


@never_cache
@require_safe
def board_list(request: HttpRequest) -> HttpResponse:
    """Our boards, the reader's own, and the forms for another."""
    return _list(request, NewBoardForm(), ImportForm())


@never_cache
@login_required
@require_POST
def board_new(request: HttpRequest) -> HttpResponse:
    """Begin an empty board."""
    form = NewBoardForm(request.POST)
    return _begun(request, form, form.source, lambda: _list(request, form, ImportForm()))


@never_cache
@login_required
@require_POST
def board_import(request: HttpRequest) -> HttpResponse:
    """Begin a board from a text."""
    form = ImportForm(request.POST, request.FILES)
    return _begun(
        request,
        form,
        lambda: str(form.cleaned_data["source"]),
        lambda: _list(request, NewBoardForm(), form),
    )


@never_cache
@login_required
@require_POST
def board_copy(request: HttpRequest) -> HttpResponse:
    """Begin a board as a copy of one of ours, or of one that the user may edit."""
    user = _must_be_user(request)
    source = _source_of(request.POST.get("of", ""), user)
    form = ImportForm({"text": source})
    return _begun(
        request,
        form,
        lambda: _copied(source, user),
        lambda: _list(request, NewBoardForm(), form),
    )


@never_cache
@login_required
@require_POST
def board_remove(request: HttpRequest, board_id: UUID) -> HttpResponse:
    """Take a board away."""
    board_delete(board_id=editable(request, board_id).pk)
    return redirect("games:board_list")


@never_cache
@login_required
@require_safe
def board_text(request: HttpRequest, board_id: UUID) -> HttpResponse:
    """The saved source of a user's board, as a file."""
    board = editable(request, board_id)
    return text_file(board.source, board.name)


@never_cache
@login_required
@require_safe
def board_image(request: HttpRequest, board_id: UUID) -> HttpResponse:
    """The picture of a user's board as it was saved."""
    board = editable(request, board_id)
    return picture_of(board, request.user.pk)


@require_safe
def our_text(request: HttpRequest, board_id: str) -> HttpResponse:
    """The source of one of our boards, as a file."""
    return text_file(_or_404(board_source, board_id), board_id)


@gzip_page
@require_safe
def our_image(request: HttpRequest, board_id: str) -> HttpResponse:
    """The picture of one of our boards."""
    _or_404(board_source, board_id)
    answer = _image(lambda: _our_picture(board_id, request.META.get("REMOTE_ADDR")))
    if answer.status_code != UNAVAILABLE:
        patch_cache_control(answer, public=True, max_age=HOUR)
    return answer


def picture_of(board: OwnBoard, asker: object) -> HttpResponse:
    """The picture of a user's board, as somebody asks for it."""
    return _image(lambda: _drawn(WORKSHOP, board.source, asker))


def editable(request: HttpRequest, board_id: UUID) -> OwnBoard:
    """The board, for its owner and for staff; 404 and 403 otherwise."""
    board = get_object_or_404(OwnBoard, pk=board_id)
    if not board.may_be_edited_by(user_of(request)):
        raise PermissionDenied
    return board


def _copied(source: str, owner: User) -> str:
    """The source with a name that its owner has not given yet. Raises BoardError."""
    layout = read_layout(source, file=FILE)
    return preamble(source) + write_layout(replace(layout, id=free_name(owner, layout.id)))


def _our_picture(board_id: str, asker: str | None) -> str:
    """The picture of one of our boards, kept once it is made. Raises Busy, TooLong."""
    if board_id not in _our_pictures:
        _our_pictures[board_id] = _drawn(OURS, board_source(board_id), asker)
    return _our_pictures[board_id]


def _drawn(workshop: Workshop, source: str, asker: object) -> str:
    """The picture of a source, in summer. Raises Busy, TooLong."""
    return str(json.loads(workshop.do(Picture(source, SUMMER), asker))["svg"])


def _image(draw: Callable[[], str]) -> HttpResponse:
    """A picture, or the answer that there is none just now."""
    try:
        return HttpResponse(draw(), content_type="image/svg+xml")
    except (Busy, TooLong):
        return HttpResponse(status=UNAVAILABLE)


def _begun(
    request: HttpRequest,
    form: Form,
    source: Callable[[], str],
    page: Callable[[], HttpResponse],
) -> HttpResponse:
    """To the editor with a new board, or back to the page with what is wrong."""
    if form.is_valid():
        try:
            board = board_create(owner=_must_be_user(request), source=source())
        except BoardError as error:
            form.add_error(None, f"Line {error.line}: {error.place}: {error.message}.")
        except TooMany:
            words = ngettext(
                "You have %(most)s board, as many as one may have.",
                "You have %(most)s boards, as many as one may have.",
                MOST_BOARDS,
            )
            form.add_error(None, words % {"most": MOST_BOARDS})
        except NameTaken:
            form.add_error(None, _("You have another board of that name."))
        else:
            return redirect("games:board_edit", board.pk)
    answer = page()
    answer.status_code = UNPROCESSABLE
    return answer


def _list(request: HttpRequest, new: NewBoardForm, given: ImportForm) -> HttpResponse:
    user = user_of(request)
    context = {
        "nav": "boards",
        "ours": board_lines(),
        "own": own_boards(user) if user else [],
        "new_form": new,
        "import_form": given,
    }
    return render(request, "games/boards.html", context)


def _source_of(board_id: str, user: User) -> str:
    try:
        return board_source(board_id)
    except KeyError:
        pass
    try:
        own = OwnBoard.objects.get(pk=UUID(board_id))
    except (ValueError, OwnBoard.DoesNotExist) as error:
        raise Http404 from error
    if not own.may_be_edited_by(user):
        raise PermissionDenied
    return own.source


def _or_404(find: Callable[[str], str], board_id: str) -> str:
    try:
        return find(board_id)
    except KeyError as error:
        raise Http404 from error


def text_file(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.txt"'
    return response


def _must_be_user(request: HttpRequest) -> User:
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    return user
