"""Dice that can be checked once the game is over."""

from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.dice import DiceExport, NotOver, dice_export, verify
from games.models import Game
from games.models.choices import Status
from games.services import Created
from rules.kernel.view import wire
from tests.games.playing import random_game


@pytest.fixture
def over(toy: Created) -> Game:
    """A game that was played to its end."""
    for _ in random_game(toy.game.pk, 3, 500):
        pass
    game = Game.objects.get(pk=toy.game.pk)
    assert game.status == Status.OVER
    return game


def checked(export: DiceExport, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit status and last line of `verifydice`."""
    path.write_bytes(wire(export))
    try:
        call_command("verifydice", str(path))
    except SystemExit as ended:
        status = int(ended.code or 0)
    else:
        status = 0
    return status, capsys.readouterr().out.splitlines()[-1]


def test_the_seeds_stay_closed_until_the_end(toy: Created) -> None:
    with pytest.raises(NotOver):
        dice_export(toy.game.pk)
    with pytest.raises(CommandError, match="not over"):
        call_command("exportdice", str(toy.game.pk))


def test_every_roll_of_a_finished_game_follows_from_its_seeds(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dice.json"
    call_command("exportdice", str(over.pk), str(path))
    export = msgspec.json.decode(path.read_bytes(), type=DiceExport)
    n = len(export.rolls)
    assert n > 10
    assert checked(export, path, capsys) == (0, f"{n} rolls, {n} match")


def test_a_changed_roll_is_found(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = dice_export(over.pk)
    first, *others = export.rolls
    other = tuple(7 - die for die in first.dice)
    forged = msgspec.structs.replace(
        export, rolls=(msgspec.structs.replace(first, dice=other), *others)
    )
    n = len(export.rolls)
    assert checked(forged, tmp_path / "dice.json", capsys) == (1, f"{n} rolls, {n - 1} match")


def test_seeds_that_were_not_committed_to_are_found(over: Game) -> None:
    export = dice_export(over.pk)
    seeds = {**export.seeds, next(iter(export.seeds)): "00" * 32}
    assert verify(msgspec.structs.replace(export, seeds=seeds)).faults


def test_a_roll_that_was_left_out_is_found(over: Game) -> None:
    export = dice_export(over.pk)
    assert verify(msgspec.structs.replace(export, rolls=export.rolls[1:])).faults


def test_a_file_that_is_no_export(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("{}")
    with pytest.raises(CommandError):
        call_command("verifydice", str(tmp_path / "x"))
