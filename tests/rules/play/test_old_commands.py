"""Commands as they were stored before are read as what they are now."""

from typing import Any

import msgspec
import pytest

from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.seal import TokenSealer
from rules.play.engine import ruleset
from rules.play.old_commands import as_now


def new_game() -> Game:
    return Game.new(ruleset("skirmish"), dice=HmacDice(b"old commands"), sealer=TokenSealer())


def read(**stored: Any) -> dict[str, Any]:
    """What a stored command is now: one that its game understands."""
    now = as_now(msgspec.json.encode(stored))
    new_game().decode(now)
    found: dict[str, Any] = msgspec.json.decode(now)
    return found


def test_the_rest_of_a_drawn_move_becomes_commands() -> None:
    assert read(
        verb="move",
        units=["u1"],
        to="so1:P5/0",
        on=["so1:P6/0", "so1:P7/0"],
        on_by=["road", "terrain"],
        then_stop=True,
    ) == {
        "verb": "move",
        "units": ["u1"],
        "to": "so1:P5/0",
        "then": [
            {"verb": "move", "units": ["u1"], "to": "so1:P6/0", "manner": "road"},
            {"verb": "move", "units": ["u1"], "to": "so1:P7/0", "manner": "terrain"},
            {"verb": "end_move"},
        ],
    }


def test_a_drawn_move_without_ways_goes_by_the_terrain() -> None:
    move = {"verb": "move", "units": ["u1"], "to": "so1:P5/0"}
    assert read(**move, on=["so1:P6/0"], on_by=[], then_stop=False)["then"] == [
        {"verb": "move", "units": ["u1"], "to": "so1:P6/0"}
    ]
    assert read(**move, then_stop=True)["then"] == [{"verb": "end_move"}]


def test_other_commands_are_as_they_were() -> None:
    stored = msgspec.json.encode({"verb": "end_phase"})
    assert as_now(stored) is stored


def test_an_overrun_that_was_to_stop_is_one_that_stops_by_itself() -> None:
    stored = {"verb": "overrun", "units": ["u1"], "to": "so1:P5/0"}
    assert read(**stored, then_stop=True) == stored


def test_only_moves_had_such_fields() -> None:
    stored = b'{"verb":"end_move","on":"y"}'
    assert as_now(stored) is stored


def test_plans_within_plans_without_end_are_malformed() -> None:
    step = b'{"verb":"move","units":["u1"],"to":"so1:P5/0","then":['
    with pytest.raises(Refused) as refused:
        new_game().decode(step * 3000 + b"]}" * 3000)
    assert refused.value.code == "malformed"
