"""The sensible player: what he likes of what he is offered, and that his games come to an end."""

import random
from functools import cache

import msgspec
import pytest

from rules.board.locations import LocationId
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.entropy import AwaitLine
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.seal import MerkleSealer
from rules.kernel.world import Known
from rules.opponent.ground import FAR, cover, danger, half_mf_to
from rules.opponent.seat import Seat, worth
from rules.opponent.wishes import decide
from rules.play.engine import ruleset, scenario_ids
from rules.position.knowledge import Knowledge
from rules.proof.sensible import seat_at
from rules.proof.simulation import PLAYERS, Played, play


def bare(scenario_id: str) -> Knowledge:
    """A board with nobody on it."""
    rules = ruleset(scenario_id)
    return Knowledge(Known(0, ()), rules.board, rules.law)


def played_anew(scenario_id: str) -> Played:
    """A game between sensible players."""
    rng = random.Random("s")
    return play(ruleset(scenario_id), rng, b"s", PLAYERS["sensible"], watched=False)


played_once = cache(played_anew)


LIKE_OTHERS = {
    *("both-ends", "brody-gate", "chapel-ridge", "mill-bridge", "owl-light", "santa-lucia"),
    "threshing-floor",
}
"""Scenarios in whose game nothing is done or told that is not in those of the others: the long run
has them. That games there come to their result, `test_random_play` shows every time.
"""
EACH = [
    pytest.param(one, marks=[pytest.mark.long] if one in LIKE_OTHERS else [])
    for one in scenario_ids()
]


@pytest.mark.parametrize("scenario_id", EACH)
def test_a_sensible_game_comes_to_its_result_without_a_fault(scenario_id: str) -> None:
    played = played_once(scenario_id)
    assert played.faults == []
    assert played.winner is not None
    assert played.verbs["end_phase"]
    assert not {"resign", "offer_draw", "ask_take_back", "disable"} & set(played.verbs)


def test_a_sensible_game_that_is_watched() -> None:
    played = play(ruleset("skirmish"), random.Random("w"), b"w", PLAYERS["sensible"])
    assert played.faults == []
    assert played.turn == 3


def test_the_same_game_twice() -> None:
    assert played_anew("skirmish") == played_once("skirmish")


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


def test_a_mark_is_feared_less_than_a_squad() -> None:
    position = bare("owl-light")
    here, there = (LocationId(f"so1:{name}/0") for name in ("Z4", "Z5"))
    mark = Cover(id=ShownId("c1"), side=Side.B, at=there)
    squad = Unit(
        id=ShownId("u1"), side=Side.B, counter=CounterId("s1"), type="ger-447", letter="A", at=there
    )
    feared, known = (
        danger(Knowledge(Known(0, (one,)), position.board, position.law), Side.A, here)
        for one in (mark, squad)
    )
    assert 0 < feared < known


def test_all_marks_and_mines_are_set_up() -> None:
    played = played_once("keep-off-the-grass")
    assert played.verbs["lay_mines"] > 1
    assert played.facts["KnownMinesSetUp"] == 1
    assert played.verbs["place_concealment"] > 2
    assert played.facts["CoverRemoved"] > 0


@pytest.mark.parametrize(
    ("worse", "better"),
    [("none", "PTC"), ("PTC", "NMC"), ("NMC", "1MC"), ("3MC", "K/1"), ("K/2", "1KIA"),
     ("1KIA", "3KIA")],
)  # fmt: skip
def test_what_a_result_is_worth(worse: str, better: str) -> None:
    assert worth(worse) < worth(better)


def nobody(scenario_id: str, side: Side) -> Seat:
    """A seat before an empty board."""
    rules = ruleset(scenario_id)
    return Seat(rules, Known(0, (), side.audience), side, None, ())


def test_who_has_to_win_attacks() -> None:
    assert [nobody("mill-bridge", side).attacks for side in Side] == [True, False]


def test_nobody_sits_on_two_sides() -> None:
    rules = ruleset("skirmish")
    with pytest.raises(ValueError, match="its own side"):
        Seat(rules, Known(0, (), Side.A.audience), Side.B, None, ())
    with pytest.raises(ValueError, match="its own questions"):
        Seat(rules, Known(0, (), Side.B.audience), Side.B, AwaitLine(side=Side.A), ())


def test_what_is_decided_is_not_refused() -> None:
    """The first wish that the rules take; None where nothing is offered."""
    game = Game.new(ruleset("skirmish"), dice=HmacDice(b"d"), sealer=MerkleSealer(b"d"))
    side = Side(msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"])
    offers = msgspec.json.decode(game.offers(side.audience))
    nouns = decide(seat_at(game, side, offers), random.Random("d"))
    game.check(side, game.decode(msgspec.json.encode(nouns)))
    assert decide(seat_at(game, side, ()), random.Random("d")) is None
