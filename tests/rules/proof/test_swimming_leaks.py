"""Who lies concealed at the bank stays secret as he tries to swim; leaks about it are found."""

import random

import pytest

from rules.chapters.e06_facts import SwimFromCover
from rules.proof.swimming import LEAKS, VARIATIONS, sound
from rules.proof.toy.planted import search
from tests.rules.proof.plants import never_told

PAIRS = 60
MOST_PAIRS = 1000  # no leak may need more
SEED = 3
SEEDS = {"boats: who stays at the bank": 2}  # seldom is anybody left behind
_SWIM: dict[str, tuple[str, ...]] = {"verbs": ("swim",)}
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "boats: who stays at the bank": {"verbs": ("embark", "advance")},
    "swimming: how many look on": _SWIM,
    "swimming: told to the enemy": _SWIM,
    "swimming: what has tried": _SWIM,
    "swimming: whose TC": _SWIM,
}
"""What leaks that are met late are about: the long run comes to them without that."""


def test_pairs_of_worlds_that_differ_at_the_bank_are_sent_the_same() -> None:
    assert not never_told([SwimFromCover], sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    (found,) = search(
        random.Random, planted, near, seed=SEEDS.get(name, SEED), pairs=MOST_PAIRS, sound=sound()
    )
    assert found.leak is not None
