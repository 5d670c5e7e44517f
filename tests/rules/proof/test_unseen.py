"""Who acts under a "?" that nobody near sees stays secret; leaks about it are found."""

import pytest

from rules.chapters.concealment.a12_shown_watchers import WatcherShown
from rules.chapters.concealment.a12_unseen_tries import TriedFromCover
from rules.chapters.concealment.a12_unseen_weapons import WeaponFromCover
from rules.chapters.concealment.covers import ActorNamed
from rules.proof.unseen import ASKED, ASKED_LEAKS, LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, Telling, each

PAIRS = pairs(160)
_TOLD = (WeaponFromCover, TriedFromCover, ActorNamed, WatcherShown)
SEED = 2
SEED_OF_PAIRS = 1
CLOSER: dict[str, Closer] = {
    "unseen: fire by name": {"verbs": ("fire",), "kinds": ("who is under a ?",)},
    "unseen: a shot without its Fact": {"verbs": ("shoot",), "kinds": ("CX under a ?",)},
    "unseen: a FT without its Fact": {"verbs": ("flame",)},
    "unseen: who shows himself in the window": {
        "verbs": ("move", "choose"),
        "kinds": ("who is under a ?",),
    },
    "unseen: Repair for everybody": {"verbs": ("repair",)},
}
"""What leaks that are met late are about."""
TELLING = Telling("unseen", _TOLD, sound, ((VARIATIONS, PAIRS),), SEED_OF_PAIRS)
HUNT = Hunt("unseen", LEAKS, VARIATIONS, sound, CLOSER)
ASKING = Hunt("asked", ASKED_LEAKS, ASKED, sound)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_where_somebody_acts_unseen_are_sent_the_same(
    *, anew: bool
) -> None:
    assert not TELLING.never_told(anew=anew)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None


@pytest.mark.planted
@pytest.mark.parametrize("name", ASKED_LEAKS)
def test_what_is_planted_about_who_is_asked_is_found(name: str, *, anew: bool) -> None:
    assert ASKING.find(name, anew=anew).leak is not None
