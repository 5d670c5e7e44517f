"""How often the database is asked: not more for a long game, nor for a full lobby."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.models.choices import Status
from games.selectors.documents import audience_view
from games.services import Created, game_create, play
from games.services.memory import MEMORY
from rules.kernel.audience import Audience, Side
from tests.games.playing import command, random_game

Count = Callable[[int], AbstractContextManager[Any]]


@pytest.mark.parametrize(
    ("warm", "queries"), [pytest.param(True, 6, id="warm"), pytest.param(False, 12, id="cold")]
)
def test_a_command(
    toy: Created, django_assert_max_num_queries: Count, warm: bool, queries: int
) -> None:
    for _ in random_game(toy.game.pk, 2, 4):
        pass
    play(game_id=toy.game.pk, side=Side.B, data=command("stand_by"), seen=None)
    if not warm:
        MEMORY.clear()
    with django_assert_max_num_queries(queries):
        play(game_id=toy.game.pk, side=Side.B, data=command("stand_down"), seen=None)


def test_a_document(toy: Created, django_assert_num_queries: Count) -> None:
    for _ in random_game(toy.game.pk, 2, 40):
        pass
    with django_assert_num_queries(2):
        audience_view(toy.game.pk, Audience.PUBLIC)


def test_the_lobby_however_full(
    toy: Created, client: Client, django_assert_num_queries: Count
) -> None:
    for status in (Status.OPEN, Status.PLAYING, Status.OVER):
        for _ in range(4):
            game = game_create(scenario_id="toy").game
            Game.objects.filter(pk=game.pk).update(status=status)
    with django_assert_num_queries(6):  # three lists, each with its seats
        client.get("/")
