"""Games that are over take less room, and are read as before."""

import importlib
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import BulletinRow, Game, Seat, StepRow
from games.models.packed import packed, unpacked
from games.services import game_create, play
from games.services.packing import game_pack, games_pack
from rules.kernel.audience import Audience, Side
from tests.games.playing import command, loaded, random_game, set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    row = game_create(scenario_id="skirmish", master=b"m" * 32).game
    set_up(row.pk)
    list(random_game(row.pk, 3, 60))
    return row


def over(game: Game) -> None:
    if Game.objects.get(pk=game.pk).status != "over":
        play(game_id=game.pk, side=Side.A, data=command("resign"), seen=None)
    Game.objects.filter(pk=game.pk).update(updated=timezone.now() - timedelta(days=2))


def stored() -> int:
    """The bytes of all rows as they lie in the database."""
    count = 0
    for model, fields in ((StepRow, ("changes", "undo")), (BulletinRow, ("frame", "keyframe"))):
        lengths = " + ".join(f"coalesce(length({name}), 0)" for name in fields)
        with connection.cursor() as cursor:
            cursor.execute(f"select sum({lengths}) from {model._meta.db_table}")  # noqa: S608 - our own names
            count += cursor.fetchone()[0]
    return count


def read(client: Client, game: Game) -> list[Any]:
    """Everything that is read of a game: files, replays, dice, the steps, and the game itself."""
    found: list[Any] = []
    for seat in ("", *Seat.objects.filter(game=game).values_list("token", flat=True)):
        for name in ("game_file", "replay_data", "seen", "dice_export"):
            answer = client.get(reverse(f"games:{name}", args=(game.pk,)), {"seat": seat})
            found.append((answer.status_code, answer.content))
    found += StepRow.objects.filter(game=game).order_by("number").values_list("changes", "undo")
    told = BulletinRow.objects.filter(game=game).order_by("audience", "number")
    found += told.values_list("frame", "keyframe", "digest")
    found.append([loaded(game.pk).documents[audience] for audience in Audience])
    return found


def test_what_is_packed_comes_out_as_it_was() -> None:
    for data in (b"", b"[]", b"{}" * 500, b'{"a":1}'):
        assert unpacked(packed(data)) == data
        assert len(packed(data)) <= len(data)
    assert len(packed(b"{}" * 500)) < 100


def test_a_game_that_is_over_takes_less_room_and_is_read_alike(client: Client, game: Game) -> None:
    over(game)
    before, took = read(client, game), stored()
    done = games_pack(over_for=timedelta(days=1))
    assert read(client, game) == before
    assert stored() == done.after
    assert took == done.before
    assert done.after < took / 3
    assert Game.objects.get(pk=game.pk).packed
    assert not games_pack(over_for=timedelta(0)).games


def test_a_game_under_way_is_left_alone_and_so_is_one_just_over() -> None:
    game = game_create(scenario_id="skirmish").game
    set_up(game.pk)
    took = stored()
    assert not game_pack(game.pk).games
    assert not games_pack(over_for=timedelta(0)).games
    play(game_id=game.pk, side=Side.A, data=command("resign"), seen=None)
    assert not games_pack(over_for=timedelta(days=1)).games
    assert stored() >= took


def test_the_command_says_what_came_of_it(game: Game) -> None:
    over(game)
    out, took = StringIO(), stored()
    call_command("packgames", stdout=out)
    assert out.getvalue() == f"1 games, {took} bytes before, {stored()} after\n"


def test_the_migration_can_be_taken_back(client: Client, game: Game) -> None:
    over(game)
    before, took = read(client, game), stored()
    game_pack(game.pk)
    importlib.import_module("games.migrations.0018_packed").unpack(apps, None)
    assert stored() == took
    assert read(client, game) == before
