"""Work under a "?" that nobody near sees, in a position of its own: digging, Kindling, Deployment
and Recombination; and leaks about it that the check must find.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from rules.chapters.blazes import b25_kindling
from rules.chapters.concealment import a12_stripping
from rules.chapters.concealment.a12_shown_watchers import show_for_a_moment
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.a12_unseen_tries import Attempt
from rules.chapters.morale import a01_deployment
from rules.chapters.works import b27_entrenchments
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.game import Game
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.goers import label
from rules.proof import players
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker
from rules.proof.unseen import tried_by_name
from rules.proof.variations import variations

OWNER: Final = Side.A
_PHASES: Final = (Phase.PFPH, Phase.PFPH, Phase.MPH, Phase.RPH)
_TRIAL: Final = trial("working")


class WorkingGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _begun(Phase.PFPH, cls)


def _begun(phase: Phase, kind: type[Game] = Game) -> Game:
    return _TRIAL.game(kind, phase=phase, phasing=OWNER, active=OWNER)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """A phase in which those under the "?" work."""
    return _begun(rng.choice(_PHASES))


_WORK: Final = Subject(
    lambda rules: tuple(one for one in COVERS.kinds(rules) if one.kind != "hidden units"),
    told=COVERS.told,
)

VARIATIONS: Final = variations(_TRIAL.rules, (_WORK,), start)


def shown_to_all(table: AslTable, units: Iterable[Unit], weapons: Iterable[str] = ()) -> None:
    """Shows everybody who acts, and not the enemy alone."""
    there = tuple(units)
    show_to_enemy(table, there, weapons)
    for unit in there:
        table.log("reveal", f"{label(unit)} acts")


def read_untold(
    table: AslTable,
    units: Iterable[Unit],
    what: Attempt,
    needed: int,
    mods: Iterable[Modifier] = (),
) -> None:
    """Leaves out the Fact that says by what dice are read."""


@contextmanager
def _eager(owner: Any, name: str, value: Any) -> Iterator[None]:
    """One wrong function in place of a right one, while fire is set as often as holes are dug."""
    weights = {**players.WEIGHTS, "kindle": 1.0}
    with swapped(players, "WEIGHTS", weights), swapped(owner, name, value):
        yield


def shown_by_name(table: AslTable, unit_id: ShownId) -> None:
    """Tells everybody who shows himself to strip those who are about to work."""
    table.log("reveal", f"{label(table.truth.unit(unit_id))} shows himself")
    show_for_a_moment(table, unit_id)


def told_one_by_one(table: AslTable, units: tuple[Unit, ...], way: str) -> None:
    """Writes a line for each unit that goes into an entrenchment or out of it."""
    for unit in units:
        _tell(table, (unit,), way)


_tell = b27_entrenchments._tell


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, WorkingGame, lambda: _eager(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "working: digging by name": _swapping(b27_entrenchments, "tell_of_try", tried_by_name),
    "working: digging without its Fact": _swapping(b27_entrenchments, "tell_of_try", read_untold),
    "working: in and out one by one": _swapping(b27_entrenchments, "_tell", told_one_by_one),
    "working: Kindling by name": _swapping(b25_kindling, "tell_of_try", tried_by_name),
    "working: Kindling without its Fact": _swapping(
        b25_kindling, "tell_how_it_is_read", read_untold
    ),
    "working: who shows himself": _swapping(a12_stripping, "show_for_a_moment", shown_by_name),
    "working: Deployment by name": _swapping(a01_deployment, "show_to_enemy", shown_to_all),
}
"""Leaks about work that nobody near sees."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, WorkingGame)
