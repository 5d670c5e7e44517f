"""A11.11: the Close Combat Table, odds to Kill Number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from rules.data import DataError
from rules.tables.chart import read_chart


@dataclass(frozen=True, slots=True)
class CcOdds:
    """One column of the CC Table: its odds, Kill Number and Hand-to-Hand Kill Number."""

    label: str
    kill: int
    hth_kill: int


def cc_odds(attack: Fraction | int, defence: Fraction | int) -> CcOdds:
    """A11.11: the column of the highest listed odds not above attacking to defending FP.

    Raises ValueError unless both have some FP.
    """
    if attack <= 0 or defence <= 0:
        raise ValueError(f"no odds of {attack} FP against {defence} FP")
    actual = Fraction(attack) / Fraction(defence)
    below, *listed, above = _columns()
    lowest, highest = _ratio(listed[0].label), _ratio(listed[-1].label)
    if actual < lowest:
        return below
    if actual > highest:
        return above
    return [odds for odds in listed if _ratio(odds.label) <= actual][-1]


def _ratio(label: str) -> Fraction:
    attack, _, defence = label.strip("<>").partition("-")
    return Fraction(int(attack), int(defence))


@cache
def _columns() -> tuple[CcOdds, ...]:
    chart = read_chart(Path(__file__).parent / "cc.txt")
    below, *listed, above = chart.columns
    ratios = [_ratio(label) for label in listed]
    if ratios != sorted(ratios) or (below, above) != (f"<{listed[0]}", f">{listed[-1]}"):
        raise DataError(chart.file, 1, "Odds", "columns must rise from < to >")
    kills, hth_kills = chart.row("Kill"), chart.row("HtH")
    return tuple(
        CcOdds(label, kill.number(), hth_kill.number())
        for label, kill, hth_kill in zip(chart.columns, kills, hth_kills, strict=True)
    )
