"""What lies on the map, in words, and what of it one side alone sees."""

import re

import pytest

from games.models.choices import LookKind
from games.selectors.ground import ground_of
from games.selectors.looks import counters_unseen
from games.services import game_create
from rules.kernel.audience import Audience
from tests.games.playing import random_game

pytestmark = pytest.mark.django_db


def test_what_one_side_alone_sees_is_named_with_its_place() -> None:
    game_id = game_create(scenario_id="skirmish", master=b"m" * 32).game.pk
    for one in random_game(game_id, 3, 60):
        found = counters_unseen(game_id, LookKind.RECORDS_B) if one.at_rest else []
        if any(re.fullmatch(r"[A-Z]+\d+: .*mine.*", line) for line in found):
            break
    else:
        pytest.fail("no mines were laid")
    everybody = ground_of(game_id, Audience.PUBLIC).called()
    assert not {line for line in everybody if "hidden from the other side" in line}


def test_steps_have_no_counters() -> None:
    game_id = game_create(scenario_id="skirmish", master=b"m" * 32).game.pk
    assert counters_unseen(game_id, LookKind.STEPS) == []
