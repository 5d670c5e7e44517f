"""A game's commands and offers wait for its own map, and for no other game's."""

import asyncio
from collections import Counter
from threading import Event
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest

from games import preparing, rulesets
from games.editor.turns import Busy
from games.preparing import prepared
from games.threads import looking
from rules.kernel.refused import Refused

SLOW, QUICK, OURS = uuid4(), uuid4(), uuid4()
SCENARIOS = {SLOW: "own-slow", QUICK: "own-quick", OURS: "skirmish"}


class Maps:
    """What is prepared, how often, and what one of them waits for."""

    def __init__(self) -> None:
        self.prepared: Counter[str] = Counter()
        self.may_end, self.fails = Event(), set[str]()

    def scenario(self, scenario_id: str) -> object:
        def prepare() -> None:
            if scenario_id == "own-slow":
                assert self.may_end.wait(60)
            if scenario_id in self.fails:
                raise Busy
            self.prepared[scenario_id] += 1

        return SimpleNamespace(prepare=prepare)


@pytest.fixture
def maps(monkeypatch: pytest.MonkeyPatch) -> Maps:
    made = Maps()

    def scenario_of(game_id: UUID) -> str:
        return SCENARIOS[game_id]

    monkeypatch.setattr(rulesets, "scenario", made.scenario)
    monkeypatch.setattr(preparing, "_scenario_of", scenario_of)
    return made


async def test_no_game_waits_for_anothers_map(maps: Maps) -> None:
    slow = asyncio.create_task(prepared(SLOW))
    try:
        for other in (QUICK, OURS):
            await asyncio.wait_for(prepared(other), 30)
        assert await asyncio.wait_for(looking(lambda: "offers"), 30) == "offers"
        assert not slow.done()
    finally:
        maps.may_end.set()
    await slow
    await prepared(SLOW)
    assert maps.prepared == {"own-slow": 1, "own-quick": 1, "skirmish": 1}


async def test_one_that_cannot_be_made_now_is_tried_again(maps: Maps) -> None:
    maps.fails.add("own-quick")
    with pytest.raises(Refused) as refused:
        await prepared(QUICK)
    assert refused.value.code == "busy"
    maps.fails.clear()
    await prepared(QUICK)
    assert maps.prepared == {"own-quick": 1}
