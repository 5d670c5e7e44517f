"""What Daisy Chains are laid stays secret, and leaks about it are found."""

import random

import pytest

from rules.chapters.mines.b28_daisy_chains import ChainShown
from rules.proof.chained import LEAKS, VARIATIONS, sound
from rules.proof.twins import Extent, compare_games
from tests.examples import pairs
from tests.rules.proof.hunts import Hunt

PAIRS = pairs(120)
SEED = 4
HUNT = Hunt("chained", LEAKS, VARIATIONS, sound, {})


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_in_what_chains_are_laid_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert "Daisy Chain" in tally.varied
    assert tally.facts[ChainShown.__name__]


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
