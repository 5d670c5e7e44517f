"""A14.21: a question that only those are asked who hide something is found out by the case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.cases.run import Unmet, run_case
from rules.chapters.snipers import a14_attack
from rules.chapters.snipers.a14_turned_away import show_against_sniper
from rules.position.hidden_fortifications import HiddenFortification

if TYPE_CHECKING:
    from rules.board.geometry import Cell
    from rules.kernel.audience import Side
    from rules.position.asl_table import AslTable

CASES = Path(__file__).parents[2] / "cases"
CASE = CASES / "a14" / "a-hidden-foxhole-turns-a-sniper-away.yaml"


async def _asks_who_hides(table: AslTable, side: Side, origin: Cell) -> None:
    if table.world.all(HiddenFortification):
        await show_against_sniper(table, side, origin)


@pytest.mark.rule("A14.21e")
def test_to_ask_only_who_hides_something_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    run_case(CASE)
    monkeypatch.setattr(a14_attack, "show_against_sniper", _asks_who_hides)
    with pytest.raises(Unmet, match="kept hidden"):
        run_case(CASE)
