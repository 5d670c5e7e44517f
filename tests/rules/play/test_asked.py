"""What is asked in a phase names what can still be done there, and nothing else."""

from typing import Any

import pytest

from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.play.phases import PHASES
from tests.rules.helpers import Bench, unit, weapon

SPENT: dict[str, Any] = {"pinned": True, "fired": True, "moved": True, "used": True}
OF_MOVERS = (Phase.PFPH, Phase.MPH, Phase.DFPH, Phase.AFPH, Phase.APH)


def asks(phase: Phase, *units: Unit) -> str:
    """What the end of the phase says is asked of side A, near one enemy."""
    foe = unit("foe", "rus-447", "E3")
    bench = Bench("size 9 x 6\nwoods: B3", [foe, *units], phase=phase)
    offers = PHASES[phase].offers(bench.public, Side.A)
    found = [one.asks for one in offers if one.verb == "end_phase"]
    return found[0]


@pytest.mark.parametrize("phase", OF_MOVERS, ids=lambda phase: phase.value)
def test_the_question_stands_while_somebody_can_do_what_it_says(phase: Phase) -> None:
    assert asks(phase, unit("sq", "ger-467", "C3"), unit("lame", "ger-467", "C3", **SPENT)) == ""


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.PFPH, "Nobody can Prep Fire"),
        (Phase.MPH, "Nobody can move any more"),
        (Phase.DFPH, "Nobody can make Final Fire"),
        (Phase.AFPH, "Nobody can make Advancing Fire"),
        (Phase.RTPH, "Nobody is left to rout"),
        (Phase.APH, "Nobody can advance"),
    ],
    ids=lambda one: one.value if isinstance(one, Phase) else "",
)
def test_where_nobody_can_the_end_of_the_phase_is_what_is_left(phase: Phase, words: str) -> None:
    assert asks(phase) == f"{words}: end the phase."


def test_what_else_is_offered_is_pointed_at() -> None:
    armed = unit("sq", "ger-467", "C3", **SPENT)
    bench = Bench("size 9 x 6", [armed, weapon("lmg", "ger-lmg", armed)], phase=Phase.APH)
    offers = PHASES[Phase.APH].offers(bench.public, Side.A)
    (end,) = [one for one in offers if one.verb == "end_phase"]
    assert [one.verb for one in offers if one is not end and not one.stands] == ["drop"]
    assert end.asks == "Nobody can advance: do what else is offered, or end the phase."


def test_who_is_broken_routs_or_rallies() -> None:
    broken = unit("sq", "ger-467", "C3", broken=True, dm=True)
    leader = unit("ldr", "ger-8-1", "C3")
    assert asks(Phase.RTPH, broken) == "Rout your broken units one at a time, or go on."
    assert asks(Phase.RPH, broken, leader) == "Rally your broken units, or go on."
    assert asks(Phase.RPH) == "Nobody is left to rally, nothing to repair: end the phase."
