"""The position as it really is.

Only the table of an action makes it, so that whoever is handed a side's knowledge, as offers and
refusals are, has no way to the truth; a contract keeps it so.
"""

from dataclasses import dataclass

from rules.board.board import Board
from rules.forces.sealed import Sealed, Veiled
from rules.forces.units import Unit
from rules.kernel.memo import asked_once
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.position.law import Law
from rules.position.position import Position
from rules.position.unveiled import Unveiled


@dataclass(frozen=True)
class Truth(Position):
    """A board with everything that is on it, whoever knows of it. Veiled units are found by their
    ids alone: no rule that goes through all units meets one, so that nothing that everybody sees
    can come of it.
    """

    @classmethod
    def of(cls, world: World, board: Board, law: Law) -> "Truth":
        """The truth of a world now, with all envelopes opened."""
        return _truth_of(world, board, law)

    def _counts(self, piece: Unit) -> bool:
        return piece.under is None


@asked_once
def _truth_of(world: World, board: Board, law: Law) -> Truth:
    return Truth(Unveiled(world, unseal), board, law)


def opened(veiled: Veiled) -> Sealed:
    """What is in an envelope, whoever may know it."""
    return unseal(veiled.what)
