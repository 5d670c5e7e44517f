"""A7.3: the Infantry Fire Table and its Vehicle line (A7.308)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.chart import read_chart, require_columns, rolls

if TYPE_CHECKING:
    from fractions import Fraction

    from rules.tables.chart import Cell, Rolls

IFT_COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
"""FP of the columns; 36 stands for the 36+ column."""


class IftKind(Enum):
    """What an IFT result is, before its number."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    KIA = "KIA"
    K = "K"
    MC = "MC"
    PTC = "PTC"
    NONE = "–"


@dataclass(frozen=True, slots=True)
class IftResult:
    """One cell of the IFT.

    `number` is how many targets a KIA eliminates, or what a K or MC adds to the MC: 0 for a NMC,
    and for a PTC and no effect, which have none.
    """

    kind: IftKind
    number: int = 0

    @property
    def is_harmful(self) -> bool:
        """A10.62: whether it is at least a NMC."""
        return self.kind in {IftKind.KIA, IftKind.K, IftKind.MC}

    def __str__(self) -> str:
        match self.kind:
            case IftKind.KIA:
                return f"{self.number}KIA"
            case IftKind.K:
                return f"K/{self.number}"
            case IftKind.MC:
                return f"{self.number}MC" if self.number else "NMC"
            case IftKind.PTC:
                return "PTC"
            case IftKind.NONE:
                return "–"


def ift_column(fp: Fraction | int) -> int | None:
    """A7.3: the greatest column not above this total FP; None below 1 FP: no attack is possible."""
    whole = floor(fp)
    return max((column for column in IFT_COLUMNS if column <= whole), default=None)


def column_left(column: int, shifts: int) -> int | None:
    """The column so many to the left, as for Cowering (A7.9); None off the 1 column: no effect.

    Raises ValueError for a FP that is no column or for a negative shift.
    """
    if shifts < 0:
        raise ValueError(f"cannot shift by {shifts} columns")
    at = _at(column) - shifts
    return IFT_COLUMNS[at] if at >= 0 else None


def ift_result(column: int, final_dr: int) -> IftResult:
    """A7.3: what a Final DR means on a column. Raises ValueError for a FP that is no column."""
    return _ift().results.row(final_dr)[_at(column)]


def vehicle_kill_number(column: int) -> int:
    """A7.308: the Vehicle line's number. Raises ValueError for a FP that is no column."""
    return _ift().vehicle[_at(column)]


def _at(column: int) -> int:
    try:
        return IFT_COLUMNS.index(column)
    except ValueError:
        raise ValueError(f"the IFT has no {column} column") from None


_NUMBERED = {
    IftKind.KIA: re.compile(r"([1-9])KIA"),
    IftKind.K: re.compile(r"K/([1-9])"),
    IftKind.MC: re.compile(r"([1-9])MC"),
}
_PLAIN = {
    "NMC": IftResult(IftKind.MC),
    "PTC": IftResult(IftKind.PTC),
    "–": IftResult(IftKind.NONE),
}


@dataclass(frozen=True, slots=True)
class _Ift:
    results: Rolls[IftResult]
    vehicle: tuple[int, ...]


@cache
def _ift() -> _Ift:
    chart = read_chart(Path(__file__).parent / "ift.txt")
    require_columns(chart, tuple(str(column) for column in IFT_COLUMNS))
    return _Ift(rolls(chart, _result), tuple(cell.number() for cell in chart.row("Vehicle")))


def _result(cell: Cell) -> IftResult:
    for kind, pattern in _NUMBERED.items():
        match = pattern.fullmatch(cell.text)
        if match is not None:
            return IftResult(kind, int(match[1]))
    if cell.text not in _PLAIN:
        raise cell.error(f"no result of the IFT: {cell.text}")
    return _PLAIN[cell.text]
