"""Three points at which a careless rule would give secrets away."""

from rules.kernel.audience import Audience, Side
from rules.kernel.table import Table
from rules.kernel.toy.entities import (
    Mines,
    Piece,
    visible_at,
)
from rules.kernel.unseal import unseal


class Hooks:
    """As it should be; each is what one of the planted leaks gets wrong."""

    def shown_id(self, table: Table, piece: Piece) -> str:
        """The id of a piece that is revealed."""
        return table.new_id(Audience.PUBLIC, "p")

    def opens_window(self, table: Table, mover: Side, at: str) -> bool:
        """Whether the other side is asked to fire: judged by what everybody sees."""
        return visible_at(table.world, mover, at)

    def presence_text(self, mines: Mines) -> str:
        """What is said of mines that have just been found."""
        return f"mines in {unseal(mines.at)}"


def hooks(table: Table) -> Hooks:
    """The hooks of the rules at a table of the test world."""
    if not isinstance(table.rules, Hooks):
        raise TypeError("these are the test world's procedures")
    return table.rules
