"""The attacks that a reaction window proposes, the most harmful first (A8.1)."""

import pytest

from rules.forces.entities import Fired, Phase, Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.play.offers import FireOffer
from rules.play.reaction import FireWindow
from rules.play.two_smc import FireTogether
from tests.rules.helpers import Bench, at, ids, unit


def ranked(*russians: Unit) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    mover = unit("g1", "ger-467", "E4", moving=True, mf_spent=2)
    bench = Bench("", [mover, *russians], phase=Phase.MPH)
    nobody = Secret[tuple[ShownId, ...]]((), Side.B)
    window = FireWindow(side=Side.B, movers=ids("g1"), at=at("E4"), snapped=nobody, shooters=nobody)
    fire = next(o for o in window.offers(bench.public) if isinstance(o, FireOffer))
    return [(one.units, one.directors, one.text) for one in fire.ranked]


@pytest.mark.rule("A7.21")
def test_eight_fp_next_door_come_before_eight_from_afar_at_half() -> None:
    near = unit("r1", "rus-447", "E5")
    far = [unit("r2", "rus-447", "H6"), unit("r3", "rus-447", "H6")]
    assert ranked(near, *far) == [
        (("r1",), (), "8 FP from E5"),
        (("r2", "r3"), (), "8 FP from H6"),
    ]


@pytest.mark.rule("A7.53")
def test_the_leader_who_may_direct_is_proposed_and_a_hindrance_to_them_is_not() -> None:
    led = [unit("r1", "rus-447", "E5"), unit("l1", "rus-8-1", "E5")]
    worse = [unit("r2", "rus-447", "E3"), unit("l2", "rus-6p1", "E3")]
    assert [one[1] for one in ranked(*led, *worse)] == [("l1",), ()]


@pytest.mark.rule("A7.1")
def test_who_has_fired_is_in_no_proposal() -> None:
    fired = unit("r1", "rus-447", "E5", fired=Fired.FIRST)
    assert ranked(fired, unit("r2", "rus-447", "E5")) == [(("r2",), (), "8 FP from E5")]


@pytest.mark.rule("A9.12")
def test_two_smc_without_the_one_who_has_the_weapon_are_refused() -> None:
    mover = unit("g1", "ger-467", "E4", moving=True, mf_spent=2)
    there = [unit("l1", "rus-8-1", "E5"), unit("r1", "rus-447", "E5")]
    bench = Bench("", [mover, *there], phase=Phase.MPH)
    nobody = Secret[tuple[ShownId, ...]]((), Side.B)
    window = FireWindow(side=Side.B, movers=ids("g1"), at=at("E4"), snapped=nobody, shooters=nobody)
    forged = FireTogether(units=(), mate=ShownId("l1"), others=ids("r1"), at=at("E4"))
    with pytest.raises(Refused, match="one possessor"):
        window.refuse(bench.public, forged)
