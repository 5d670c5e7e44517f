"""Who lies concealed at the bank stays secret as he tries to swim; leaks about it are found."""

import random

import pytest

from rules.chapters.e06_facts import SwimFromCover
from rules.proof.swimming import LEAKS, VARIATIONS, sound
from rules.proof.toy.planted import search
from rules.proof.twins import Extent, compare_games

PAIRS = 60
MOST_PAIRS = 1000  # no leak may need more
SEED = 3
SEEDS = {"boats: who stays at the bank": 2}  # seldom is anybody left behind
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "boats: who stays at the bank": {
        "verbs": (
            "embark",
            "advance",
        )
    },
}
"""What leaks that are met late are about: the long run comes to them without that."""


def test_pairs_of_worlds_that_differ_at_the_bank_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert SwimFromCover.__name__ in tally.facts


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    (found,) = search(
        random.Random, planted, near, seed=SEEDS.get(name, SEED), pairs=MOST_PAIRS, sound=sound()
    )
    assert found.leak is not None
