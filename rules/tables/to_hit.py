"""C3 the To Hit table: the Basic TH#, what barrel, calibre and ammunition add, and its colours."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.bands import read_bands
from rules.tables.chart import read_chart, require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.tables.bands import Bands
    from rules.tables.chart import Cell

_FOLDER = Path(__file__).parent
_SMALL_MM = 57
_SMALLEST_MM = 40


class TargetType(Enum):
    """C3.3: the target types of To Hit."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    VEHICLE = "Vehicle"
    INFANTRY = "Infantry"
    AREA = "Area"


class ThAddition(Enum):
    """C4: what is added to the Basic TH#, by range; the value is the row of the table."""

    SHORT = "*"
    LONG = "L"
    EXTRA_LONG = "LL"
    UP_TO_57 = "57"
    UP_TO_40 = "40"
    APCR = "APCR"
    SMOKE = "SMOKE"


def area_number(distance: int) -> int:
    """C3: the Basic TH# at a hex so many hexes away."""
    return _table().sure("Area", distance)


def basic_number(target: TargetType, distance: int, *, red: bool) -> int:
    """C3: the Basic TH# of a target type so many hexes away, in black or red."""
    if target is TargetType.AREA:
        return area_number(distance)
    return _table().sure(f"{target.value}-{'red' if red else 'black'}", distance)


def th_additions(mm: float, barrel: str) -> tuple[ThAddition, ...]:
    """C4.1, C4.2: those of a weapon by its calibre and the sign of its barrel, `""` to `"LL"`.

    A small one takes those of both its bands. Those of ammunition are not among them.
    """
    length = [ThAddition(barrel)] if barrel else []
    small = [ThAddition.UP_TO_57] if mm <= _SMALL_MM else []
    smallest = [ThAddition.UP_TO_40] if mm <= _SMALLEST_MM else []
    return (*length, *small, *smallest)


def th_addition(addition: ThAddition, distance: int) -> int:
    """C4: what it adds to the Basic TH# so many hexes away. APDS takes that of APCR."""
    return _table().sure(addition.value, distance)


def has_red_numbers(nation: str, year: int, *, afv: bool) -> bool:
    """C3: whether the ordnance of a nation, by the id of it, has red TH# in that year.

    Raises KeyError for a nation that is not in the table.
    """
    black_from = _colours()[nation][1 if afv else 0]
    return black_from is None or year < black_from


@cache
def _table() -> Bands:
    return read_bands(_FOLDER / "to_hit.txt")


@cache
def _colours() -> Mapping[str, tuple[int | None, ...]]:
    """The year from which the TH# of a nation are black, of Guns and of AFV; None for never."""
    chart = read_chart(_FOLDER / "to_hit_colours.txt")
    require_columns(chart, ("Guns", "AFV"))
    return {
        nation: tuple(_black_from(cell) for cell in cells) for nation, cells in chart.rows.items()
    }


def _black_from(cell: Cell) -> int | None:
    if cell.text in {"black", "red"}:
        return 0 if cell.text == "black" else None
    return cell.number()
