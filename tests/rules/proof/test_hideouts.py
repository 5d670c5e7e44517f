"""Who is hidden where fire comes down stays secret; leaks about it are found."""

import pytest

from rules.chapters.concealment.covers import CounterRevealed
from rules.proof.hideouts import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, each, never_told

PAIRS = pairs(60)
SEED = 1
CLOSER: dict[str, Closer] = {"hideouts: a hit at nobody": {"verbs": ("shoot",)}}
"""What leaks that are met late are about."""
HUNT = Hunt("hideouts", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_in_who_is_hidden_are_sent_the_same() -> None:
    assert not never_told((CounterRevealed,), sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
