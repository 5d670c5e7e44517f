"""A share of `manage.py simulate`: random games to their result, watched at every step. One of each
scenario is quick, and has all its phases; more of them take minutes.
"""

import random

import pytest

from rules.play.engine import ruleset, scenario_ids
from rules.play.ruleset import AslRules
from rules.proof.invariants import Watch
from rules.proof.simulation import play_randomly
from tests.long_run import quick_and_long
from tests.rules.everything import EVERYTHING


@pytest.mark.parametrize("scenario_id", scenario_ids())
@pytest.mark.parametrize("number", quick_and_long(1, 6))
def test_a_random_game_comes_to_its_result_without_a_fault(scenario_id: str, number: int) -> None:
    seed = f"quick:{number}"
    played = play_randomly(ruleset(scenario_id), random.Random(seed), seed.encode())
    assert played.faults == []
    assert played.winner is not None


@pytest.mark.parametrize("number", quick_and_long(1, 6))
def test_a_random_game_with_everything_that_may_lie_on_a_card(number: int) -> None:
    seed = f"everything:{number}"
    played = play_randomly(AslRules(EVERYTHING), random.Random(seed), seed.encode())
    assert played.faults == []


def test_a_fault_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "after", lambda self, step: iter(["the sky falls"]))
    played = play_randomly(ruleset("skirmish"), random.Random("quick"), b"quick")
    assert played.faults == ["step 1: the sky falls"]
