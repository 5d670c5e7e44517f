"""Acts under a "?" that nobody near sees, in a position of their own: weapons with attacks of their
own, MOL, SMOKE, Snap Shots, Repair; and leaks about them that the check must find.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from rules.chapters.concealment.a12_shown_watchers import show_watcher
from rules.chapters.concealment.a12_unseen_fire import tell_of_unseen
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_of_try
from rules.chapters.fire import a09_repair, a22_flamethrowers
from rules.chapters.ordnance import c03_effects
from rules.chapters.terms.a07_shot import Shot
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Table
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Modifier
from rules.kernel.world import World
from rules.play import after_fire
from rules.play.firing import showing
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.goers import label
from rules.position.position import HIDDEN, is_dummy
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations

OWNER: Final = Side.A
_PHASES: Final = (Phase.PFPH, Phase.PFPH, Phase.MPH, Phase.RPH)
_TRIAL: Final = trial("unseen")


class UnseenGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _begun(Phase.PFPH, OWNER, cls)


class RefusedByActing(UnseenGame):
    """Says that a request is refused by what its reader does not hear of."""

    def _refuse_by_acting(self, table: Table, side: Side) -> None:
        is_open = self.ledger.request is not None and self.ledger.request.by is side.enemy
        super()._refuse_by_acting(table, side)
        if is_open:
            table.log(LogLine(kind="system", text="acts instead", side=side))


def _begun(phase: Phase, phasing: Side, kind: type[Game] = Game) -> Game:
    return _TRIAL.game(kind, phase=phase, phasing=phasing, active=phasing)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """A phase in which those under the "?" act, or the MPh of a "?" that comes nearer."""
    if one_in(rng, 4):
        return _begun(Phase.MPH, OWNER.enemy)
    return _begun(rng.choice(_PHASES), OWNER)


def asked_start(maker: Maker, rng: SupportsRandom) -> Game:
    """A RPh in which the others have their part first, and may ask to take back that it is over."""
    return _begun(Phase.RPH, OWNER.enemy)


def vary_state(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: whether somebody under a "?" is CX."""
    found = [one for one in world.all(Veiled) if one.owner is not side_of(x) and _tires(one)]
    if not found:
        return False
    veiled = rng.choice(found)
    what = unseal(veiled.what)
    if isinstance(what, Unit):
        tired: Sealed = replace(what, cx=not what.cx)
        world.change(veiled, what=veiled.what.with_value(tired))
    return True


def _tires(veiled: Veiled) -> bool:
    what = unseal(veiled.what)
    return isinstance(what, Unit) and not is_dummy(what) and what.under != HIDDEN


ACTING: Final = Subject(
    lambda rules: (
        *(one for one in COVERS.kinds(rules) if one.kind != "hidden units"),
        Variation("CX under a ?", vary_state),
    ),
    told=COVERS.told,
)
"""Who is under a "?" and whether he is CX."""

VARIATIONS: Final = variations(_TRIAL.rules, (ACTING,), start)
ASKED: Final = variations(_TRIAL.rules, (ACTING,), asked_start).closer(("end_phase", "repair"))


def untold(
    table: AslTable,
    shot: Shot,
    type_: str,
    number: int,
    fp: Fraction | int,
    ledgers: Mapping[CounterId, tuple[Modifier, ...]],
    cowers: int = 0,
) -> None:
    """Tells nothing of a weapon that is used: what the log says of it is no Fact then."""


def tried_by_name(
    table: AslTable,
    units: Iterable[Unit],
    what: Attempt,
    needed: int,
    mods: Iterable[Modifier] = (),
) -> None:
    """Says who tries."""
    there = tuple(units)
    tell_of_try(table, there, what, needed, mods)
    table.log("roll", f"{' and '.join(map(label, there))} tries")


def fires_by_name(table: AslTable, shot: Shot) -> None:
    """Tells everybody who fires from under a "?", and not the enemy alone."""
    tell_of_unseen(table, shot)
    for unit in table.truth.alive(shot.units):
        table.log("fire", f"{label(unit)} fires")


def shown_in_window(table: AslTable, unit_id: ShownId, cover_id: ShownId) -> None:
    """Tells everybody who shows himself in the DEFENDER's window to strip a "?"."""
    table.log("reveal", f"{label(table.truth.unit(unit_id))} shows himself")
    show_watcher(table, unit_id, cover_id)


def everybody(unit: Unit) -> Audience:
    """Lets everybody hear of what a unit under a "?" repairs."""
    return Audience.PUBLIC


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, UnseenGame, lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "unseen: fire by name": _swapping(after_fire, "tell_of_unseen", fires_by_name),
    "unseen: a shot without its Fact": _swapping(c03_effects, "tell_of_weapon", untold),
    "unseen: a FT without its Fact": _swapping(a22_flamethrowers, "tell_of_weapon", untold),
    "unseen: who shows himself in the window": _swapping(showing, "show_watcher", shown_in_window),
    "unseen: Repair for everybody": _swapping(a09_repair, "audience_of", everybody),
}
"""Leaks about acts that nobody near sees."""

ASKED_LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "unseen: acts instead of answering": lambda: Maker(_TRIAL.rules, RefusedByActing),
}
"""Leaks about who acts so while he is asked to agree to something."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, UnseenGame)
