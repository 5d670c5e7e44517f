"""Hidden Fortifications stay secret until they are found; leaks about them are found."""

import random

import pytest

from rules.proof.fortified import LEAKS, VARIATIONS, sound
from rules.proof.twins import Extent, compare_games
from tests.rules.proof.hunts import Closer, Hunt

PAIRS = 60
SEED = 3
CLOSER: dict[str, Closer] = {
    "Fortifications: Wire holds unseen": {
        "verbs": ("move", "search", "rout"),
        "kinds": ("hidden Wire",),
    },
    "Fortifications: the order of their records": {
        "verbs": ("move", "search"),
        "kinds": ("which Fortification is which",),
    },
}
"""What leaks that are met late are about."""
HUNT = Hunt("fortified", LEAKS, VARIATIONS, sound, CLOSER)


def test_pairs_of_worlds_that_differ_in_hidden_fortifications_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert {"hidden Fortifications", "which Fortification is which"} <= set(tally.varied)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
