"""Charts whose columns are bands of a number: of a range in hexes, of a calibre in mm.

Columns `6 12 >12` each reach up to their number, the last lies beyond; columns `20+ 50+` each begin
with theirs. `NA` in a cell is no value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.data import DataError
from rules.tables.chart import read_chart

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from rules.tables.chart import Cell, Chart

NA = "NA"


@dataclass(frozen=True, slots=True)
class Bands:
    """The rows of such a chart, read."""

    file: Path
    limits: tuple[int, ...]
    begin: bool
    rows: Mapping[str, tuple[int | None, ...]]

    def value(self, row: str, number: float) -> int | None:
        """What a row has for that number; None for NA, and for less than the first band.

        Raises KeyError for a row that is not there.
        """
        values = self.rows[row]
        if self.begin:
            begun = sum(limit <= number for limit in self.limits)
            return values[begun - 1] if begun else None
        ended = sum(limit < number for limit in self.limits)
        return values[ended]

    def sure(self, row: str, number: float) -> int:
        """The same of a row that has a value everywhere."""
        value = self.value(row, number)
        if value is None:
            raise ValueError(f"{self.file.name}: {row} has nothing for {number}")
        return value


def read_bands(path: Path) -> Bands:
    """Read such a chart. Raises DataError for columns that do not rise and for other cells."""
    chart = read_chart(path)
    begin = all(label.endswith("+") for label in chart.columns)
    limits = _limits(chart) if not begin else tuple(int(label[:-1]) for label in chart.columns)
    if list(limits) != sorted(set(limits)):
        raise DataError(path, 1, "", "columns must rise")
    rows = {label: tuple(_value(cell) for cell in cells) for label, cells in chart.rows.items()}
    return Bands(path, limits, begin, rows)


def _limits(chart: Chart) -> tuple[int, ...]:
    *labels, last = chart.columns
    if not labels or last != f">{labels[-1]}" or not all(label.isdecimal() for label in labels):
        raise DataError(chart.file, 1, "", "columns must be numbers and, at last, what lies beyond")
    return tuple(int(label) for label in labels)


def _value(cell: Cell) -> int | None:
    return None if cell.text == NA else cell.signed()
