"""One expenditure of MF or MP, by something that goes and is no unit: what is on its way is for
units, and so is what the DEFENDER may do.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.board.locations import hex_of
from rules.chapters.movement import passage
from rules.chapters.movement.passage import Hazard, Ids, go
from rules.forces.entities import Minefield, MineMarker
from rules.forces.goer import Goer
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.play.faces import KINDS
from rules.play.firing.fire import Fire
from rules.play.moving.expenditure import Expenditure, Spent, expend
from rules.play.reaction import FireWindow, Pass
from rules.position import goers, position
from rules.position.goers import GOERS, GoerKind, is_personnel
from tests.rules import helpers
from tests.rules.helpers import Bench, at, ids, unit


class Truck(Goer, frozen=True, kw_only=True, tag="truck"):
    """A thing that drives, which these rules do not have."""

    mp: Public[int] = 0


@pytest.fixture(autouse=True)
def trucks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trucks are one more kind of what goes."""
    kinds = (*GOERS, GoerKind(Truck, lambda truck: f"truck {truck.id}"))
    monkeypatch.setattr(position, "GOERS", kinds)
    monkeypatch.setattr(goers, "_LABELS", {one.kind: one.label for one in kinds})
    monkeypatch.setattr(helpers, "KINDS", (*KINDS, Truck))


def truck(where: str) -> Truck:
    return Truck(id=ShownId("t"), counter=CounterId("t"), side=Side.A, at=at(where), moving=True)


def mines(where: str) -> Minefield:
    return Minefield(
        id="m",
        owner=Side.B,
        at=Secret(hex_of(at(where)), Side.B),
        strength=Secret(6, Side.B),
        marker=Secret(None, Side.B),
        strength_known=Secret(False, Side.B),
    )


async def drive(bench: Bench, to: str) -> Ids:
    """Drive a truck into the next hex for one MP."""
    table = bench.table
    going = (CounterId("t"),)

    def pays() -> None:
        table.mark(going[0], mp=1)

    def marks(one: Truck) -> Mapping[str, Any]:
        return {"mf_here": 2}

    async def act() -> Spent:
        return Spent((await go(table, going, at(to), marks)).gone, entered=True)

    return await expend(table, Expenditure(going, pays, act))


def bench_of(*more: Any) -> Bench:
    return Bench("", [truck("E4"), unit("r", "rus-447", "E6"), *more], phase=Phase.MPH)


def test_it_goes_pays_and_is_asked_about() -> None:
    bench = bench_of()
    assert bench.run(drive(bench, "E5"), Pass()) == ("t",)
    (there,) = bench.table.goers((CounterId("t"),))
    assert isinstance(there, Truck)
    assert (there.at, there.entered_from, there.mp, there.mf_here) == (at("E5"), at("E4"), 1, 2)
    (window,) = bench.asked
    assert isinstance(window, FireWindow)
    assert [(one.units, one.at, one.crossed) for one in window.groups] == [(("t",), at("E5"), 0)]


def test_what_attacks_personnel_lets_it_pass() -> None:
    bench = bench_of(mines("E5"))
    passed = bench.run(go(bench.table, (CounterId("t"),), at("E5"), lambda one: {}))
    assert (passed.gone, passed.able) == (("t",), ("t",))
    assert not bench.table.world.all(MineMarker)


def test_what_is_for_such_as_it_may_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def bog(table: object, ids: Ids, origin: object, to: object) -> Ids:
        return ()

    more = (*passage.ON_LEAVING, Hazard("D8.2", lambda one: not is_personnel(one), bog))
    monkeypatch.setattr(passage, "ON_LEAVING", more)
    bench = bench_of()
    assert bench.run(drive(bench, "E5")) == ()
    (there,) = bench.table.goers((CounterId("t"),))
    assert there.at == at("E4")


def test_nobody_fires_rifles_at_it() -> None:
    bench = bench_of()
    bench.run(drive(bench, "E5"), Pass())
    (window,) = bench.asked
    offers = [one.verb for one in window.offers(bench.public)]
    assert offers == ["pass", "pass_unit", "pass_phase"]
    with pytest.raises(Refused, match="Only the moving units"):
        window.refuse(bench.public, Fire(units=ids("r"), at=at("E5")))


def test_everybody_reads_what_it_is_called() -> None:
    bench = bench_of()
    bench.run(drive(bench, "E5"), Pass())
    (window,) = bench.asked
    assert "the truck t in E5" in window.now(bench.public, Side.B.audience).text
