"""Who acts under a "?" that nobody near sees stays secret; leaks about it are found."""

import random

import pytest

from rules.chapters.a12_shown_watchers import WatcherShown
from rules.chapters.a12_unseen_tries import TriedFromCover
from rules.chapters.a12_unseen_weapons import WeaponFromCover
from rules.chapters.covers import ActorNamed
from rules.proof.toy.planted import search
from rules.proof.unseen import LEAKS, VARIATIONS, sound
from tests.rules.proof.plants import each, never_told

PAIRS = 160
_TOLD = (WeaponFromCover, TriedFromCover, ActorNamed, WatcherShown)
MOST_PAIRS = 1000  # no leak may need more
SEED = 2
SEED_OF_PAIRS = 1
SEEDS = {"unseen: SMOKE by name": 1}
"""Others, for what is still met late."""
LATE = {"unseen: SMOKE by name"}
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "unseen: SMOKE by name": {"verbs": ("smoke",)},
    "unseen: fire by name": {"verbs": ("fire",), "kinds": ("who is under a ?",)},
    "unseen: a shot without its Fact": {"verbs": ("shoot",), "kinds": ("CX under a ?",)},
    "unseen: a FT without its Fact": {"verbs": ("flame",)},
    "unseen: who shows himself in the window": {
        "verbs": ("move", "choose"),
        "kinds": ("who is under a ?",),
    },
    "unseen: Repair for everybody": {"verbs": ("repair",)},
}
"""What leaks that are met late are about: the long run comes to them without that."""


def test_pairs_of_worlds_that_differ_where_somebody_acts_unseen_are_sent_the_same() -> None:
    assert not never_told(_TOLD, sound(), [(VARIATIONS, PAIRS)], SEED_OF_PAIRS)


@pytest.mark.parametrize("name", each(LEAKS, LATE))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    (found,) = search(
        random.Random, planted, near, seed=SEEDS.get(name, SEED), pairs=MOST_PAIRS, sound=sound()
    )
    assert found.leak is not None
