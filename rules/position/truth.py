"""The position as it really is.

Only the table of an action makes it, so that whoever is handed a side's knowledge, as offers and
refusals are, has no way to the truth; a contract keeps it so.
"""

from dataclasses import dataclass

from rules.board.board import Board
from rules.forces.entities import Sealed, Veiled
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.position.law import Law
from rules.position.position import Position
from rules.position.unveiled import Unveiled


@dataclass(frozen=True)
class Truth(Position):
    """A board with everything that is on it, whoever knows of it."""

    @classmethod
    def of(cls, world: World, board: Board, law: Law) -> "Truth":
        """The truth of a world now, with all envelopes opened."""
        return cls(Unveiled(world, opened), board, law)


def opened(veiled: Veiled) -> Sealed:
    """What is in an envelope, whoever may know it."""
    return unseal(veiled.what)
