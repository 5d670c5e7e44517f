"""Leaders under a "?" whom an enemy may find and overrun, in a position of their own, and leaks
about it that the check must find.
"""

from collections.abc import Callable, Mapping
from typing import Final

from rules.board.locations import LocationId
from rules.chapters.a12_detection import show_another
from rules.kernel.audience import Side
from rules.kernel.game import Game
from rules.play import overrun
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.position import is_dummy
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

OWNER: Final = Side.A
_TRIAL: Final = trial("found")


class FoundGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _TRIAL.game(cls)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position."""
    return _TRIAL.game()


VARIATIONS: Final = variations(_TRIAL.rules, (COVERS,), start)
"""How the secrets of such a game may vary."""


# -- leaks ----------------------------------------------------------------------------------------


def counts_first(table: AslTable, at: LocationId, side: Side) -> bool:
    """Says how many could bar the OVR."""
    table.log("system", f"{_others(table, at, side)} could bar it")
    return show_another(table, at, side)


def _others(table: AslTable, at: LocationId, side: Side) -> int:
    there = (unit for unit in table.truth.pieces(side) if unit.at == at and unit.under)
    return sum(not is_dummy(unit) for unit in there)


def sound() -> Maker:
    """The position as it should be."""
    return Maker(_TRIAL.rules, FoundGame)


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "found: how many could bar an OVR": lambda: Maker(
        _TRIAL.rules, FoundGame, lambda: swapped(overrun, "show_another", counts_first)
    ),
}
"""What is planted about them, by name."""
