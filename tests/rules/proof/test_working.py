"""Who works under a "?" that nobody near sees stays secret; leaks about it are found."""

import random

import pytest

from rules.chapters.a12_unseen_facts import ShownInActing
from rules.chapters.a12_unseen_tries import TriedFromCover
from rules.proof.toy.planted import search
from rules.proof.working import LEAKS, VARIATIONS, sound
from tests.rules.proof.plants import each, never_told

PAIRS = 160
_TOLD = (ShownInActing, TriedFromCover)
MOST_PAIRS = 1000  # no leak may need more
SEED = 2
_WHO = ("who is under a ?",)
LATE = {"working: in and out one by one"}
CLOSER: dict[str, dict[str, tuple[str, ...]]] = {
    "working: Kindling by name": {"verbs": ("kindle",), "kinds": _WHO},
    "working: Kindling without its Fact": {"verbs": ("kindle",), "kinds": _WHO},
    "working: digging by name": {"verbs": ("dig",), "kinds": _WHO},
    "working: digging without its Fact": {"verbs": ("dig",)},
    "working: Deployment by name": {"verbs": ("deploy", "recombine")},
    "working: who shows himself": {"verbs": ("dig", "choose")},
}
"""What leaks that are met late are about: the long run comes to them without that."""


def test_pairs_of_worlds_that_differ_where_somebody_works_unseen_are_sent_the_same() -> None:
    assert not never_told(_TOLD, sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.parametrize("name", each(LEAKS, LATE))
def test_what_is_planted_is_found(name: str) -> None:
    planted, near = {name: LEAKS[name]}, VARIATIONS.closer(**CLOSER.get(name, {}))
    (found,) = search(random.Random, planted, near, seed=SEED, pairs=MOST_PAIRS, sound=sound())
    assert found.leak is not None
