"""C3, C8.3, C8.4: what HE, its equivalents and Canister are on the IFT, and who has HEAT."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.bands import read_bands
from rules.tables.chart import read_chart, require_columns
from rules.tables.ift import column_left

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.tables.bands import Bands

_FOLDER = Path(__file__).parent
_LARGE_AP_MM = 37


def he_fp(mm: float) -> int | None:
    """C3: the FP of HE of that calibre, None below 20mm, which has none."""
    return _bands("he_fp").value("HE", mm)


def canister_fp(mm: float) -> int | None:
    """C8.4: the FP of Canister of that calibre, None below 37mm."""
    return _bands("canister").value("Canister", mm)


def ap_equivalency(mm: float) -> int:
    """C8.31: the FP of AP, APCR or APDS of that calibre against what it can only hit as HE."""
    return _equivalency()["AP" if mm >= _LARGE_AP_MM else "AP-small"]


def latw_equivalency(weapon: str) -> int:
    """C8.31: the FP of a LATW by its name, or of a `stick` round. Raises KeyError for others."""
    return _equivalency()[weapon]


def heat_equivalency(mm: float) -> int | None:
    """C8.31: the FP of HEAT of that calibre, the column left of its HE; None if there is none."""
    fp = he_fp(mm)
    return None if fp is None else column_left(fp, 1)


def has_heat(nation: str, year: int, month: int) -> bool:
    """C8.3: whether ordnance of that nation, by its id, has HEAT by then, if it ever does."""
    since = _heat_from().get(nation)
    return since is None or since <= (year, month)


@cache
def _bands(name: str) -> Bands:
    return read_bands(_FOLDER / f"{name}.txt")


@cache
def _heat_from() -> Mapping[str, tuple[int, int]]:
    chart = read_chart(_FOLDER / "heat_from.txt")
    require_columns(chart, ("year", "month"))
    return {nation: (year.number(), month.number()) for nation, (year, month) in chart.rows.items()}


@cache
def _equivalency() -> Mapping[str, int]:
    chart = read_chart(_FOLDER / "he_equivalency.txt")
    return {weapon: cell.number() for weapon, (cell,) in chart.rows.items()}
