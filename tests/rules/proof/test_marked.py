"""What counters of mines stand for is secret until it is met or seen; leaks about it are found."""

import pytest

from rules.chapters.mines.b28_facts import AtFactors, DummyFound
from rules.proof.marked import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Hunt, each, never_told

PAIRS = pairs(60)
SEED = 1
HUNT = Hunt("marked", LEAKS, VARIATIONS, sound)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_in_what_is_marked_are_sent_the_same() -> None:
    assert not never_told((AtFactors, DummyFound), sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
