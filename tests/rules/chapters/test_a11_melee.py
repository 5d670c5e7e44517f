"""A11.15, A11.16 Melee, the CCPh at rest, and whatever may be answered being offered."""

import random
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from rules.board.locations import hex_of
from rules.chapters.close_combat.a11_melee import contested, end_of_close_combat_phase, unfought
from rules.chapters.victory.a26_victory import controlled
from rules.forces.entities import Control
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.play.choices import Choose
from rules.play.combat.cc_questions import CcPass
from rules.play.combat.close_combat import close_combat
from rules.play.lifetimes import lift_marks
from rules.play.part import AslQuestion
from rules.play.phase_end import EndPhase
from rules.play.phases import COMMANDS, PHASES
from rules.proof.players import choose_command
from tests.rules.helpers import Bench, at, unit

C3, E3 = at("C3"), at("E3")
OPEN = "size 9 x 6"


def two_places() -> Bench:
    return Bench(
        OPEN,
        [
            unit("g1", "ger-467", "E3"),
            unit("r1", "rus-447", "E3"),
            unit("g2", "ger-467", "C3"),
            unit("r2", "rus-447", "C3"),
            unit("g3", "ger-467", "A1"),
        ],
    )


@pytest.mark.rule("A11.12")
def test_the_attacker_picks_one_location_after_the_other_until_one_is_left() -> None:
    bench, part = two_places(), PHASES[Phase.CCPH]
    assert contested(bench.public) == unfought(bench.public) == (C3, E3)
    with pytest.raises(Refused):
        part.refuse(bench.public, Side.A, EndPhase())
    choice = Choose(option=E3)
    part.refuse(bench.public, Side.A, choice)
    bench.run(part.begin(bench.table, Side.A, choice), *[CcPass()] * 4)
    for place in (E3, C3):
        with pytest.raises(Refused):
            part.refuse(bench.public, Side.A, Choose(option=place))
    assert [offer.verb for offer in part.offers(bench.public, Side.A)] == ["end_phase"]
    part.refuse(bench.public, Side.A, EndPhase())


@pytest.mark.rule("A11.15")
def test_both_sides_still_there_are_in_melee_and_fight_again_next_time() -> None:
    bench = two_places()
    bench.run(close_combat(bench.table, C3), CcPass(), CcPass())
    bench.run(end_of_close_combat_phase(bench.table))
    lift_marks(bench.table, Phase.CCPH)
    assert bench.unit("g2").melee
    assert bench.unit("r2").melee
    assert not bench.unit("g3").melee
    assert C3 in unfought(bench.public)


@pytest.mark.rule("A11.16")
def test_broken_units_still_in_melee_are_eliminated_and_the_rest_are_free() -> None:
    entities = [
        unit("g1", "ger-467", "C3", melee=True),
        unit("r1", "rus-447", "C3", melee=True, broken=True),
        unit("r2", "rus-447", "E3", broken=True),
        Control(id=hex_of(C3), side=Side.B),
    ]
    bench = Bench(OPEN, entities)
    bench.run(end_of_close_combat_phase(bench.table))
    assert bench.is_gone("r1")
    assert not bench.unit("g1").melee
    assert bench.unit("r2").broken
    assert controlled(bench.public, Side.A) == (hex_of(C3),)


GERMANS = ("ger-467", "ger-247", "ger-8-1", "ger-436", "ger-hero", "ger-6p1")
RUSSIANS = ("rus-447", "rus-237", "rus-8-0", "rus-426", "rus-628", "rus-9-1")


def crowd(rng: random.Random) -> list[Any]:
    """A few units of both sides in a wood, in any state, with others around them."""
    melee = rng.random() < 0.5
    found = []
    for letter, types in (("g", GERMANS), ("r", RUSSIANS)):
        for n in range(rng.randint(1, 4)):
            type_ = rng.choice(types)
            broken = "hero" not in type_ and rng.random() < 0.25
            found.append(
                unit(
                    f"{letter}{n}",
                    type_,
                    "C3",
                    broken=broken,
                    pinned=not broken and rng.random() < 0.2,
                    melee=melee and rng.random() < 0.8,
                    used=rng.random() < 0.5,
                )
            )
    around = ("B2", "C2", "D2", "D3", "C4", "B3")
    names = [name for name in around if rng.random() < 0.3]
    found += [unit(f"x{name}", rng.choice(("ger-467", "rus-447")), name) for name in names]
    return found


def play_by_chance(bench: Bench, rng: random.Random, procedure: Procedure[None]) -> None:
    commands = reduce(or_, COMMANDS)
    answer: Any = None
    while True:
        try:
            question = procedure.send(answer)
        except StopIteration:
            return
        assert isinstance(question, AslQuestion)
        offered = choose_command(rng, question.offers(bench.public))
        command = msgspec.convert(offered, commands)
        question.refuse(bench.public, command)
        answer = question.answer(command)


@pytest.mark.parametrize("seed", range(120))
def test_whatever_is_offered_is_accepted_and_leaves_things_in_order(seed: int) -> None:
    rng = random.Random(seed)
    board = f"{OPEN}\nwoods: C3 D2\nwall: C3/2\nbuilding stone x: C4"
    bench = Bench(board, crowd(rng), dice=HmacDice(seed.to_bytes(2, "big")))
    play_by_chance(bench, rng, close_combat(bench.table, C3))
    bench.table.settle()
    there = bench.public.personnel_at(C3)
    free = [unit for unit in there if unit.guard is None]
    assert all(u.melee is (C3 in contested(bench.public)) for u in free)
    assert set(contested(bench.public)) <= {C3}
    assert not unfought(bench.public)
