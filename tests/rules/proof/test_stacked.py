"""Nobody looks into stacks before play; leaks about what lies in them are found."""

import random

import pytest

from rules.chapters.concealment.covers import CounterRevealed
from rules.play.setup.facts import StacksOpened
from rules.proof.stacked import BY_LOS, LEAKS, VARIATIONS, sound, sound_by_los
from rules.proof.twins import Extent, compare_games
from tests.rules.proof.hunts import Closer, Hunt, never_told

PAIRS = 60
SEED = 3
CLOSER: dict[str, Closer] = {
    "stacks: weapons of the top": {"kinds": ("setup handing",)},
    'stacks: how many gain a "?" before play': {
        "verbs": ("seal_setup",),
        "kinds": ("setup beneath", "setup existence"),
    },
}
"""What leaks that are met late are about."""
HUNT = Hunt("stacked", LEAKS, VARIATIONS, sound, CLOSER)


def test_pairs_of_worlds_that_differ_beneath_the_tops_of_stacks_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIATIONS, random.Random, Extent(seed=SEED, pairs=PAIRS))
    assert not tally.leaks
    assert "setup beneath" in tally.varied
    assert StacksOpened.__name__ in tally.facts


def test_so_are_they_where_stacks_are_looked_into_by_los_alone() -> None:
    told = (StacksOpened, CounterRevealed)
    assert not never_told(told, sound_by_los(), [(BY_LOS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
