"""What is laid besides A-P mines stays secret, and planted leaks about it are found."""

import random

import pytest

from rules.chapters.mines.b28_facts import TrapDr
from rules.proof.laid import LEAKS, VARIATIONS, sound
from rules.proof.subjects.laid import LAID
from rules.proof.twins import Extent, compare_games
from tests.rules.proof.hunts import Closer, Hunt, Telling

PAIRS = 120
SEED = 2
CLOSER: dict[str, Closer] = {
    "A-T mines: heard by Infantry": {
        "verbs": (
            "move",
            "enter",
        ),
        "kinds": ("A-T mines",),
    },
}
"""What leaks that are met late are about."""
KINDS = {
    "A-T mines",
    "Booby Traps",
    "Dummy or mines",
    "more Dummies",
    "strength of Known mines",
}
TOLD = tuple(fact for fact in LAID.told if fact is not TrapDr)
"""What is told here: there is a position of its own for the other (`test_rare`)."""
TELLING = Telling("laid", TOLD, sound, ((VARIATIONS, 2 * PAIRS),), SEED)
HUNT = Hunt("laid", LEAKS, VARIATIONS, sound, CLOSER)


def test_pairs_of_worlds_that_differ_in_what_is_laid_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert set(tally.varied) >= KINDS


def test_every_fact_about_what_is_laid_is_told(*, anew: bool) -> None:
    assert not TELLING.never_told(anew=anew, at_once=True)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
