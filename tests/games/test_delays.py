"""How long standing orders take."""

import itertools
import random
from unittest import mock

from pytest_django.fixtures import Settings

from games import live
from games.delays import LONGEST, MEDIAN, SHORTEST, standing_delay
from games.services import Created


def test_delays_spread_over_what_a_quick_human_takes(settings: Settings) -> None:
    settings.STANDING_DELAY_SCALE = 1.0
    delays = sorted(standing_delay() for _ in range(2_000))
    assert SHORTEST <= delays[0] < 1.0
    assert 4.5 < delays[-1] <= LONGEST
    assert abs(delays[1_000] - MEDIAN) < 0.3
    tenths = [delays[200 * tenth] for tenth in range(10)]
    assert all(later - sooner > 0.05 for sooner, later in itertools.pairwise(tenths))
    assert len(set(delays)) == len(delays)


def test_delays_follow_from_chance_alone_and_scale(settings: Settings) -> None:
    settings.STANDING_DELAY_SCALE = 1.0
    whole = [standing_delay(random.Random(1)) for _ in range(3)]
    settings.STANDING_DELAY_SCALE = 0.5
    assert [standing_delay(random.Random(1)) for _ in range(3)] == [one / 2 for one in whole]


async def test_every_standing_answer_has_a_delay_of_its_own(toy: Created) -> None:
    """Each waits for what was drawn for it, and nothing else."""
    game_id, drawn, slept = toy.game.pk, (0.011, 0.013, 0.017), []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with (
        mock.patch.object(live, "standing_delay", side_effect=drawn),
        mock.patch("games.live.asyncio.sleep", sleep),
    ):
        for _ in range(3):
            await live._play_standing(game_id, 0)
    assert slept == [0.011, 0.013, 0.017]
