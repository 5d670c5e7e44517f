"""C7.3 the To Kill tables: Basic TK# by weapon and ammunition, range, armor from above."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.bands import NA, read_bands
from rules.tables.chart import read_chart, require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.tables.bands import Bands
    from rules.tables.chart import Cell

_FOLDER = Path(__file__).parent
_AP_BANDS = ((25, "AP-25"), (57, "AP-57"))
_SMALL_APCR_MM = 57


class Shot(Enum):
    """C7.31, C7.32: the ammunition that pierces by its speed, and so by range."""

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    AP = "AP"
    APCR = "APCR"
    APDS = "APDS"


def tk_number(gun: str, shot: Shot, nation: str | None = None) -> int | None:
    """C7.31, C7.32: the Basic TK# of a calibre and length (`75L`), or of a `MG` or `ATR`.

    Those of some nations, by their ids, have another. None where none is printed. Raises KeyError
    for a gun that is not in the table.
    """
    table = _by_gun()
    row = table.get(f"{gun}/{nation}", table[gun])
    return row[shot]


def tk_guns() -> tuple[str, ...]:
    """What the table of AP, APCR and APDS has rows for."""
    return tuple(_by_gun())


def tk_at_range(mm: float, shot: Shot, distance: int) -> int | None:
    """C7.24 Case D: what is added to the Basic TK# so many hexes away; None: it has no effect."""
    return _bands("to_kill_range").value(_range_row(mm, shot), distance)


def heat_tk(weapon: str) -> int:
    """C7.33: the Basic TK# of HEAT: of a LATW by its name, of a `stick` round, or by calibre in mm.

    Raises KeyError where none is printed.
    """
    return _heat()[weapon]


def he_tk(mm: float, *, armored: bool) -> int | None:
    """C7.34: the Basic TK# of HE of that calibre, None below 20mm."""
    return _bands("to_kill_he").value("armored" if armored else "unarmored", mm)


def unarmored_tk(mm: float, *, heat: bool = False) -> int | None:
    """C7.31: the Basic TK# of AP or HEAT without armor in the way.

    None below 20mm: such fire uses the Vehicle line of the IFT.
    """
    return _bands("to_kill_unarmored").value("HEAT" if heat else "AP", mm)


def other_tk(weapon: str, *, armored: bool) -> int | None:
    """C7.34: the Basic TK# of a DC, FT, MOL or MOL-Projector; None: the Vehicle line of the IFT.

    Raises KeyError for another weapon.
    """
    return _others()[weapon][0 if armored else 1]


def armor_factors() -> tuple[int, ...]:
    """D1.6: the eleven Armor Factors there are, from the least."""
    return tuple(_aerial())


def aerial_af(af: int) -> int:
    """C7.12: an Armor Factor as it counts from above. Raises KeyError for one that is none."""
    return _aerial()[af]


def _range_row(mm: float, shot: Shot) -> str:
    match shot:
        case Shot.AP:
            return next((row for limit, row in _AP_BANDS if mm <= limit), "AP-65")
        case Shot.APCR:
            return "APCR-57" if mm <= _SMALL_APCR_MM else "APCR-75"
        case Shot.APDS:
            return "APDS"


@cache
def _bands(name: str) -> Bands:
    return read_bands(_FOLDER / f"{name}.txt")


@cache
def _by_gun() -> Mapping[str, Mapping[Shot, int | None]]:
    chart = read_chart(_FOLDER / "to_kill.txt")
    require_columns(chart, tuple(shot.value for shot in Shot))
    return {
        gun: {shot: _number(cell) for shot, cell in zip(Shot, cells, strict=True)}
        for gun, cells in chart.rows.items()
    }


@cache
def _heat() -> Mapping[str, int]:
    chart = read_chart(_FOLDER / "to_kill_heat.txt")
    return {weapon: cell.number() for weapon, (cell,) in chart.rows.items()}


@cache
def _others() -> Mapping[str, tuple[int | None, ...]]:
    chart = read_chart(_FOLDER / "to_kill_other.txt")
    require_columns(chart, ("armored", "unarmored"))
    return {weapon: tuple(_number(cell) for cell in row) for weapon, row in chart.rows.items()}


@cache
def _aerial() -> Mapping[int, int]:
    chart = read_chart(_FOLDER / "armor.txt")
    cells = chart.row("Aerial")
    return {int(af): cell.number() for af, cell in zip(chart.columns, cells, strict=True)}


def _number(cell: Cell) -> int | None:
    return None if cell.text == NA else cell.number()
