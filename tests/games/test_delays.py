"""How long standing orders take."""

import asyncio
import itertools
import random
from dataclasses import replace
from unittest import mock
from uuid import UUID

from pytest_django.fixtures import Settings

from games import live
from games.delays import LONGEST, MEDIAN, SHORTEST, drawn_delay, standing_delay
from games.leakcheck.loop import LeapingLoop, here
from games.services import Created, play
from games.threads import writing
from rules.kernel.audience import Side
from tests.games.playing import command

LOOP = LeapingLoop


def test_delays_spread_over_what_a_quick_human_takes(settings: Settings) -> None:
    settings.STANDING_DELAY_SCALE = 1.0
    delays = sorted(standing_delay(UUID(int=9), step) for step in range(2_000))
    assert SHORTEST <= delays[0] < 1.0
    assert 4.5 < delays[-1] <= LONGEST
    assert abs(delays[1_000] - MEDIAN) < 0.3
    tenths = [delays[200 * tenth] for tenth in range(10)]
    assert all(later - sooner > 0.05 for sooner, later in itertools.pairwise(tenths))
    assert len(set(delays)) == len(delays)


def test_delays_follow_from_chance_alone_and_scale(settings: Settings) -> None:
    settings.STANDING_DELAY_SCALE = 1.0
    whole = [drawn_delay(random.Random(1)) for _ in range(3)]
    settings.STANDING_DELAY_SCALE = 0.5
    assert [drawn_delay(random.Random(1)) for _ in range(3)] == [one / 2 for one in whole]


def test_every_process_waits_as_long_for_the_order_of_a_step(settings: Settings) -> None:
    """Of two that were drawn apart the shorter would be shorter than people are."""
    settings.STANDING_DELAY_SCALE = 1.0
    game, other = UUID(int=1), UUID(int=2)
    assert standing_delay(game, 7) == standing_delay(game, 7)
    assert len({standing_delay(one, step) for one in (game, other) for step in range(9)}) == 18
    first = standing_delay(game, 7)
    settings.SECRET_KEY = "another site's key"
    assert standing_delay(game, 7) != first


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


async def test_who_comes_in_while_a_standing_order_waits_has_no_other_delay_drawn(
    toy: Created,
) -> None:
    """The shorter of two is shorter than people are: it would give the order away."""
    game_id, slept, waited = toy.game.pk, [], asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await waited.wait()

    outcome = await writing(play, game_id=game_id, side=Side.B, data=command("stand_by"), seen=None)
    before = set(live._tasks)
    with (
        mock.patch.object(live, "standing_delay", return_value=0.02),
        mock.patch("games.live.asyncio.sleep", sleep),
    ):
        await live.told(replace(outcome, deliveries=(), standing=True), game_id)
        await live.nudge(game_id)
        started = [task for task in live._tasks - before if task]
        await here().quiet()
        waited.set()
        await asyncio.gather(*started)
    assert slept == [0.02]
