"""Hidden Fortifications stay secret until they are found; leaks about them are found."""

import random

import pytest

from rules.proof.fortified import LEAKS, VARIATIONS, sound
from rules.proof.toy.planted import search
from rules.proof.twins import Extent, compare_games

PAIRS = 60
MOST_PAIRS = 1000  # no leak may need more
SEED = 3
SEEDS = {"Fortifications: the order of their records": 1}  # seldom are two found at once
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "Fortifications: Wire holds unseen": {
        "verbs": ("move", "search"),
    },
    "Fortifications: the order of their records": {
        "verbs": ("move", "search"),
        "kinds": ("which Fortification is which",),
    },
}
"""What leaks that are met late are about: the long run comes to them without that."""


def test_pairs_of_worlds_that_differ_in_hidden_fortifications_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert {"hidden Fortifications", "which Fortification is which"} <= set(tally.varied)


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    seed = SEEDS.get(name, SEED)
    (found,) = search(random.Random, planted, near, seed=seed, pairs=MOST_PAIRS, sound=sound())
    assert found.leak is not None
