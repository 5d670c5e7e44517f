"""Who lies concealed in a Blaze, behind bocage or in a pillbox stays secret; leaks are found."""

import pytest

from rules.chapters.concealment.covers import CounterRevealed, CoverRemoved
from rules.proof.sheltered import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, never_told

PAIRS = pairs(60)
SEED = 4
_REAL = ("real or Dummy", "what is real")
_LEAVE: Closer = {"verbs": ("leave_blaze",)}
CLOSER: dict[str, Closer] = {
    "Blaze: how many stay in it": _LEAVE,
    "Blaze: who leaves it, by name": _LEAVE,
    "bocage: barred by who is under a ?": {"kinds": _REAL},
    "pillbox: a window by who looks out": {"verbs": ("move",), "kinds": _REAL},
}
"""What leaks that are met late are about."""
HUNT = Hunt("sheltered", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_in_such_places_are_sent_the_same() -> None:
    assert not never_told([CounterRevealed, CoverRemoved], sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
