"""What is laid besides A-P mines stays secret, and planted leaks about it are found."""

import random

import pytest

from rules.proof.laid import LEAKS, VARIATIONS, sound
from rules.proof.toy.planted import search
from rules.proof.twins import Extent, compare_games

PAIRS = 120
MOST_PAIRS = 1000  # no leak may need more
SEED = 1
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "A-T mines: heard by Infantry": {
        "verbs": (
            "move",
            "enter",
        ),
        "kinds": ("A-T mines",),
    },
}
"""What leaks that are met late are about: the long run comes to them without that."""
KINDS = {
    "A-T mines",
    "Booby Traps",
    "Dummy or mines",
    "more Dummies",
    "strength of Known mines",
}


def test_pairs_of_worlds_that_differ_in_what_is_laid_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert set(tally.varied) >= KINDS


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    (found,) = search(random.Random, planted, near, seed=SEED, pairs=MOST_PAIRS, sound=sound())
    assert found.leak is not None
