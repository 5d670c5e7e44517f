"""What lies beneath the tops of stacks stays with those who see it; leaks about it are found."""

import random

import pytest

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_inspection import StackInspected
from rules.chapters.concealment.covers import CounterRevealed
from rules.forces.phases import Phase
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.play.firing.opportunity import OpportunityFire
from rules.position.stacks import StackSeen
from rules.proof.inspected import LEAKS, VARIATIONS, sound
from rules.proof.subjects.covers import hide
from rules.proof.trials import trial
from tests.examples import pairs
from tests.rules.proof.hunts import Closer, Hunt, each, never_told

PAIRS = pairs(60)
SEED = 1
CLOSER: dict[str, Closer] = {
    "inspection: how many gain": {
        "verbs": ("end_phase",),
        "kinds": ("how many are beneath a top",),
    },
}
"""What leaks that are met late are about."""
HUNT = Hunt("inspected", LEAKS, VARIATIONS, sound, CLOSER)


@pytest.mark.pairs
def test_pairs_of_worlds_that_differ_beneath_the_tops_are_sent_the_same() -> None:
    told = (CounterRevealed, StackInspected)
    assert not never_told(told, sound(), [(VARIATIONS, PAIRS)], SEED)


@pytest.mark.planted
@pytest.mark.parametrize("name", each(LEAKS))
def test_what_is_planted_is_found(name: str, *, anew: bool) -> None:
    assert HUNT.find(name, anew=anew).leak is not None


def test_who_looks_from_under_a_cover_takes_no_take_back_from_the_owner() -> None:
    offered = []
    for is_watched in (False, True):
        game = trial("inspected").game(phase=Phase.PFPH, phasing=Side.A, active=Side.A)
        if is_watched:
            hide(game.world, Side.B, LocationId("inline:F4/0"), random.Random(SEED))
            game.world.take_changes()
            game.refresh()
        mate = next(one.id for one in game.world.all(Unit) if one.counter == "mate")
        step = game.play(Side.A, OpportunityFire(units=(mate,)))
        assert any(isinstance(told.fact, StackInspected) for told in step.facts) is is_watched
        offered.append(game.offers(Audience.A))
    assert offered[0] == offered[1]


def test_what_was_seen_in_a_stack_does_not_follow_who_leaves_it_unseen() -> None:
    """A change by agreement, of what its side alone sees, is no look of the other side."""
    place = trial("inspected")
    game = place.game(phase=Phase.PFPH, phasing=Side.A, active=Side.A)
    hide(game.world, Side.B, LocationId("inline:F4/0"), random.Random(SEED))
    table = place.rules.asl(game._table())
    table.settle()
    before = {one.id: one.seen.for_(Side.B) for one in game.world.all(StackSeen)}
    assert before
    for veiled in game.world.all(Veiled):
        if veiled.owner is Side.B:
            game.world.drop(veiled)
    for cover in game.world.all(Cover):
        game.world.drop(cover)
    below = next(one for one in table.truth.pieces(Side.A) if one.below_top and "D4" in one.at)
    table.put(below, at=LocationId("inline:B3/0"))
    table.settle()
    assert {one.id: one.seen.for_(Side.B) for one in game.world.all(StackSeen)} == before
