"""A8.2 Residual FP: the strength that an attack leaves, row by row."""

import pytest

from rules.chapters.fire.a08_residual import residual_fp

LEFT = {
    # column: what is left at a sum of 0, +1, +2, +3, +4, +5, +6, +7 from outside the target hex
    1: (0, 0, 0, 0, 0, 0, 0, 0),
    2: (1, 0, 0, 0, 0, 0, 0, 0),
    4: (2, 1, 0, 0, 0, 0, 0, 0),
    6: (2, 1, 0, 0, 0, 0, 0, 0),
    8: (4, 2, 1, 0, 0, 0, 0, 0),
    12: (6, 4, 2, 1, 0, 0, 0, 0),
    16: (8, 6, 4, 2, 1, 0, 0, 0),
    20: (8, 6, 4, 2, 1, 0, 0, 0),
    24: (12, 8, 6, 4, 2, 1, 0, 0),
    30: (12, 8, 6, 4, 2, 1, 0, 0),
    36: (12, 12, 8, 6, 4, 2, 1, 0),
}


@pytest.mark.parametrize(
    ("column", "outside", "fp"),
    [(column, outside, fp) for column, row in LEFT.items() for outside, fp in enumerate(row)],
)
def test_a8_2_what_each_column_leaves(column: int, outside: int, fp: int) -> None:
    assert residual_fp(column, outside) == fp


def test_a8_2_an_attack_without_a_column_leaves_nothing() -> None:
    assert residual_fp(None, 0) == 0
