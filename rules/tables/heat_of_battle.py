"""A15.1: what a Final DR of Heat of Battle does."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.chart import read_chart, require_columns, rolls

if TYPE_CHECKING:
    from rules.tables.chart import Cell, Rolls


class HeatOfBattle(Enum):
    """The results of the Heat of Battle table."""

    HERO = "hero"
    HERO_AND_HARDENING = "hero+hardening"
    HARDENING = "hardening"
    BERSERK = "berserk"
    SURRENDER = "surrender"


def heat_of_battle(final_dr: int, *, early_surrender: bool = False) -> HeatOfBattle:
    """A15.1: the result of a Final DR; `early_surrender` for a non-elite unit of such a nation."""
    usual, early = _table().row(final_dr)
    return early if early_surrender else usual


@cache
def _table() -> Rolls[HeatOfBattle]:
    chart = read_chart(Path(__file__).parent / "heat_of_battle.txt")
    require_columns(chart, ("Usual", "Early"))
    return rolls(chart, _result)


def _result(cell: Cell) -> HeatOfBattle:
    try:
        return HeatOfBattle(cell.text)
    except ValueError:
        raise cell.error(f"no result of Heat of Battle: {cell.text}") from None
