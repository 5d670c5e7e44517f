"""Packing the rows of games that are over: they are read alike, and take less room."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from games.models import BulletinRow, Game, StepRow
from games.models.choices import Status
from games.models.packed import packed

_BATCH: Final = 200  # rows in memory at once
_PACKED: Final[tuple[tuple[type[models.Model], tuple[str, ...]], ...]] = (
    (StepRow, ("changes", "undo")),
    (BulletinRow, ("frame", "keyframe")),
)


@dataclass(frozen=True)
class Packing:
    """What came of packing: how many games, and their bytes before and after."""

    games: int = 0
    before: int = 0
    after: int = 0

    def __add__(self, other: "Packing") -> "Packing":
        games, before = self.games + other.games, self.before + other.before
        return Packing(games, before, self.after + other.after)


def games_pack(*, over_for: timedelta) -> Packing:
    """Pack the games that have been over for so long, one after the other, each in a transaction of
    its own.
    """
    long_ago = timezone.now() - over_for
    over = Game.objects.filter(status=Status.OVER, packed=False, updated__lte=long_ago)
    return sum(map(game_pack, over.values_list("pk", flat=True)), Packing())


def game_pack(game_id: UUID) -> Packing:
    """Pack one game, if it is over and not packed yet."""
    with transaction.atomic():
        row = Game.objects.locked(game_id)
        if row.status != Status.OVER or row.packed:
            return Packing()
        done = Packing(games=1)
        for model, fields in _PACKED:
            done += sum(_rows_pack(model, fields, game_id), Packing())
        Game.objects.filter(pk=game_id).update(packed=True)
        return done


def _rows_pack(
    model: type[models.Model], fields: tuple[str, ...], game_id: UUID
) -> Iterator[Packing]:
    rows = model._default_manager.filter(game=game_id)
    keys = list(rows.values_list("pk", flat=True))
    for start in range(0, len(keys), _BATCH):
        for row in rows.filter(pk__in=keys[start : start + _BATCH]).only(*fields):
            plain = {name: data for name in fields if (data := getattr(row, name)) is not None}
            smaller = {name: packed(data) for name, data in plain.items()}
            model._default_manager.filter(pk=row.pk).update(**smaller)
            yield Packing(before=_size(plain.values()), after=_size(smaller.values()))


def _size(parts: Iterable[bytes]) -> int:
    return sum(map(len, parts))
