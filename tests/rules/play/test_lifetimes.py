"""How long the marks on units last."""

import msgspec
import pytest

from rules.forces.fired import Fired
from rules.forces.goer import Goer
from rules.forces.lasting import OfMPh
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.play import lifetimes
from rules.play.faces import KINDS
from rules.play.lifetimes import lift_marks
from tests.rules import helpers
from tests.rules.helpers import Bench, at, unit, weapon


@pytest.mark.parametrize(
    ("field", "value", "phase", "side"),
    [
        ("keeps_dm", True, Phase.RPH, "g"),
        ("mf_spent", 4, Phase.MPH, "g"),
        ("off_road", True, Phase.MPH, "g"),
        ("fired", Fired.FIRST, Phase.DFPH, "r"),
        ("fired", Fired.PREP, Phase.AFPH, "g"),
        ("fired_at", at("C3"), Phase.PFPH, "g"),
        ("entered_from", at("C3"), Phase.RTPH, "r"),
        ("used", True, Phase.RTPH, "g"),
        ("cc_done", True, Phase.CCPH, "g"),
        ("pinned", True, Phase.CCPH, "r"),
        ("ti", True, Phase.CCPH, "g"),
        ("inherent_lost", True, Phase.APH, "r"),
        ("mf_bonus", 4, Phase.MPH, "g"),
        ("mf_here", 2, Phase.MPH, "g"),
        ("attacked_by", ("r",), Phase.MPH, "g"),
        ("dash_to", at("C3"), Phase.MPH, "g"),
    ],
)
def test_a_mark_goes_with_its_phase(field: str, value: object, phase: Phase, side: str) -> None:
    assert not lifted(field, value, phase)[side]


@pytest.mark.parametrize(
    ("field", "value", "phase", "side"),
    [
        ("fired", Fired.PREP, Phase.DFPH, "g"),
        ("fired", Fired.FINAL, Phase.AFPH, "r"),
        ("mf_spent", 4, Phase.DFPH, "g"),
        ("used", True, Phase.APH, "g"),
        ("pinned", True, Phase.RTPH, "g"),
        ("broken", True, Phase.CCPH, "g"),
        ("ti", True, Phase.APH, "g"),
        ("inherent_lost", True, Phase.AFPH, "r"),
        ("cx", True, Phase.CCPH, "g"),
    ],
)
def test_a_mark_outlasts_other_phases(field: str, value: object, phase: Phase, side: str) -> None:
    assert lifted(field, value, phase)[side]


def lifted(field: str, value: object, phase: Phase) -> dict[str, object]:
    """The field of a German (`g`) and a Russian (`r`) after a phase of a German Player Turn."""
    marked = {field: value}
    units = [unit("g", "ger-467", "A1", **marked), unit("r", "rus-447", "H3", **marked)]
    bench = Bench("size 9 x 6", units, phase=phase, phasing=Side.A)
    lift_marks(bench.table, phase)
    return {name: getattr(bench.unit(name), field) for name in "gr"}


@pytest.mark.parametrize(
    ("field", "value", "phase", "has_it"),
    [
        ("fired", Fired.FIRST, Phase.DFPH, "russian"),
        ("fired", Fired.PREP, Phase.AFPH, "german"),
        ("fired_at", at("C3"), Phase.MPH, "russian"),
        ("handled", True, Phase.RPH, "russian"),
        ("portaged_by", CounterId("g"), Phase.AFPH, "german"),
    ],
)
def test_a_mark_on_a_weapon_goes_as_its_possessor_would_lose_it(
    field: str, value: object, phase: Phase, has_it: str
) -> None:
    """A German machine gun, in whoever's hands."""
    holder = {"german": unit("g", "ger-467", "A1"), "russian": unit("r", "rus-447", "H3")}[has_it]
    gun = msgspec.structs.replace(weapon("w", "ger-lmg", holder), side=Side.A, **{field: value})
    assert not getattr(after(phase, holder, gun), field)


def test_the_fire_mark_of_a_captured_weapon_does_not_go_with_its_first_owner_s() -> None:
    holder = unit("r", "rus-447", "H3")
    gun = msgspec.structs.replace(weapon("w", "ger-lmg", holder), side=Side.A, fired=Fired.FIRST)
    assert after(Phase.AFPH, holder, gun).fired is Fired.FIRST


def after(phase: Phase, holder: Unit, gun: Weapon) -> Weapon:
    """A weapon after a phase of a German Player Turn."""
    bench = Bench("size 9 x 6", [holder, gun], phase=phase, phasing=Side.A)
    lift_marks(bench.table, phase)
    return bench.table.world.get(Weapon, gun.id)


class Truck(Goer, frozen=True, kw_only=True, tag="truck"):
    """A thing that drives, which these rules do not have."""

    mp_spent: OfMPh[int] = 0


def test_a_mark_on_another_kind_goes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "KINDS", (*KINDS, Truck))
    monkeypatch.setattr(lifetimes, "MARKED", (*lifetimes.MARKED, Truck))
    cars = [
        Truck(id=ShownId(id_), counter=CounterId(id_), side=side, at=at("E4"), mp_spent=4)
        for id_, side in (("ours", Side.A), ("theirs", Side.B))
    ]
    bench = Bench("size 9 x 6", cars, phase=Phase.MPH, phasing=Side.A)
    lift_marks(bench.table, Phase.MPH)
    assert {one.id: one.mp_spent for one in bench.table.world.all(Truck)} == {
        "ours": 0,
        "theirs": 4,
    }
