"""Leader Creation and Heat of Battle, row by row."""

from __future__ import annotations

import pytest

from rules.tables import HeatOfBattle, heat_of_battle, leader_creation


@pytest.mark.rule("A18.2")
@pytest.mark.parametrize(
    ("final_dr", "leader"),
    [
        (-1, "8-1"),
        (0, "8-1"),
        (1, "8-1"),
        (2, "8-0"),
        (3, "8-0"),
        (4, "7-0"),
        (5, "7-0"),
        (6, "6+1"),
        (7, None),
        (9, None),
    ],
)
def test_a18_2_leader_creation(final_dr: int, leader: str | None) -> None:
    assert leader_creation(final_dr) == leader


@pytest.mark.rule("A15.1")
@pytest.mark.parametrize(
    ("final_dr", "usual", "early"),
    [
        (0, "HERO", "HERO"),
        (4, "HERO", "HERO"),
        (5, "HERO_AND_HARDENING", "HERO_AND_HARDENING"),
        (6, "HERO_AND_HARDENING", "HERO_AND_HARDENING"),
        (7, "HARDENING", "HARDENING"),
        (8, "HARDENING", "HARDENING"),
        (9, "BERSERK", "BERSERK"),
        (10, "BERSERK", "SURRENDER"),
        (11, "BERSERK", "SURRENDER"),
        (12, "SURRENDER", "SURRENDER"),
        (17, "SURRENDER", "SURRENDER"),
    ],
)
def test_a15_1_heat_of_battle(final_dr: int, usual: str, early: str) -> None:
    assert heat_of_battle(final_dr) is HeatOfBattle[usual]
    assert heat_of_battle(final_dr, early_surrender=True) is HeatOfBattle[early]
