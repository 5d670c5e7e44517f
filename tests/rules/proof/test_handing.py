"""What changes hands under a "?" stays secret; leaks about it are found."""

import random

import pytest

from rules.chapters.concealment.a12_unseen_facts import RecoveryFromCover
from rules.proof.handing import LEAKS, VARIATIONS, sound
from rules.proof.twins import Extent, compare_games
from tests.examples import pairs
from tests.rules.proof.hunts import Hunt

PAIRS = pairs(60)
SEED = 3
HUNT = Hunt("handing", LEAKS, VARIATIONS, sound)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_where_weapons_change_hands_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert RecoveryFromCover.__name__ in tally.facts


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
