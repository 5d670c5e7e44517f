"""A26 Control of hexes and who wins."""

from typing import Any

import pytest

from rules.board.locations import hex_of
from rules.chapters.victory.a26_control import update_control
from rules.chapters.victory.a26_victory import controlled, winner
from rules.forces.entities import Control, Goal, Objective
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from tests.rules.helpers import Bench, at, unit

HEX = hex_of(at("C3"))


def bench(*units: Any) -> Bench:
    listed = [Control(id=hex_of(at(name)), side=Side.B) for name in ("C3", "E3")]
    of = tuple(one.id for one in listed)
    mission = Objective(id="1", side=Side.A, counts=Goal.HEX, at_least=1, of=of)
    return Bench("size 9 x 6\nbuilding stone x: C3", [*units, *listed, mission])


def german(**fields: Any) -> Any:
    return unit("g1", fields.pop("type_", "ger-467"), "C3", **fields)


@pytest.mark.rule("A26.11")
def test_a_good_order_mmc_alone_gains_control_and_keeps_it() -> None:
    table = bench(german(pinned=True))
    update_control(table.table)
    assert controlled(table.public, Side.A) == (HEX,)
    table.table.change(CounterId("g1"), at=at("D3"))
    update_control(table.table)
    assert controlled(table.public, Side.A) == (HEX,)
    assert [line.result for line in table.log] == ["Control"]


@pytest.mark.rule("A26.11")
@pytest.mark.parametrize(
    "units",
    [
        [german(broken=True)],
        [german(type_="ger-9-2")],
        [german(), unit("r1", "rus-447", "C3", broken=True)],
        [german(melee=True), unit("r1", "rus-447", "C3", melee=True)],
        [],
    ],
)
def test_who_does_not_gain_control(units: list[Any]) -> None:
    table = bench(*units)
    update_control(table.table)
    assert controlled(table.public, Side.B) == (HEX, hex_of(at("E3")))


@pytest.mark.rule("A26.1")
def test_the_mission_decides_who_wins() -> None:
    assert winner(bench().public) is Side.B
    table = bench(german())
    update_control(table.table)
    assert winner(table.public) is Side.A
