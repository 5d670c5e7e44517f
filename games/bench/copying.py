"""Many games where one has come to: its rows, again and again."""

from typing import Final
from uuid import UUID, uuid4

from django.db import models, transaction

from games.bench.recording import LiveTable
from games.models import BulletinRow, Game, Piece, Seat, SecretRecord, StepRow
from rules.kernel.audience import Side

_ROWS: Final[tuple[type[models.Model], ...]] = (BulletinRow, Piece, SecretRecord, StepRow)
_BATCH: Final = 200  # rows a statement


@transaction.atomic
def game_copied(game_id: UUID) -> LiveTable:
    """Another game that stands where this one does, with seats that a link alone opens. It has
    the same master seed, so that the same commands come to the same.
    """
    game = Game.objects.defer(None).get(pk=game_id)
    game.pk = uuid4()
    game.save(force_insert=True)
    for model in _ROWS:
        rows = list(model._default_manager.filter(game=game_id))
        for row in rows:
            row.pk = None
            vars(row)["game_id"] = game.pk
        model._default_manager.bulk_create(rows, batch_size=_BATCH)
    seats = {side: Seat.objects.create(game=game, side=side) for side in Side}
    return LiveTable(game.pk, {side: seat.token for side, seat in seats.items()})
