"""Three points at which a careless rule would give secrets away."""

from collections.abc import Iterable

from rules.kernel.audience import Audience, Side
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.proof.toy.entities import Piece, is_open, visible_at


class Hooks:
    """As it should be; each is what one of the planted leaks gets wrong."""

    def shown_id(self, table: Table, piece: Piece) -> str:
        """The id of a piece that is revealed."""
        return table.new_id(Audience.PUBLIC, "p")

    def in_order(self, pieces: Iterable[Piece]) -> list[str]:
        """The ids of pieces in the order in which they are dealt with: by where they are and what
        they turn out to be, so that it tells nothing of who they were in secret.
        """

        def looks(piece: Piece) -> tuple[str, str, bool, str, str]:
            shown = piece.id if is_open(piece.type) else ""
            place = unseal(piece.at), unseal(piece.under) or ""
            return (*place, unseal(piece.broken), unseal(piece.type), shown)

        return [piece.id for piece in sorted(pieces, key=looks)]

    def opens_window(self, table: Table, mover: Side, at: str) -> bool:
        """Whether the other side is asked to fire: judged by what everybody sees."""
        return visible_at(table.world, mover, at)


def hooks(table: Table) -> Hooks:
    """The hooks of the rules at a table of the test world."""
    if not isinstance(table.rules, Hooks):
        raise TypeError("these are the test world's procedures")
    return table.rules
