"""The sensible player: what he likes of what he is offered, and that his games come to an end."""

import random
from typing import Any

import pytest

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.world import Known
from rules.play.engine import ruleset, scenario_ids
from rules.position.knowledge import Knowledge
from rules.proof.ground import FAR, cover, danger, half_mf_to
from rules.proof.simulation import PLAYERS, play
from rules.proof.table_view import TableView, worth


def bare(scenario_id: str) -> Knowledge:
    """A board with nobody on it."""
    rules = ruleset(scenario_id)
    return Knowledge(Known(0, ()), rules.board, rules.law)


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_a_sensible_game_comes_to_its_result_without_a_fault(scenario_id: str) -> None:
    played = play(
        ruleset(scenario_id), random.Random("s"), b"s", PLAYERS["sensible"], watched=False
    )
    assert played.faults == []
    assert played.winner is not None
    assert played.verbs["end_phase"]
    assert not {"resign", "offer_draw", "ask_take_back", "disable"} & set(played.verbs)


def test_a_sensible_game_that_is_watched() -> None:
    played = play(ruleset("skirmish"), random.Random("w"), b"w", PLAYERS["sensible"])
    assert played.faults == []
    assert played.turn == 3


def test_the_same_game_twice() -> None:
    games = [
        play(ruleset("skirmish"), random.Random("t"), b"t", PLAYERS["sensible"], watched=False)
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_how_far_it_is() -> None:
    position = bare("mill-bridge")
    board = position.board
    mill = board.hex("O6")
    assert half_mf_to(position, mill, LocationId(f"{mill}/0")) == 0
    over_the_bridge = half_mf_to(position, mill, LocationId("so3:L5/0"))
    assert 0 < over_the_bridge < 20
    assert half_mf_to(position, mill, LocationId("so3:L7/0")) == FAR  # in the river


def test_nobody_is_dangerous_where_nobody_is() -> None:
    position = bare("brody-gate")
    assert danger(position, Side.A, LocationId("so2:O4/0")) == 0
    assert cover(position, LocationId("so2:O4/0")) == 3


@pytest.mark.parametrize(
    ("worse", "better"),
    [("none", "PTC"), ("PTC", "NMC"), ("NMC", "1MC"), ("3MC", "K/1"), ("K/2", "1KIA"),
     ("1KIA", "3KIA")],
)  # fmt: skip
def test_what_a_result_is_worth(worse: str, better: str) -> None:
    assert worth(worse) < worth(better)


def test_who_has_to_win_attacks() -> None:
    rules = ruleset("mill-bridge")
    nothing: Any = None
    views = [TableView(nothing, rules, bare("mill-bridge"), side, ()) for side in Side]
    assert [view.attacks for view in views] == [True, False]
