"""Who works under a "?" that nobody near sees stays secret; leaks about it are found."""

import pytest

from rules.chapters.concealment.a12_unseen_facts import ShownInActing
from rules.chapters.concealment.a12_unseen_tries import TriedFromCover
from rules.proof.working import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, each, never_told

PAIRS = pairs(160)
_TOLD = (ShownInActing, TriedFromCover)
SEED = 2
_WHO = ("who is under a ?",)
LATE = {"working: in and out one by one"}
CLOSER: dict[str, Closer] = {
    "working: Kindling by name": {"verbs": ("kindle",), "kinds": _WHO},
    "working: Kindling without its Fact": {"verbs": ("kindle",), "kinds": _WHO},
    "working: digging by name": {"verbs": ("dig",), "kinds": _WHO},
    "working: digging without its Fact": {"verbs": ("dig",)},
    "working: Deployment by name": {"verbs": ("deploy", "recombine")},
    "working: who shows himself": {"verbs": ("dig", "choose")},
}
"""What leaks that are met late are about."""
HUNT = Hunt("working", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_where_somebody_works_unseen_are_sent_the_same() -> None:
    assert not never_told(_TOLD, sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS, LATE))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
