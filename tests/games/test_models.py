"""What the database itself refuses."""

import pytest
from django.db import IntegrityError, models

from games.models import BulletinRow, Game, Piece, Seat, SecretRecord, StepRow
from games.services import Created, play
from rules.kernel.audience import Side
from tests.games.playing import command

A, B = Side


@pytest.mark.parametrize("model", [Piece, SecretRecord, StepRow, BulletinRow, Seat])
def test_nothing_is_stored_twice(toy: Created, model: type[models.Model]) -> None:
    play(game_id=toy.game.pk, side=A, data=command("end_turn"), seen=0)
    row = model._default_manager.first()
    assert row is not None
    row.pk = None
    if isinstance(row, Seat):
        row.token = "another"
    with pytest.raises(IntegrityError):
        row.save(force_insert=True)


@pytest.mark.parametrize(
    ("model", "field"),
    [(Seat, "side"), (SecretRecord, "owner_side"), (BulletinRow, "audience"), (Game, "to_move")],
)
def test_sides_are_two(toy: Created, model: type[models.Model], field: str) -> None:
    with pytest.raises(IntegrityError):
        model._default_manager.update(**{field: "c"})


def test_a_game_read_for_pages_has_neither_seed_nor_counters(toy: Created) -> None:
    deferred = Game.objects.get(pk=toy.game.pk).get_deferred_fields()
    assert deferred == {"master_seed", "ledger"}
