"""A chart of bands that is not in shape is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.data import DataError
from rules.tables.bands import read_bands

if TYPE_CHECKING:
    from pathlib import Path


def _written(folder: Path, text: str) -> Path:
    path = folder / "chart.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_bands_that_end(tmp_path: Path) -> None:
    bands = read_bands(_written(tmp_path, "range 6 12 >12\nTH 8 -1 NA\n"))
    assert [bands.value("TH", distance) for distance in (0, 6, 7, 12, 13)] == [8, 8, -1, -1, None]
    assert bands.sure("TH", 12) == -1
    with pytest.raises(ValueError, match=r"chart\.txt: TH has nothing for 13"):
        bands.sure("TH", 13)
    with pytest.raises(KeyError):
        bands.value("TK", 3)


def test_bands_that_begin(tmp_path: Path) -> None:
    bands = read_bands(_written(tmp_path, "mm 20+ 30+\nFP 1 +2\n"))
    assert [bands.value("FP", mm) for mm in (19.5, 20, 29, 30, 400)] == [None, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("range 6 12 >11\nTH 8 7 6\n", "what lies beyond"),
        ("range 6 x >x\nTH 8 7 6\n", "what lies beyond"),
        ("range 12 6 >6\nTH 8 7 6\n", "must rise"),
        ("mm 30+ 20+\nFP 1 2\n", "must rise"),
        ("mm 20+ 30+\nFP 1 two\n", "must be a number, not two"),
    ],
)
def test_what_is_no_such_chart(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_bands(_written(tmp_path, text))
