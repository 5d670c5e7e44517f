"""Who is under a "?" beside a SMC that is found stays secret; leaks about it are found."""

import random

import pytest

from rules.chapters.covers import CounterRevealed
from rules.proof.found import LEAKS, VARIATIONS, sound
from rules.proof.toy.planted import search
from tests.rules.proof.plants import never_told

PAIRS = 60
MOST_PAIRS = 600  # no leak may need more
SEED = 1
NEAR = VARIATIONS.closer(verbs=("move",), kinds=("height of a ?",))


def test_pairs_of_worlds_that_differ_where_a_leader_is_found_are_sent_the_same() -> None:
    assert not never_told((CounterRevealed,), sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str) -> None:
    planted = {name: LEAKS[name]}
    (found,) = search(random.Random, planted, NEAR, seed=SEED, pairs=MOST_PAIRS, sound=sound())
    assert found.leak is not None
