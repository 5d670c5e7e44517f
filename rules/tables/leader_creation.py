"""A18.2: the leader that a Final dr of Leader Creation makes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.chart import read_chart, require_columns, rolls

if TYPE_CHECKING:
    from rules.tables.chart import Cell, Rolls

NOBODY = "–"
LEADERS = ("8-1", "8-0", "7-0", "6+1", NOBODY)


def leader_creation(final_dr: int) -> str | None:
    """A18.2: the strength of the leader (`8-1`) that a Final dr creates, None for nobody.

    By nationality no leaders are created at all, or a drm applies: asked of the nation.
    """
    (leader,) = _table().row(final_dr)
    return None if leader == NOBODY else leader


@cache
def _table() -> Rolls[str]:
    chart = read_chart(Path(__file__).parent / "leader_creation.txt")
    require_columns(chart, ("Leader",))
    return rolls(chart, _leader)


def _leader(cell: Cell) -> str:
    if cell.text not in LEADERS:
        raise cell.error(f"no leader is created as {cell.text}")
    return cell.text
