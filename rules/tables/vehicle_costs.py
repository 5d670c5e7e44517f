"""The Terrain Chart of chapter B for vehicles, motorcycles and wagons: what it costs to enter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.chart import read_chart, require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.tables.chart import Cell

_FOLDER = Path(__file__).parent
COLUMNS = ("wagon", "motorcycle", "AC", "FT", "HT", "truck")
_MARKS = ("B", "BB", "R", "D", "H", "BU", "X", "P")
_SHARE = re.compile(r"(?:(1/[234]))?ALL(?:\+(\d))?(\+COT)?")
_NUMBER = re.compile(r"(\d+(?:/2)?)(\+COT)?")
_TIMES = re.compile(r"(\d)xCOT")


@dataclass(frozen=True, slots=True)
class VehicleCost:
    """One way to enter a terrain.

    It costs `mp`, that `share` of the printed allotment, and `others` times the cost of the other
    terrain (COT). `allowed` is False for NA, `minimum_move` where nothing but a Minimum Move leads
    in (D2.15). `bog` asks for a Bog Check on entering, `bog_leaving` on leaving otherwise than
    along a Depression (D8.2). `road` is paid as the road by a road hexside, `half_by_road` two MP
    less. `doubled` doubles what other vehicles and VCA cost there (D2.14, D2.11). `whole_if_bu` is
    1 MP for a BU AFV (D2.16). `wreck_check` and `pushed` are a motorcycle's (D15).
    """

    mp: Fraction
    share: Fraction
    others: int
    allowed: bool
    minimum_move: bool
    bog: bool
    bog_leaving: bool
    road: bool
    half_by_road: bool
    doubled: bool
    whole_if_bu: bool
    wreck_check: bool
    pushed: bool


def vehicle_costs(terrain: str, moves: str) -> tuple[VehicleCost, ...]:
    """B: the ways in which a wagon, motorcycle, AC, FT, HT or truck may enter a terrain.

    Raises KeyError for a terrain or a type of MP that the chart does not have.
    """
    return _chart()[terrain][moves]


def reverse_factor(moves: str) -> int:
    """D2.2: how often a vehicle in Reverse pays for entry, by its type of MP.

    Raises KeyError for what has no Reverse.
    """
    return _reverse()[moves]


def vehicle_terrains() -> tuple[str, ...]:
    """The terrains of the chart, in its order."""
    return tuple(_chart())


@cache
def _reverse() -> Mapping[str, int]:
    chart = read_chart(_FOLDER / "reverse.txt")
    return {moves: cell.number() for moves, (cell,) in chart.rows.items()}


@cache
def _chart() -> Mapping[str, Mapping[str, tuple[VehicleCost, ...]]]:
    chart = read_chart(_FOLDER / "vehicle_costs.txt")
    require_columns(chart, COLUMNS)
    return {
        terrain: {moves: _ways(cell) for moves, cell in zip(COLUMNS, cells, strict=True)}
        for terrain, cells in chart.rows.items()
    }


def _ways(cell: Cell) -> tuple[VehicleCost, ...]:
    return tuple(_way(cell, text) for text in cell.text.split("|"))


def _way(cell: Cell, text: str) -> VehicleCost:
    cost, *marks = text.split(",")
    if not set(marks) <= set(_MARKS):
        raise cell.error(f"no such marks: {text}")
    mp, share, others = _amount(cell, cost)
    return VehicleCost(
        mp=mp,
        share=share,
        others=others,
        allowed=cost != "NA",
        minimum_move=cost == "MM",
        bog="B" in marks,
        bog_leaving="BB" in marks,
        road="R" in marks,
        half_by_road="H" in marks,
        doubled="D" in marks,
        whole_if_bu="BU" in marks,
        wreck_check="X" in marks,
        pushed="P" in marks,
    )


def _amount(cell: Cell, cost: str) -> tuple[Fraction, Fraction, int]:
    """MP, a share of the allotment, and how often the cost of the other terrain."""
    none = Fraction(0)
    if cost in {"NA", "MM"}:
        return none, none, 0
    if cost == "COT":
        return none, none, 1
    if (share := _SHARE.fullmatch(cost)) is not None:
        part, more, cot = share.groups()
        return Fraction(more or 0), Fraction(part or 1), int(cot is not None)
    if (number := _NUMBER.fullmatch(cost)) is not None:
        return Fraction(number[1]), none, int(number[2] is not None)
    if (times := _TIMES.fullmatch(cost)) is not None:
        return none, none, int(times[1])
    raise cell.error(f"must be what it costs to enter, not {cost}")
