"""Clearance, and DC that are Placed, Set and set off, under a "?" that nobody near sees, in a
position of their own; and leaks about it that the check must find.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_unseen_weapons import LiesThere, WeaponFromCover
from rules.chapters.fire import a23_demolition, a23_set_charges
from rules.chapters.rubble import b24_clearance
from rules.forces.phases import Phase
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.placed_charges import Charge
from rules.position.set_charges import SetCharge
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS
from rules.proof.subjects.mines import MINES
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations
from rules.proof.working import read_untold, shown_to_all

OWNER: Final = Side.A
_X_NUMBERS: Final = (10, 12)
_PHASES: Final = (Phase.PFPH, Phase.MPH, Phase.MPH, Phase.DFPH, Phase.CCPH)
_TRIAL: Final = trial("clearing")


class ClearingGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _begun(Phase.MPH, cls)


def _begun(phase: Phase, kind: type[Game] = Game) -> Game:
    active = OWNER.enemy if phase is Phase.DFPH else OWNER
    return _TRIAL.game(kind, phase=phase, active=active)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """A phase in which those under the "?" do such things."""
    return _begun(rng.choice(_PHASES))


def vary_charges(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A23.2, A23.3: whether those who Placed or Set a DC under a "?" were elite, or CX."""
    placed = [one for one in world.all(Charge) if one.unseen and one.side is not side_of(x)]
    laid = [one for one in world.all(SetCharge) if one.unseen and one.side is not side_of(x)]
    for charge in placed:
        world.change(charge, x=rng.choice(_X_NUMBERS), cx=one_in(rng, 2))
    for lies in laid:
        world.change(lies, x=rng.choice(_X_NUMBERS))
    return bool(placed or laid)


_WORK: Final = Subject(
    lambda rules: (
        *(one for one in COVERS.kinds(rules) if one.kind != "hidden units"),
        Variation("who Placed a DC", vary_charges, (WeaponFromCover,)),
    ),
    told=COVERS.told,
)

VARIATIONS: Final = variations(_TRIAL.rules, (_WORK, MINES), start)


def charge_untold(
    table: AslTable,
    charge: LiesThere,
    type_: str | None,
    place: LocationId,
    number: int,
    fp: int,
    ledgers: Mapping[CounterId, tuple[Modifier, ...]],
) -> None:
    """Leaves out the Fact of a DC that goes off."""


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, ClearingGame, lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "clearing: by name": _swapping(b24_clearance, "show_to_enemy", shown_to_all),
    "clearing: without its Fact": _swapping(b24_clearance, "tell_how_it_is_read", read_untold),
    "clearing: a DC Placed by name": _swapping(a23_demolition, "show_to_enemy", shown_to_all),
    "clearing: a Placed DC without its Fact": _swapping(
        a23_demolition, "tell_of_charge", charge_untold
    ),
    "clearing: a DC Set without its Fact": _swapping(
        a23_set_charges, "tell_how_it_is_read", read_untold
    ),
}
"""Leaks about Clearance and DC that nobody near sees."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, ClearingGame)
