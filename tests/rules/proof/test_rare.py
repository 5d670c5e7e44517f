"""What comes about seldom tells nothing of what is secret; leaks about each are found."""

import pytest

from rules.chapters.concealment.a12_check_facts import ProvedReal
from rules.chapters.concealment.a12_hidden import HiddenPlaced
from rules.chapters.concealment.covers import CounterRevealed
from rules.chapters.mines.b28_facts import TrapDr
from rules.chapters.victory.a26_control import ControlPutRight
from rules.kernel.fact import Fact
from rules.proof.acts import Scene
from rules.proof.rare import AMBUSHED, DISPUTED, LEAKS, PROVING, TRAPPED, YIELDING
from tests.examples import pairs
from tests.rules.proof.hunts import Hunt, never_told

PAIRS = pairs(60)
SEED = 1


def _hunt(scene: Scene) -> Hunt:
    return Hunt(scene.name, LEAKS[scene.name], scene.variations, scene.sound)


GIVEN_UP = _hunt(YIELDING)
PLACED = _hunt(AMBUSHED)
TAKEN = _hunt(DISPUTED)
PROVED = _hunt(PROVING)
STRUCK = _hunt(TRAPPED)
TOLD: tuple[tuple[Hunt, type[Fact]], ...] = (
    (GIVEN_UP, CounterRevealed),
    (PLACED, HiddenPlaced),
    (TAKEN, ControlPutRight),
    (PROVED, ProvedReal),
    (STRUCK, TrapDr),
)
"""What is told in each position."""
PLANTED = [pytest.param(hunt, name, id=name) for hunt, _ in TOLD for name in hunt.leaks]


@pytest.mark.pairs
@pytest.mark.parametrize(("hunt", "told"), TOLD, ids=[hunt.ground for hunt, _ in TOLD])
def test_pairs_of_worlds_are_sent_the_same(hunt: Hunt, told: type[Fact]) -> None:
    assert not never_told((told,), hunt.sound(), [(hunt.variations, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize(("hunt", "name"), PLANTED)
def test_what_is_planted_is_found(hunt: Hunt, name: str, *, anew: bool) -> None:
    assert hunt.find(name, anew=anew).leak is not None
