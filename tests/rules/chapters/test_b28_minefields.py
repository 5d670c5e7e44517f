"""B28 Minefields: what no single case can show."""

import pytest

from rules.board.locations import hex_of
from rules.chapters.mines.b28_facts import BoobyTrapSprung, MineEffect, MinesPresent
from rules.chapters.mines.b28_minefields import (
    AP_STRENGTHS,
    Mined,
    effect_on,
    entry_attack,
    is_effective,
    is_needed,
)
from rules.chapters.mines.b28_traps import strike
from rules.forces.entities import Minefield
from rules.forces.phases import Phase
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
    assert [fact.roll.dice for fact in facts if isinstance(fact, MineEffect)] == [(6, 5), (6, 6)]


OPEN_GROUND = """
 2  1KIA 1KIA 1KIA no
 3  K/2  K/2  K/3  all
 4  2MC  2MC  3MC  all
 5  1MC  2MC  2MC  all
 6  1MC  1MC  2MC  all
 7  NMC  1MC  1MC  all
 8  PTC  NMC  1MC  all
 9  -    PTC  NMC  effect
10  -    -    PTC  effect
11  -    -    -    no
12  -    -    -    no
"""
DEEP_SNOW = """
 2  1MC  2MC  K/2  all
 3  1MC  1MC  2MC  all
 4  NMC  1MC  1MC  all
 5  PTC  NMC  1MC  all
 6  -    PTC  NMC  effect
 7  -    -    PTC  effect
 8  -    -    -    no
 9  -    -    -    no
10  -    -    -    no
11  -    -    -    no
12  -    -    -    no
"""
"""The results of 6, 8 and 12 factors by Original DR, and of which the strength is revealed."""


def rows(table: str, *, snow: bool) -> list[tuple[int, bool, list[str], str]]:
    split = (line.split() for line in table.strip().splitlines())
    return [(int(row[0]), snow, row[1:4], row[4]) for row in split]


@pytest.mark.rule("B28.41")
@pytest.mark.parametrize(
    ("dr", "snow", "results", "reveals"),
    [*rows(OPEN_GROUND, snow=False), *rows(DEEP_SNOW, snow=True)],
)
def test_what_mines_do_and_what_that_reveals(
    dr: int, snow: bool, results: list[str], reveals: str
) -> None:
    mined = Mined((unit("g1", "ger-467", "E4"),), dr, snow)
    assert [str(effect_on(mined, one)).replace("–", "-") for one in AP_STRENGTHS] == results
    revealed = [is_needed(mined, one) for one in AP_STRENGTHS]
    assert revealed == [reveals == "all" or (reveals == "effect" and r != "-") for r in results]


@pytest.mark.rule("B28.41")
def test_a_ptc_is_nothing_where_nobody_takes_one_and_reveals_nothing() -> None:
    mined = Mined((unit("g1", "ger-467", "E4", broken=True),), 8, ptc=False)
    assert [is_effective(mined, one) for one in AP_STRENGTHS] == [False, True, True]
    assert [is_needed(mined, one) for one in AP_STRENGTHS] == [False, True, True]


@pytest.mark.rule("B28.9")
def test_a_trap_in_a_location_that_nobody_is_in_harms_nobody() -> None:
    table = Bench("size 12 x 10", [unit("g1", "ger-467", "E4")], phase=Phase.MPH, dice=[])
    table.run(strike(table.table, at("E5")))
    assert [type(told.fact) for told in table.table.kernel.facts] == [BoobyTrapSprung]
