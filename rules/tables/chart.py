"""Charts as text: a header line, then labelled rows, columns parted by spaces.

`#` begins a comment. Row labels that are numbers run without a gap, from `<=n` to `>=n`, so that
every Final DR or dr finds its row; other rows are found by their name.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Generic, TypeVar

from rules.data import DataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell of a chart says, and where it stands."""

    text: str
    file: Path
    line: int
    field: str

    def error(self, message: str) -> DataError:
        """The error to raise about this cell."""
        return DataError(self.file, self.line, self.field, message)

    def number(self) -> int:
        """The cell as a whole number, 0 or more."""
        if not self.text.isdecimal():
            raise self.error(f"must be a number, not {self.text}")
        return int(self.text)

    def signed(self) -> int:
        """The cell as a whole number that may have a sign, such as a DRM."""
        if not self.text.removeprefix("-").removeprefix("+").isdecimal():
            raise self.error(f"must be a number, not {self.text}")
        return int(self.text)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as it stands in its file: column names, and the cells of each row."""

    file: Path
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]

    def row(self, label: str) -> tuple[Cell, ...]:
        """The cells of the row of that name, or DataError."""
        try:
            return self.rows[label]
        except KeyError:
            raise DataError(self.file, 1, label, "row is missing") from None


@dataclass(frozen=True, slots=True)
class Rolls(Generic[Value]):
    """Numbered rows of a chart, read; below the first and above the last, those two serve."""

    first: int
    rows: tuple[tuple[Value, ...], ...]

    def row(self, final: int) -> tuple[Value, ...]:
        """What a Final DR or dr leads to."""
        at = min(max(final - self.first, 0), len(self.rows) - 1)
        return self.rows[at]


def read_chart(path: Path) -> Chart:
    """Read a chart file. Raises DataError for a ragged row or a label that stands twice."""
    lines = _lines(path)
    _, (_, *columns) = next(lines, (1, ("",)))
    rows: dict[str, tuple[Cell, ...]] = {}
    for number, (label, *texts) in lines:
        if label in rows:
            raise DataError(path, number, label, "row stands twice")
        if len(texts) != len(columns):
            raise DataError(path, number, label, f"{len(texts)} cells, {len(columns)} columns")
        rows[label] = tuple(
            Cell(text, path, number, f"{label} / {column}")
            for text, column in zip(texts, columns, strict=True)
        )
    return Chart(path, tuple(columns), rows)


def rolls(chart: Chart, read: Callable[[Cell], Value]) -> Rolls[Value]:
    """The numbered rows of a chart, each cell read.

    Raises DataError if the rows leave a gap or have no open ends.
    """
    labels = [label for label in chart.rows if label.lstrip("<>=").isdecimal()]
    signs = [label.rstrip("0123456789") for label in labels]
    if signs != ["<=", *[""] * (len(labels) - 2), ">="]:
        raise DataError(chart.file, 1, "", "numbered rows must run from <= to >=")
    numbers = [int(label.lstrip("<>=")) for label in labels]
    for label, number, due in zip(labels, numbers, count(numbers[0]), strict=False):
        if number != due:
            raise DataError(chart.file, chart.rows[label][0].line, label, f"row {due} was due")
    rows = tuple(tuple(read(cell) for cell in chart.rows[label]) for label in labels)
    return Rolls(numbers[0], rows)


def require_columns(chart: Chart, names: tuple[str, ...]) -> None:
    """Refuse a chart with other columns than these."""
    if chart.columns != names:
        raise DataError(chart.file, 1, "", f"columns must be {' '.join(names)}")


def _lines(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            yield number, tuple(words)
