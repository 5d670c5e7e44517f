"""A chart file that is not in shape is refused by file, line and field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.data import DataError
from rules.tables.chart import read_chart, require_columns, rolls

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "# a chart\nDR  1  2\n\n<=1  3  4\n2  5  6\n>=3  7  8\nVehicle 9 9\n"


def _written(folder: Path, text: str) -> Path:
    path = folder / "chart.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_numbered_rows_hold_beyond_their_ends(tmp_path: Path) -> None:
    table = rolls(read_chart(_written(tmp_path, GOOD)), lambda cell: cell.number())
    assert [table.row(final) for final in (-5, 1, 2, 3, 40)] == [
        (3, 4),
        (3, 4),
        (5, 6),
        (7, 8),
        (7, 8),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("2  5  6", "2  5", 5, "1 cells, 2 columns"),
        ("2  5  6", "2  5  x", 5, "must be a number, not x"),
        ("2  5  6", "Vehicle  5  6", 7, "row stands twice"),
        (">=3", ">=4", 6, "row 3 was due"),
        (">=3", "3", 1, "must run from <= to >="),
        ("DR  1  2", "DR  1  3", 1, "columns must be 1 2"),
    ],
)
def test_bad_chart(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    path = _written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(DataError) as caught:
        _read_whole(path)
    assert (caught.value.file, caught.value.line) == (path, line)
    assert message in caught.value.message


def _read_whole(path: Path) -> None:
    chart = read_chart(path)
    require_columns(chart, ("1", "2"))
    rolls(chart, lambda cell: cell.number())


def test_a_named_row_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="HtH: row is missing"):
        read_chart(_written(tmp_path, GOOD)).row("HtH")
