"""A7.3: the IFT cell by cell, column by column as the chart is read downwards."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tables import (
    IFT_COLUMNS,
    IftKind,
    IftResult,
    column_left,
    ift_column,
    ift_result,
    vehicle_kill_number,
)

# Each column downwards from a Final DR of 0 or less; what follows the last entry is no effect.
DOWN = {
    1: "1KIA K/1 1MC 1MC NMC PTC",
    2: "2KIA 1KIA K/1 1MC 1MC NMC PTC",
    4: "2KIA 1KIA K/2 2MC 1MC 1MC NMC PTC",
    6: "3KIA 2KIA 1KIA K/2 2MC 1MC 1MC NMC PTC",
    8: "3KIA 2KIA 1KIA K/2 2MC 2MC 1MC 1MC NMC PTC",
    12: "3KIA 2KIA 1KIA K/3 3MC 2MC 2MC 1MC 1MC NMC PTC",
    16: "4KIA 3KIA 2KIA 1KIA K/3 3MC 2MC 2MC 1MC 1MC NMC PTC",
    20: "4KIA 3KIA 2KIA 1KIA K/4 4MC 3MC 2MC 2MC 1MC 1MC NMC PTC",
    24: "5KIA 4KIA 3KIA 2KIA 1KIA K/4 4MC 3MC 2MC 2MC 1MC 1MC NMC PTC",
    30: "6KIA 5KIA 4KIA 3KIA 2KIA 1KIA K/4 4MC 3MC 2MC 2MC 1MC 1MC NMC PTC",
    36: "7KIA 6KIA 5KIA 4KIA 3KIA 2KIA 1KIA K/4 4MC 3MC 2MC 2MC 1MC 1MC NMC PTC",
}
CELLS = [
    (column, final_dr, said[final_dr] if final_dr < len(said) else "–")
    for column, said in ((column, down.split()) for column, down in DOWN.items())
    for final_dr in range(16)
]


@pytest.mark.rule("A7.3")
@pytest.mark.parametrize(("column", "final_dr", "result"), CELLS)
def test_a7_3_every_cell(column: int, final_dr: int, result: str) -> None:
    assert str(ift_result(column, final_dr)) == result


@pytest.mark.rule("A7.3")
def test_a7_3_beyond_the_rows_the_outermost_hold() -> None:
    assert str(ift_result(36, -7)) == "7KIA"
    assert str(ift_result(1, -1)) == "1KIA"
    assert str(ift_result(36, 19)) == "PTC"
    assert str(ift_result(30, 16)) == "–"


@pytest.mark.rule("A7.308")
def test_a7_308_vehicle_line() -> None:
    line = [vehicle_kill_number(column) for column in IFT_COLUMNS]
    assert line == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]


@pytest.mark.parametrize(
    ("result", "kind", "number"),
    [
        (ift_result(1, 4), IftKind.MC, 0),
        (ift_result(20, 5), IftKind.MC, 4),
        (ift_result(12, 3), IftKind.K, 3),
        (ift_result(24, 0), IftKind.KIA, 5),
        (ift_result(2, 6), IftKind.PTC, 0),
        (ift_result(2, 7), IftKind.NONE, 0),
    ],
)
def test_a_result_is_a_kind_and_a_number(result: IftResult, kind: IftKind, number: int) -> None:
    assert result == IftResult(kind, number)


@pytest.mark.rule("A7.3")
@pytest.mark.parametrize(
    ("fp", "column"),
    [
        (Fraction(1, 2), None),
        (Fraction(0), None),
        (Fraction(1), 1),
        (Fraction(3, 2), 1),
        (Fraction(2), 2),
        (Fraction(7, 2), 2),
        (Fraction(23, 4), 4),
        (Fraction(7), 6),
        (Fraction(11), 8),
        (Fraction(15), 12),
        (Fraction(19), 16),
        (Fraction(47, 2), 20),
        (Fraction(29), 24),
        (Fraction(35), 30),
        (Fraction(36), 36),
        (Fraction(120), 36),
    ],
)
def test_a7_3_fp_takes_the_column_not_above_it(fp: Fraction, column: int | None) -> None:
    assert ift_column(fp) == column


@pytest.mark.rule("A7.9")
@pytest.mark.parametrize(
    ("column", "shifts", "left"),
    [(8, 0, 8), (8, 1, 6), (8, 2, 4), (36, 2, 24), (2, 1, 1), (2, 2, None), (1, 1, None)],
)
def test_a7_9_columns_to_the_left(column: int, shifts: int, left: int | None) -> None:
    assert column_left(column, shifts) == left


def test_what_is_no_column_is_refused() -> None:
    with pytest.raises(ValueError, match="no 10 column"):
        ift_result(10, 5)
    with pytest.raises(ValueError, match="no 3 column"):
        column_left(3, 1)
    with pytest.raises(ValueError, match="no 0 column"):
        vehicle_kill_number(0)
    with pytest.raises(ValueError, match="cannot shift by -1"):
        column_left(4, -1)


WEIGHT = {IftKind.NONE: 0, IftKind.PTC: 1, IftKind.MC: 2, IftKind.K: 3, IftKind.KIA: 4}


@given(st.sampled_from(IFT_COLUMNS), st.integers(-3, 20))
def test_a_lower_dr_is_never_a_milder_kind_of_result(column: int, final_dr: int) -> None:
    worse, milder = ift_result(column, final_dr - 1), ift_result(column, final_dr)
    assert WEIGHT[worse.kind] >= WEIGHT[milder.kind]
