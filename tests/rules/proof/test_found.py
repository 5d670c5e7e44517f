"""Who is under a "?" beside a SMC that is found stays secret; leaks about it are found."""

import pytest

from rules.chapters.covers import CounterRevealed
from rules.proof.found import LEAKS, VARIATIONS, sound
from tests.rules.proof.hunts import Hunt, each, never_told

PAIRS = 60
SEED = 1
NEAR = {"verbs": ("move",), "kinds": ("height of a ?",)}
HUNT = Hunt("found", LEAKS, VARIATIONS, sound, dict.fromkeys(LEAKS, NEAR))


def test_pairs_of_worlds_that_differ_where_a_leader_is_found_are_sent_the_same() -> None:
    assert not never_told((CounterRevealed,), sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str) -> None:
    assert HUNT.find(name).leak is not None
