"""Who is under a "?" beside a SMC who may be overrun stays secret; leaks about it are found."""

import pytest

from rules.chapters.concealment.covers import CounterRevealed
from rules.proof.found import ASKED, ASKED_LEAKS, LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, each, never_told

PAIRS = pairs(60)
SEED = 1
CLOSER: dict[str, Closer] = {
    "OVR: how many could bar it": {"verbs": ("overrun",), "kinds": ("real or Dummy",)},
}
"""What leaks that are met late are about."""
HUNT = Hunt("found", LEAKS, VARIATIONS, sound, CLOSER)
ASKING = Hunt("found asked", ASKED_LEAKS, ASKED, sound)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_where_a_leader_is_overrun_are_sent_the_same() -> None:
    assert not never_told((CounterRevealed,), sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None


@pytest.mark.planted
@pytest.mark.parametrize("name", ASKED_LEAKS)
def test_what_is_planted_about_who_is_asked_is_found(name: str, *, anew: bool) -> None:
    assert ASKING.find(name, anew=anew).leak is not None
