"""What rolls set off: found at the roll, carried out after its effects."""

from collections.abc import Iterator

import pytest

from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Interrupt, Purpose
from rules.play import interrupts
from rules.play.interrupts import Trigger
from rules.position.asl_table import AslTable
from tests.rules.helpers import Bench, unit

G = CounterId("g")
PURPOSE = Purpose("MC", "NMC of g", "A10.1", Side.A)


def test_a_trigger_judges_at_the_roll_and_acts_after_its_effects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench, heard = _bench((1, 3)), list[str]()

    def found(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
        heard.append(f"{purpose.kind} {roll.total}, broken: {table.unit(G).broken}")

        async def interrupt() -> None:
            heard.append(f"afterwards, broken: {table.unit(G).broken}")

        yield interrupt

    async def effects(roll: Roll) -> None:
        bench.table.change(G, broken=True)

    monkeypatch.setattr(interrupts, "INTERRUPTS", (Trigger("A14.1", found),))
    bench.run(bench.table.resolve(PURPOSE, 2, effects))
    assert heard == ["MC 4, broken: False", "afterwards, broken: True"]


def test_several_act_in_the_order_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, heard = _bench((1, 3)), list[str]()

    def saying(word: str) -> Trigger:
        async def interrupt() -> None:
            heard.append(word)

        return Trigger("A14.1", lambda table, purpose, roll: (interrupt,))

    async def effects(roll: Roll) -> None:
        heard.append("effects")

    monkeypatch.setattr(interrupts, "INTERRUPTS", (saying("first"), saying("second")))
    bench.run(bench.table.resolve(PURPOSE, 2, effects))
    assert heard == ["effects", "first", "second"]


def _bench(*dice: tuple[int, ...]) -> Bench:
    return Bench("size 9 x 6", [unit("g", "ger-467", "A1")], dice=dice)
