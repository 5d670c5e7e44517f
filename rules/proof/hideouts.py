"""Fire at Locations that look empty (A7.4, A12.3), where somebody may be hidden: a position of its
own, and leaks about who is, that the check must find.
"""

from collections.abc import Callable, Collection, Mapping
from types import ModuleType
from typing import Any, Final

from rules.chapters.fire import a07_resolution, a22_flamethrowers
from rules.chapters.fire.a07_attack import IftAttack
from rules.chapters.fire.a22_special_attacks import Blow, strike
from rules.chapters.ordnance import c03_effects
from rules.chapters.ordnance.c03_to_hit import Verdict
from rules.forces.phases import Phase
from rules.kernel.dice import Roll
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

_TRIAL: Final = trial("hideouts")
_PHASES: Final = (Phase.PFPH, Phase.PFPH, Phase.AFPH)


class HideoutsGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _TRIAL.game(cls)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position, in a phase in which the Russians fire."""
    return _TRIAL.game(phase=rng.choice(_PHASES))


_VERBS: Final = ("fire", "flame", "throw_charge", "shoot")
VARIATIONS: Final = variations(_TRIAL.rules, (COVERS,), start).closer(
    _VERBS, kinds=("hidden units",)
)
"""How the secrets of such a game may vary."""


# -- leaks ----------------------------------------------------------------------------------------


def reports_the_hidden(table: AslTable, attack: IftAttack) -> CounterId | None:
    """Says of an attack what it does to whoever is hidden there."""
    return max(attack.results, key=lambda one: attack.forces[one].fp, default=None)


async def says_how_many(table: AslTable, blow: Blow) -> None:
    """Says how many a FT or DC strikes."""
    table.log("fire", f"{len(blow.all_ledgers)} are struck")
    await strike(table, blow)


_verdict_unseen = c03_effects._verdict_unseen


def hits_if_any(
    plan: c03_effects._Plan, roll: Roll, second: int | None, seen: Collection[Verdict]
) -> Verdict:
    """Lets a shot hit where somebody is hidden, and nowhere else."""
    found = _verdict_unseen(plan, roll, second, seen)
    return found if plan.hidden else Verdict.MISS


def _swapping(module: ModuleType, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, HideoutsGame, lambda: swapped(module, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "hideouts: the result of fire": _swapping(a07_resolution, "_first", reports_the_hidden),
    "hideouts: whom a FT or DC strikes": _swapping(a22_flamethrowers, "strike", says_how_many),
    "hideouts: a hit at nobody": _swapping(c03_effects, "_verdict_unseen", hits_if_any),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, HideoutsGame)
