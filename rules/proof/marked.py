"""Counters of mines that are about to be met, and A-T mines in view that are about to be seen: a
position of its own (B28.47, B28.53), and leaks about what there is that the check must find.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, Final

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.mines import b28_known, b28_minefields
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.mines import AtMines
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS
from rules.proof.subjects.laid import LAID
from rules.proof.subjects.mines import MINES
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

_TRIAL: Final = trial("marked")
_MANY: Final = 2  # factors, above which they look many
_NEAR: Final = 6


class MarkedGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _TRIAL.game(cls)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position, as units move or advance."""
    return _TRIAL.game(phase=rng.choice((Phase.MPH, Phase.MPH, Phase.APH)))


VARIATIONS: Final = variations(_TRIAL.rules, (LAID, MINES, COVERS), start).closer(
    ("move", "advance")
)
"""How the secrets of such a game may vary."""


# -- leaks ----------------------------------------------------------------------------------------


_announce = b28_known.announce_dummy
_met = b28_minefields._met


def announce_beside(table: AslTable, side: Side, at: HexId) -> None:
    """Tells of Dummies in the next hexes too."""
    for beside in (at, *(hex_id for _, hex_id in table.board.neighbours(at))):
        _announce(table, side, beside)


def looks_many(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[HexId, ...]:
    """Says to those who come within some hexes of A-T mines, with a LOS or without, that there are
    many.
    """
    mines = {unseal(one.at): unseal(one.factors) for one in table.world.all(AtMines)}
    near = [at for at in mines if table.board.distance(at, hex_of(to)) <= _NEAR]
    if any(mines[at] > _MANY for at in near):
        table.log("system", "there are many mines ahead")
    return _met(table, unit_ids, origin, to)


def _maker(within: Callable[[], Any] = nullcontext) -> Maker:
    return Maker(_TRIAL.rules, MarkedGame, within)


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "Known mines: a Dummy in the next hex": lambda: _maker(
        lambda: swapped(b28_known, "announce_dummy", announce_beside)
    ),
    "A-T mines: whether they are many": lambda: _maker(
        lambda: swapped(b28_minefields, "_met", looks_many)
    ),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """The same without a leak."""
    return _maker()
