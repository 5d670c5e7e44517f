"""B28 Minefields: what no single case can show."""

import pytest

from rules.board.locations import hex_of
from rules.chapters.b28_facts import MineEffect, MinesPresent
from rules.chapters.b28_minefields import entry_attack
from rules.forces.entities import Minefield, Phase
from rules.kernel.audience import Side
from rules.kernel.secret import Secret
from tests.rules.helpers import Bench, at, counters, unit


def mines(id_: str, owner: Side, strength: int) -> Minefield:
    return Minefield(
        id=id_,
        owner=owner,
        at=Secret(hex_of(at("E4")), owner),
        strength=Secret(strength, owner),
        marker=Secret(None, owner),
        strength_known=Secret(False, owner),
    )


@pytest.mark.rule("B28.41")
@pytest.mark.parametrize("ids", [("ra1", "rb2"), ("ra77", "rb2"), ("ra2", "rb77")])
def test_mines_of_both_sides_attack_in_an_order_that_tells_nothing(ids: tuple[str, str]) -> None:
    one, two = mines(ids[0], Side.A, 6), mines(ids[1], Side.B, 12)
    table = Bench(
        "size 12 x 10",
        [unit("g1", "ger-467", "E4"), one, two],
        phase=Phase.MPH,
        dice=[(6, 5), (6, 6)],
    )
    assert table.run(entry_attack(table.table, counters("g1"), at("E5"), at("E4"))) == ("g1",)
    facts = [told.fact for told in table.table.kernel.facts]
    assert [type(fact) for fact in facts] == [MinesPresent, MineEffect] * 2
    assert [fact.dice for fact in facts if isinstance(fact, MineEffect)] == [(6, 5), (6, 6)]
