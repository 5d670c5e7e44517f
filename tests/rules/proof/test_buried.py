"""What rubble buries stays secret as far as nobody had met it; leaks about it are found."""

import random

import pytest

from rules.chapters.covers import CounterRevealed
from rules.proof.buried import LEAKS, VARIATIONS, sound
from rules.proof.toy.planted import search
from rules.proof.twins import Extent, compare_games
from tests.rules.proof.plants import each

PAIRS = 60
MOST_PAIRS = 1000  # no leak may need more
SEED = 3
LATE = {"rubble: who hears what was buried"}
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "rubble: who hears what was buried": {"verbs": ("end_phase",)},
    "rubble: dice for what was buried": {"verbs": ("end_phase",)},
}
"""What leaks that are met late are about: the long run comes to them without that."""


def test_pairs_of_worlds_that_differ_where_a_building_comes_down_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert CounterRevealed.__name__ in tally.facts


@pytest.mark.parametrize("name", each(LEAKS, LATE))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    (found,) = search(random.Random, planted, near, seed=SEED, pairs=MOST_PAIRS, sound=sound())
    assert found.leak is not None
