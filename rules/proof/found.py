"""Leaders whom an enemy may overrun (A4.15, A12.15), found under a "?" or in the open beside one:
a position of its own, and leaks about who else is there, and of how he was found, that the check
must find.
"""

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Final

from rules.board.locations import LocationId
from rules.chapters.concealment import a12_detection
from rules.chapters.concealment.a12_detection import show_another
from rules.chapters.ground.b_entry import Entry
from rules.forces.sealed import Sealed
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.game import Game
from rules.play.moving import movement, overrun
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.position import is_dummy
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

_TRIAL: Final = trial("found")


class FoundGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _TRIAL.game(cls)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position."""
    return _TRIAL.game()


_VERBS: Final = ("move", "overrun", "choose")
VARIATIONS: Final = variations(_TRIAL.rules, (COVERS,), start).closer(_VERBS)
ASKED: Final = VARIATIONS.closer(_VERBS, kinds=("real or Dummy",))
"""How the secrets of such a game may vary, and what of it bears on who is asked."""


# -- leaks ----------------------------------------------------------------------------------------


def _others(table: AslTable, at: LocationId, side: Side) -> int:
    there = (unit for unit in table.truth.pieces(side) if unit.at == at and unit.under)
    return sum(not is_dummy(unit) for unit in there)


def counts_first(table: AslTable, at: LocationId, side: Side) -> bool:
    """Says how many could bar the OVR."""
    table.log("system", f"{_others(table, at, side)} could bar it")
    return show_another(table, at, side)


_may_overrun = overrun._may_overrun


def asks_by_number(table: AslTable, movers: tuple[Unit, ...], entry: Entry) -> bool:
    """Offers no OVR that an odd number of those who lie concealed there could bar."""
    is_odd = _others(table, entry.to, movers[0].side.enemy) % 2
    return not is_odd and _may_overrun(table, movers, entry)


_dr = a12_detection._dr


def rolls_heard(table: AslTable, counter: Sealed, owner: Side) -> int:
    """Lets everybody hear how many dr are made at Detection."""
    table.log("system", "a die is thrown", rule="A12.15", at=(counter.at,))
    return _dr(table, counter, owner)


_drop_dummies = a12_detection._drop_dummies


def left_counted(table: AslTable, picked: Iterable[Sealed]) -> None:
    """Says how many Dummies are left that Detection has not picked."""
    there = tuple(picked)
    _drop_dummies(table, there)
    places = {one.at for one in there}
    left = [one for one in table.truth.pieces() if is_dummy(one) and one.at in places]
    table.log("system", f"{len(left)} more", rule="A12.15", at=tuple(places))


def _swapping(module: ModuleType, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, FoundGame, lambda: swapped(module, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "Detection: how many dr": _swapping(a12_detection, "_dr", rolls_heard),
    "Detection: Dummies that are left": _swapping(a12_detection, "_drop_dummies", left_counted),
    "OVR: how many could bar it": _swapping(movement, "show_another", counts_first),
}
"""What is planted about them, by name."""

ASKED_LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "OVR: whether it is asked": _swapping(overrun, "_may_overrun", asks_by_number),
}
"""What is planted about who is asked."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, FoundGame)
