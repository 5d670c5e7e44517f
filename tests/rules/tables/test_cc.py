"""A11.11: odds and Kill Numbers of the CC Table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.tables import cc_odds

# attacker, defender, column, Kill Number, Hand-to-Hand Kill Number
LISTED = [
    (1, 9, "<1-8", 0, 2),
    (1, 8, "1-8", 1, 3),
    (1, 6, "1-6", 2, 4),
    (1, 4, "1-4", 3, 5),
    (1, 2, "1-2", 4, 6),
    (1, 1, "1-1", 5, 7),
    (3, 2, "3-2", 6, 8),
    (2, 1, "2-1", 7, 9),
    (3, 1, "3-1", 8, 10),
    (4, 1, "4-1", 9, 11),
    (6, 1, "6-1", 10, 12),
    (8, 1, "8-1", 11, 13),
    (10, 1, "10-1", 12, 14),
    (11, 1, ">10-1", 13, 15),
]


@pytest.mark.rule("A11.11")
@pytest.mark.parametrize(("attack", "defence", "label", "kill", "hth_kill"), LISTED)
def test_a11_11_every_column(
    attack: int, defence: int, label: str, kill: int, hth_kill: int
) -> None:
    odds = cc_odds(Fraction(attack), Fraction(defence))
    assert (odds.label, odds.kill, odds.hth_kill) == (label, kill, hth_kill)


@pytest.mark.rule("A11.11")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [
        (7, 4, "3-2"),
        (11, 2, "4-1"),
        (4, 15, "1-4"),
        (3, 4, "1-2"),
        (Fraction(99, 100), 8, "<1-8"),
        (8, 65, "<1-8"),
        (10, 1, "10-1"),
        (Fraction(201, 20), 1, ">10-1"),
        (Fraction(5, 2), Fraction(5, 2), "1-1"),
        (Fraction(3, 2), 4, "1-4"),
        (9, 1, "8-1"),
    ],
)
def test_a11_11_odds_between_columns_use_the_lower(
    attack: Fraction | int, defence: Fraction | int, label: str
) -> None:
    assert cc_odds(attack, defence).label == label


@pytest.mark.parametrize(("attack", "defence"), [(0, 4), (4, 0), (-1, 1)])
def test_no_odds_without_fp(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="no odds of"):
        cc_odds(attack, defence)
