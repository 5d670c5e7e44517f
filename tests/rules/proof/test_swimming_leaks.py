"""Who lies concealed at the bank stays secret as he tries to swim; leaks about it are found."""

import pytest

from rules.chapters.water.e06_facts import SwimFromCover
from rules.proof.swimming import LEAKS, VARIATIONS, sound
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, never_told

PAIRS = pairs(60)
SEED = 3
_SWIM: dict[str, tuple[str, ...]] = {"verbs": ("swim",)}
_MOVE: dict[str, tuple[str, ...]] = {"verbs": ("move",)}
CLOSER: dict[str, Closer] = {
    "boats: who stays at the bank": {"verbs": ("embark", "advance")},
    "boats: who stays as others carry": {"verbs": ("manhandle",)},
    "boats: who lies where one drifts": {"verbs": ("end_phase",)},
    "boats: who lies where one lands": {"verbs": ("ground", "paddle")},
    "cavalry: a horse's MF": _MOVE,
    "cavalry: hooves": _MOVE,
    "cavalry: who is beside the horses": {"verbs": ("mount",)},
    "fording: Dummies that go along": _MOVE,
    "fording: who stays at the bank": _MOVE,
    "swimming: how many look on": _SWIM,
    "swimming: told to the enemy": _SWIM,
    "swimming: what has tried": _SWIM,
    "swimming: who looks on as one drowns": {"verbs": ("end_phase", "pass")},
    "swimming: whose TC": _SWIM,
}
"""What leaks that are met late are about."""
HUNT = Hunt("swimming", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_at_the_bank_are_sent_the_same() -> None:
    assert not never_told([SwimFromCover], sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None
