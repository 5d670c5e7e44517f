"""Who waits off the map under a "?" stays secret until it is lost; leaks about it are found."""

import random

import pytest

from rules.proof.twins import Extent, compare_games
from rules.proof.unknown import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt

PAIRS = pairs(120)
SEED = 3
CLOSER: dict[str, Closer] = {
    "entry: how many come": {"verbs": ("enter",)},
}
"""What leaks that are met late are about."""
HUNT = Hunt("unknown", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_in_who_waits_off_the_map_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert {"who waits in which stack", "who waits with which weapon"} <= set(tally.varied)
    assert {"set_up", "enter"} <= set(tally.verbs)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
