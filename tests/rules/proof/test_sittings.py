"""A game asks its players as seldom as the rules allow."""

import random

import pytest

from rules.play import reaction
from rules.play.engine import ruleset
from rules.proof.sensible import sensible
from rules.proof.simulation import Player
from rules.proof.sittings import Sitting, drawing, sit

SEED = "t"
MOST_HAND_OVERS = 107
MOST_ACTS = 260


def game_of(player: Player) -> Sitting:
    """One game of First Light, the same by chance each time."""
    return sit(ruleset("first-light"), random.Random(SEED), SEED.encode(), player)


def test_a_game_with_drawn_moves_hands_over_half_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = game_of(drawing)
    assert drawn.steps > drawn.turns
    assert drawn.hand_overs <= MOST_HAND_OVERS
    assert drawn.acts <= MOST_ACTS
    monkeypatch.setattr(reaction, "opens", lambda *_: True)
    by_hand = game_of(sensible)
    assert by_hand.turns == drawn.turns
    assert drawn.hand_overs * 9 < by_hand.hand_overs * 5
