"""Boards that users make: made, saved, and taken away."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.editor.limits import MOST_BOARDS, bounded_layout
from games.models import OwnBoard, User
from rules.board.layout import Layout


class TooMany(Exception):
    """The user has as many boards as one may have."""


class NameTaken(Exception):
    """Another board of the same owner has that name."""


class SavedMeanwhile(Exception):
    """The board was saved elsewhere after it was opened here."""


@transaction.atomic
def board_create(*, owner: User, source: str) -> OwnBoard:
    """A new board of a source. Raises BoardError, TooMany, NameTaken."""
    layout = bounded_layout(source)
    User.objects.select_for_update().get(pk=owner.pk)
    own = OwnBoard.objects.filter(owner=owner)
    if own.count() >= MOST_BOARDS:
        raise TooMany
    _refuse_taken(own.filter(name=layout.id).exists())
    return OwnBoard.objects.create(owner=owner, name=layout.id, title=layout.title, source=source)


@transaction.atomic
def board_save(*, board_id: UUID, source: str, seen: int) -> OwnBoard:
    """The board with another source, over the version `seen`. Raises BoardError, NameTaken,
    SavedMeanwhile, OwnBoard.DoesNotExist."""
    layout = bounded_layout(source)
    board = OwnBoard.objects.select_for_update().get(pk=board_id)
    if board.version != seen:
        raise SavedMeanwhile
    others = OwnBoard.objects.filter(owner_id=board.owner_id).exclude(pk=board.pk)
    _refuse_taken(others.filter(name=layout.id).exists())
    _write(board, layout, source)
    return board


def board_delete(*, board_id: UUID) -> None:
    """The board is gone."""
    OwnBoard.objects.filter(pk=board_id).delete()


def _write(board: OwnBoard, layout: Layout, source: str) -> None:
    board.name, board.title, board.source = layout.id, layout.title, source
    board.version += 1
    board.updated = timezone.now()
    board.save()


def _refuse_taken(taken: bool) -> None:
    if taken:
        raise NameTaken
