"""The attacks that a reaction window proposes, the most harmful first (A8.1)."""

import pytest

from rules.chapters.terms.a06_vertices import Aspect
from rules.forces.fired import Fired
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import SlotsOffer
from rules.play.firing.fire import Fire
from rules.play.firing.first_fires import Group
from rules.play.firing.snap_shots import SnapShot
from rules.play.firing.two_smc import FireTogether
from rules.play.page.offers import FireOffer
from rules.play.reaction import FireWindow
from tests.rules.helpers import Bench, at, ids, unit


def ranked(*russians: Unit) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    mover = unit("g1", "ger-467", "E4", moving=True, mf_spent=2)
    bench = Bench("", [mover, *russians], phase=Phase.MPH)
    nobody = Secret[tuple[ShownId, ...]]((), Side.B)
    there = Group(ids("g1"), at("E4"), Aspect())
    window = FireWindow(side=Side.B, groups=(there,), snapped=nobody, shooters=nobody)
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
    group = Group(ids("g1"), at("E4"), Aspect())
    window = FireWindow(side=Side.B, groups=(group,), snapped=nobody, shooters=nobody)
    forged = FireTogether(units=(), mate=ShownId("l1"), others=ids("r1"), at=at("E4"))
    with pytest.raises(Refused, match="one possessor"):
        window.refuse(bench.public, forged)


def two_groups() -> tuple[Bench, FireWindow]:
    """Movers in E4 and in H5, between firers in E5 and in H6."""
    movers = [unit(one, "ger-467", at, moving=True) for one, at in (("g1", "E4"), ("g2", "H5"))]
    bench = Bench(
        "", [*movers, unit("r1", "rus-447", "E5"), unit("r2", "rus-447", "H6")], phase=Phase.MPH
    )
    groups = (
        Group(ids("g1"), at("E4"), Aspect(entered=2)),
        Group(ids("g2"), at("H5"), Aspect(entered=2)),
    )
    nobody = Secret[tuple[ShownId, ...]]((), Side.B)
    return bench, FireWindow(side=Side.B, groups=groups, snapped=nobody, shooters=nobody)


@pytest.mark.rule("A8.1")
def test_movers_in_two_locations_are_one_offer_of_fire() -> None:
    bench, window = two_groups()
    (fire,) = [one for one in window.offers(bench.public) if isinstance(one, FireOffer)]
    assert fire.units == {"r1": (at("E4"), at("H5")), "r2": (at("E4"), at("H5"))}
    assert {(one.units, one.at) for one in fire.ranked} == {
        ((who,), at(where)) for who in ("r1", "r2") for where in ("E4", "H5")
    }
    assert fire.ranked[0].text == "8 FP from E5 at E4"


@pytest.mark.rule("A8.1")
def test_fire_at_one_of_two_groups_strikes_that_alone() -> None:
    bench, window = two_groups()
    window.refuse(bench.public, Fire(units=ids("r1"), at=at("H5")))
    assert window.shot(bench.public, Fire(units=ids("r1"), at=at("H5"))).targets == ("g2",)
    with pytest.raises(Refused, match="Only the moving units"):
        window.refuse(bench.public, Fire(units=ids("r1"), at=at("E6")))


@pytest.mark.rule("A8.15")
def test_a_snap_shot_at_one_of_two_hexsides_says_at_which() -> None:
    bench, window = two_groups()
    snaps = [one for one in window.offers(bench.public) if one.verb == "snap_shot"]
    assert snaps
    assert all(one.slots[-1].name == "at" for one in snaps if isinstance(one, SlotsOffer))
    with pytest.raises(Refused, match="Say at which"):
        window.refuse(bench.public, SnapShot(units=ids("r2")))
    window.refuse(bench.public, SnapShot(units=ids("r2"), at=at("E4")))


@pytest.mark.rule("A8.1")
def test_an_attack_is_for_such_movers_as_it_says() -> None:
    bench, window = two_groups()
    movers = window.movers.only(bench.public, lambda goer: goer.id == "g2")
    assert movers.places == (at("H5"),)
    assert not window.movers.only(bench.public, lambda goer: False).groups


@pytest.mark.rule("A8.1")
def test_everybody_reads_where_the_movers_are() -> None:
    bench, window = two_groups()
    now = window.now(bench.public, Audience.PUBLIC)
    assert now.focus == (at("E4"), at("H5"))
    assert now.units == ("g1", "g2")
    assert "in E4 and the" in now.text
