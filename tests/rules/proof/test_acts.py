"""Single acts under a "?" tell nothing of who does them; leaks about each are found."""

import pytest

from rules.chapters.close_combat.a11_concealed import StateShown
from rules.chapters.concealment.a12_check_facts import ChecksUnderCover
from rules.chapters.concealment.a12_fortifications import FortificationShown
from rules.chapters.concealment.a12_unseen_facts import FireFromCover
from rules.chapters.concealment.a12_unseen_tries import TriedFromCover
from rules.chapters.concealment.covers import CounterRevealed
from rules.kernel.fact import Fact
from rules.proof.acts import (
    ARRIVING,
    BARRING,
    CHARGING,
    CHECKED,
    CLAIMING,
    CLEARED,
    DETONATING,
    FIGHTING,
    LEAKS,
    SERVING,
    SMOKING,
    STAYING,
    WATCHED,
    Scene,
)
from tests.examples import pairs
from tests.rules.proof.hunts import Hunt, never_told

PAIRS = pairs(60)
SEED = 1


def _hunt(scene: Scene, *verbs: str) -> Hunt:
    return Hunt(scene.name, LEAKS[scene.name], scene.variations.closer(verbs=verbs), scene.sound)


SERVED = _hunt(SERVING, "fire_together")
SET_OFF = _hunt(DETONATING, "set_off")
CLEARANCE = _hunt(CLEARED, "end_phase")
CLAIMED = _hunt(CLAIMING, "fire", "choose")
BARRED = _hunt(BARRING, "fire", "shoot", "choose")
CHARGED = _hunt(CHARGING, "place_charge", "set_charge")
SEEN = _hunt(WATCHED, "move", "fire", "advance")
ENTRY = _hunt(ARRIVING, "enter")
FOUGHT = _hunt(FIGHTING, "cc_attack", "choose")
ATTACKED = _hunt(CHECKED, "move", "choose")
SMOKED = _hunt(SMOKING, "smoke")
STAYED = _hunt(STAYING, "rally", "fire", "end_phase")
TOLD: tuple[tuple[Hunt, type[Fact]], ...] = (
    (SERVED, FireFromCover),
    (SET_OFF, TriedFromCover),
    (CLEARANCE, TriedFromCover),
    (CLAIMED, FortificationShown),
    (BARRED, FortificationShown),
    (ENTRY, CounterRevealed),
    (CHARGED, CounterRevealed),
    (SEEN, CounterRevealed),
    (STAYED, CounterRevealed),
    (FOUGHT, StateShown),
    (ATTACKED, ChecksUnderCover),
    (SMOKED, TriedFromCover),
)
"""What is told in each position."""
PLANTED = [pytest.param(hunt, name, id=name) for hunt, _ in TOLD for name in hunt.leaks]


@pytest.mark.pairs
@pytest.mark.parametrize(("hunt", "told"), TOLD, ids=[hunt.ground for hunt, _ in TOLD])
def test_pairs_of_worlds_that_differ_in_who_acts_are_sent_the_same(
    hunt: Hunt, told: type[Fact]
) -> None:
    assert not never_told((told,), hunt.sound(), [(hunt.variations, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize(("hunt", "name"), PLANTED)
def test_what_is_planted_is_found(hunt: Hunt, name: str, *, anew: bool) -> None:
    assert hunt.find(name, anew=anew).leak is not None
