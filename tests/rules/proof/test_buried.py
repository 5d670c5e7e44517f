"""What rubble buries stays secret as far as nobody had met it; leaks about it are found."""

import random

import pytest

from rules.chapters.concealment.covers import CounterRevealed
from rules.proof.buried import LEAKS, VARIATIONS, sound
from rules.proof.twins import Extent, compare_games
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt

PAIRS = pairs(60)
SEED = 3
CLOSER: dict[str, Closer] = {
    "rubble: who hears what was buried": {"verbs": ("end_phase",)},
    "rubble: dice for what was buried": {"verbs": ("end_phase",)},
}
"""What leaks that are met late are about."""
HUNT = Hunt("buried", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_where_a_building_comes_down_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert CounterRevealed.__name__ in tally.facts


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
