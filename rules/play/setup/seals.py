"""What a side commits to as it seals its setup: its minefields, its hidden Fortifications, and
which of its counters are hidden or under a "?".
"""

from rules.board.board import Board
from rules.chapters.concealment.seals import seal_records
from rules.play.setup.counters import counter_labels, counter_leaves
from rules.play.setup.fortifications import fortification_labels, fortification_leaves
from rules.play.setup.mines import mine_labels, mine_leaves
from rules.position.asl_table import AslTable
from rules.scenarios.types import SideCard


def seal_setup(table: AslTable, card: SideCard) -> None:
    """Commit to what a side has recorded, and to what it has not, if its OB grants anything."""
    leaves = {
        **dict(mine_leaves(table, card)),
        **dict(fortification_leaves(table, card)),
        **dict(counter_leaves(table, card)),
    }
    if leaves:
        seal_records(table, card.side, leaves)


def sealed_labels(board: Board, card: SideCard) -> tuple[str, ...]:
    """What a side's seal says something of, whatever it records: fixed by the scenario."""
    return (*mine_labels(board, card), *fortification_labels(card), *counter_labels(card))
