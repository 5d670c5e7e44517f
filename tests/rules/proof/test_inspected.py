"""What lies beneath the tops of stacks stays with those who see it; leaks about it are found."""

import pytest

from rules.chapters.a12_inspection import StackInspected
from rules.chapters.covers import CounterRevealed
from rules.proof.inspected import LEAKS, VARIATIONS, sound
from tests.rules.proof.hunts import Closer, Hunt, each, never_told

PAIRS = 60
SEED = 1
CLOSER: dict[str, Closer] = {
    "inspection: how many gain": {
        "verbs": ("end_phase",),
        "kinds": ("how many are beneath a top",),
    },
}
"""What leaks that are met late are about."""
HUNT = Hunt("inspected", LEAKS, VARIATIONS, sound, CLOSER)


def test_pairs_of_worlds_that_differ_beneath_the_tops_are_sent_the_same() -> None:
    told = (CounterRevealed, StackInspected)
    assert not never_told(told, sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
