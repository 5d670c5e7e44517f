"""C7.7 What attacks do to vehicles, recovery from Shock (C7.42) and from a Bog (D8.3), and HD by
manoeuvre (D4.22).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.chart import read_chart, require_columns, rolls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.tables.chart import Cell, Rolls

_FOLDER = Path(__file__).parent


class Fate(Enum):
    """What becomes of a vehicle: Burning Wreck, eliminated, immobilized, or what befalls its crew.

    A possible Shock needs a NTC (C7.41).
    """

    __hash__ = object.__hash__  # a part of keys, and that of enumerations is slow

    BURN = "burn"
    ELIMINATED = "elim"
    IMMOBILIZED = "immob"
    SHOCK = "shock"
    POSSIBLE_SHOCK = "possible-shock"
    STUN = "stun"
    NONE = "–"


class AfvAttack(Enum):
    """The columns of the table of AFV; DIRECT stands for ordnance and bombs, FT for MOL too."""

    DIRECT = "Direct"
    DC = "DC"
    FT = "FT"
    MG = "MG"
    INDIRECT = "Indirect"
    A_P_MINE = "A-P"
    A_T_MINE = "A-T"
    CC = "CC"


class UnarmoredAttack(Enum):
    """The columns of the table of unarmored vehicles; ORDNANCE stands for bombs, FT for MOL too."""

    ORDNANCE = "Direct"
    FT = "FT"
    OTHER = "Other"
    A_T_MINE = "A-T"
    CC = "CC"


class Recovery(Enum):
    """C7.42: what a dr for a Shocked AFV leads to."""

    RECOVERED = "recover"
    UNCONFIRMED_KILL = "uk"
    WRECK = "wreck"


class BogRemoval(Enum):
    """D8.3: what a dr for a bogged vehicle leads to."""

    FREED = "freed"
    MIRED = "mired"
    IMMOBILIZED = "immob"


def afv_fate(
    attack: AfvAttack, final_dr: int, number: int, *, turret: bool, he: bool = False
) -> Fate:
    """C7.7: what a Final Effects DR does to an AFV, against the number that the table says.

    It hit the turret or the hull; `he` says that it was HE.
    """
    hull, upper = _afv()[_band(final_dr, number, he=he)][attack]
    return upper if turret else hull


def unarmored_fate(attack: UnarmoredAttack, final_dr: int, number: int) -> Fate:
    """C7.7: what a Final Effects DR does to an unarmored vehicle."""
    band = _band(final_dr, number)
    return _unarmored()[band if band in {"half", "less", "equal"} else "more"][attack]


def shock_recovery(final_dr: int, *, unconfirmed_kill: bool) -> Recovery:
    """C7.42: what a dr leads to at the end of a RPh, of Shock or of an Unconfirmed Kill."""
    shock, uk = _shock().row(final_dr)
    return uk if unconfirmed_kill else shock


def bog_removal(final_dr: int) -> BogRemoval:
    """D8.3: what becomes of a bogged vehicle, by the Final coloured dr."""
    (result,) = _bog_removal().row(final_dr)
    return result


def hull_down_hexsides(final_dr: int) -> int:
    """D4.22: how many Crest hexsides a HD manoeuvre gains."""
    (hexsides,) = _hull_down().row(final_dr)
    return hexsides


def _band(final_dr: int, number: int, *, he: bool = False) -> str:
    """The row: half of the number and less, below it, equal, one more, more."""
    if final_dr * 2 <= number:
        return "half"
    if final_dr < number:
        return "less"
    if final_dr == number:
        return "equal"
    if final_dr > number + 1:
        return "more"
    return "one-more-HE" if he else "one-more"


@cache
def _afv() -> Mapping[str, Mapping[AfvAttack, tuple[Fate, Fate]]]:
    chart = read_chart(_FOLDER / "destruction.txt")
    require_columns(chart, tuple(attack.value for attack in AfvAttack))
    return {
        band: {
            attack: _hull_and_turret(cell) for attack, cell in zip(AfvAttack, cells, strict=True)
        }
        for band, cells in chart.rows.items()
    }


def _hull_and_turret(cell: Cell) -> tuple[Fate, Fate]:
    hull, _, turret = cell.text.partition("/")
    return _fate(cell, hull), _fate(cell, turret or hull)


def _fate(cell: Cell, word: str) -> Fate:
    try:
        return Fate(word)
    except ValueError:
        raise cell.error(f"nothing that becomes of a vehicle: {word}") from None


@cache
def _unarmored() -> Mapping[str, Mapping[UnarmoredAttack, Fate]]:
    chart = read_chart(_FOLDER / "destruction_unarmored.txt")
    require_columns(chart, tuple(attack.value for attack in UnarmoredAttack))
    return {
        band: {
            attack: _fate(cell, cell.text)
            for attack, cell in zip(UnarmoredAttack, cells, strict=True)
        }
        for band, cells in chart.rows.items()
    }


@cache
def _shock() -> Rolls[Recovery]:
    chart = read_chart(_FOLDER / "shock.txt")
    require_columns(chart, ("Shock", "UK"))
    return rolls(chart, lambda cell: Recovery(cell.text))


@cache
def _bog_removal() -> Rolls[BogRemoval]:
    chart = read_chart(_FOLDER / "bog_removal.txt")
    require_columns(chart, ("Bogged",))
    return rolls(chart, lambda cell: BogRemoval(cell.text))


@cache
def _hull_down() -> Rolls[int]:
    chart = read_chart(_FOLDER / "hull_down.txt")
    require_columns(chart, ("Hexsides",))
    return rolls(chart, lambda cell: cell.number())
