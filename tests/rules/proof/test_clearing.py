"""Who clears or handles a DC under a "?" that nobody near sees stays secret; leaks are found."""

import pytest

from rules.chapters.concealment.a12_unseen_facts import ShownInActing
from rules.chapters.concealment.a12_unseen_tries import TriedFromCover
from rules.chapters.concealment.a12_unseen_weapons import WeaponFromCover
from rules.proof.clearing import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, never_told

PAIRS = pairs(160)
_TOLD = (ShownInActing, TriedFromCover, WeaponFromCover)
SEED = 2
_WHO = ("who is under a ?",)
CLOSER: dict[str, Closer] = {
    "clearing: by name": {"verbs": ("clear_away",), "kinds": _WHO},
    "clearing: without its Fact": {"verbs": ("clear_away", "end_phase"), "kinds": _WHO},
    "clearing: a DC Placed by name": {"verbs": ("place_charge",), "kinds": _WHO},
    "clearing: a Placed DC without its Fact": {
        "verbs": ("end_phase",),
        "kinds": ("who Placed a DC",),
    },
    "clearing: a DC Set without its Fact": {"verbs": ("set_charge", "end_phase")},
}
"""What leaks that are met late are about."""
HUNT = Hunt("clearing", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_where_somebody_works_unseen_are_sent_the_same() -> None:
    assert not never_told(_TOLD, sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
