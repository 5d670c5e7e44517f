"""A11.4 Ambush: when, its drm, who goes first, and leaving before or after it."""

from typing import Any

import pytest

from rules.chapters.close_combat.a11_ambush import ambush_modifiers, ambusher, may_ambush
from rules.kernel.audience import Side
from rules.play.combat.cc_questions import CcAttack, CcPass, DeclareAttack, LeaveCombat, Withdraw
from rules.play.combat.close_combat import close_combat
from tests.rules.helpers import Bench, at, ids, unit

WOODS = "size 9 x 6\nwoods: C3"
C3 = at("C3")


def bench(*entities: Any, dice: Any = (), board: str = WOODS) -> Bench:
    return Bench(board, entities, dice=dice)


def newcomer(**fields: Any) -> Any:
    return unit("g1", "ger-467", "C3", used=True, **fields)


def test_ambush_needs_an_advance_into_woods_or_building() -> None:
    enemy = unit("r1", "rus-447", "C3")
    assert may_ambush(bench(newcomer(), enemy).public, C3)
    assert may_ambush(bench(newcomer(), enemy, board="building stone x: C3").public, C3)
    assert not may_ambush(bench(newcomer(), enemy, board="grain: C3").public, C3)
    assert not may_ambush(bench(unit("g1", "ger-467", "C3"), enemy).public, C3)


@pytest.mark.rule("A11.4")
def test_who_reinforces_a_melee_is_not_ambushed() -> None:
    held = (unit("g2", "ger-467", "C3", melee=True), unit("r1", "rus-447", "C3", melee=True))
    assert not may_ambush(bench(newcomer(), *held).public, C3)


@pytest.mark.rule("A11.4")
@pytest.mark.parametrize(
    ("dr", "side"), [((1, 4), Side.A), ((2, 4), None), ((6, 3), Side.B), ((5, 3), None)]
)
def test_ambush_by_three_or_more(dr: tuple[int, int], side: Side | None) -> None:
    assert ambusher(*dr, Side.A) is side


@pytest.mark.rule("A11.4")
@pytest.mark.parametrize(
    ("force", "drm"),
    [
        ([("ger-467", {}), ("ger-9-2", {})], [-2]),
        ([("ger-467", {}), ("ger-6p1", {})], [1]),
        ([("ger-9-2", {})], []),
        ([("ger-467", {}), ("ger-9-2", {"pinned": True})], [1]),
        ([("ger-467", {}), ("ger-9-2", {"broken": True})], [1]),
        ([("ger-467", {"broken": True}), ("ger-467", {"broken": True})], [1]),
        ([("ger-436", {}), ("ger-436", {})], [1]),
        ([("ger-436", {}), ("ger-8-0", {})], []),
        ([("ger-467", {}), ("ger-hero", {})], [-1]),
    ],
)
def test_ambush_drm(force: list[tuple[str, dict[str, bool]]], drm: list[int]) -> None:
    units = tuple(unit(f"g{n}", type_, "C3", **state) for n, (type_, state) in enumerate(force))
    assert [m.value for m in ambush_modifiers(units)] == drm


@pytest.mark.rule("A11.32")
def test_the_ambusher_kills_before_the_others_attack() -> None:
    table = bench(newcomer(), unit("r1", "rus-447", "C3"), dice=[(1,), (4,), (3, 2)])
    table.run(
        close_combat(table.table, C3),
        CcPass(),
        CcAttack(units=ids("g1"), targets=ids("r1")),
    )
    assert [type(question) for question in table.asked] == [LeaveCombat, DeclareAttack]
    line = next(line for line in table.log if "Kill Number" in line.text)
    assert ([m.value for m in line.mods], line.result) == ([-1], "Final 4: eliminated")
    assert table.is_gone("r1")
    assert not table.unit("g1").melee


@pytest.mark.rule("A11.4")
def test_attacks_on_the_ambusher_come_second_and_are_harder() -> None:
    dice = [(5,), (2,), (6, 4), (2, 2)]
    table = bench(newcomer(), unit("r1", "rus-447", "C3"), dice=dice)
    table.run(
        close_combat(table.table, C3),
        CcPass(),
        CcAttack(units=ids("r1"), targets=ids("g1")),
        CcAttack(units=ids("g1"), targets=ids("r1")),
        CcPass(),
    )
    ours = [line for line in table.log if "Kill Number" in line.text][1]
    assert ([m.value for m in ours.mods], ours.result) == (
        [1],
        "Final 5: Casualty Reduction of one",
    )
    assert table.unit("r1").type == "rus-237"


@pytest.mark.rule("A11.41")
def test_the_ambusher_may_leave_before_the_fight() -> None:
    table = bench(newcomer(), unit("r1", "rus-447", "C3"), dice=[(1,), (6,)])
    table.run(close_combat(table.table, C3), Withdraw(units=ids("g1"), to=at("C4")))
    assert table.unit("g1").at == at("C4")
    assert not table.unit("r1").melee


@pytest.mark.rule("A11.41")
def test_the_ambusher_may_leave_after_the_fight() -> None:
    table = bench(newcomer(), unit("r1", "rus-447", "C3"), dice=[(1,), (6,), (6, 5), (6, 5)])
    table.run(
        close_combat(table.table, C3),
        CcPass(),
        CcAttack(units=ids("g1"), targets=ids("r1")),
        CcAttack(units=ids("r1"), targets=ids("g1")),
        Withdraw(units=ids("g1"), to=at("C4")),
    )
    assert table.unit("g1").at == at("C4")


def test_a_reduced_squad_attacks_with_its_half_squad_after_an_ambush() -> None:
    dice = [(1,), (6,), (3, 3), (6, 5)]
    table = bench(newcomer(), unit("r1", "rus-447", "C3"), dice=dice)
    table.run(
        close_combat(table.table, C3),
        CcPass(),
        CcAttack(units=ids("g1"), targets=ids("r1")),
        CcAttack(units=ids("r1"), targets=ids("g1")),
        CcPass(),
    )
    assert "2 to 4, 1-2" in [line.text for line in table.log if "Kill Number" in line.text][1]
