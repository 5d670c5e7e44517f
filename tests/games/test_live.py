"""What the server sees to when a player comes."""

from collections.abc import Callable

import pytest

from games import rulesets
from games.leakcheck.loop import LeapingLoop, here
from games.services import Created
from rules.kernel.audience import Side
from tests.games.players import Player

LOOP = LeapingLoop


async def test_the_board_is_ready_before_anybody_can_fire(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    whole = rulesets.scenario

    def scenario(scenario_id: str) -> object:
        class Noted:
            def __getattr__(self, name: str) -> object:
                return getattr(whole(scenario_id), name)

            prepare: Callable[[], None] = staticmethod(lambda: prepared.append(scenario_id))

        return Noted()

    monkeypatch.setattr(rulesets, "scenario", scenario)
    async with Player(toy.game.pk) as watcher:
        await watcher.hello()
        assert prepared == []
    async with Player(toy.game.pk, toy.seats[Side.A].token) as player:
        await player.hello()
        await here().quiet()
    assert prepared == [toy.game.scenario]
