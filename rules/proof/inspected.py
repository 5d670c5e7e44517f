"""Stacks in the open that are looked into by LOS alone (A12.16), in a position of their own, and
leaks about what lies beneath their tops that the check must find.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rules.chapters.concealment import a12_gain, a12_inspection
from rules.chapters.concealment.a12_watchers import watchers
from rules.chapters.concealment.covers import CounterRevealed
from rules.chapters.movement.a05_stacking import is_crowded
from rules.forces.phases import Phase
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.game import Game
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order
from rules.proof.plants import Form, SpoiltDocument, swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, is_due_or_called
from rules.proof.subjects.inspection import INSPECTION
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

OWNER: Final = Side.A
_PHASES: Final = (
    Phase.MPH, Phase.MPH, Phase.RPH, Phase.PFPH, Phase.DFPH, Phase.APH, Phase.APH,
)  # fmt: skip
_TRIAL: Final = trial("inspected")


class InspectedGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _TRIAL.game(cls)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position, in the part of either side."""
    phase, phasing = rng.choice(_PHASES), OWNER if one_in(rng, 2) else OWNER.enemy
    active = phasing.enemy if phase is Phase.DFPH else phasing
    return _TRIAL.game(phase=phase, phasing=phasing, active=active)


def _is_looked_into(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A12.16: whether an enemy sees the stack now, or routs before it, or nobody in Good Order is
    left on its top.
    """
    at, side = getattr(fact, "at", None), getattr(fact, "side", None)
    seen = Position(now, _TRIAL.rules.board, _TRIAL.rules.law)
    tops = [unit for unit in seen.pieces(side) if unit.at == at and good_order(unit)]
    if side is None or at is None or len(tops) < 2:  # noqa: PLR2004 - who was shown is one
        return True
    if seen.clock.phase is Phase.RTPH and any(one.broken for one in seen.pieces(side.enemy)):
        return True  # A10.5, A10.53: before whom they rout
    return any(watchers(seen, one) for one in tops) or is_crowded(seen, at, side, ())


def _is_open(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    return is_due_or_called(fact, before, now, sent) or _is_looked_into(fact, before, now, sent)


_STACKS: Final = replace(INSPECTION, told={**INSPECTION.told, CounterRevealed: _is_open})

VARIATIONS: Final = variations(_TRIAL.rules, (COVERS, _STACKS), start)
"""How the secrets of such a game may vary."""


# -- leaks ----------------------------------------------------------------------------------------


class Heights(SpoiltDocument):
    """Shows of the top of a stack whether more lies beneath it."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        sealed = (unseal(veiled.what) for veiled in self.world.all(Veiled))
        below = {(one.side.value, one.at) for one in sealed if getattr(one, "below_top", False)}
        for face in faces.values():
            if face["k"] == "unit" and (face["side"], face["at"]) in below:
                face["more"] = True


class InspectedHeights(Heights, InspectedGame):
    """The same in the position."""


_note = a12_inspection._note
_log_gain = a12_gain._log_gain
_is_seen = a12_inspection._is_seen


def looks_aloud(table: AslTable, side: Side, at: Any) -> None:
    """Says to everybody that somebody under a "?" looks into a stack."""
    _note(table, side, at)
    table.log("reveal", f"a stack in {table.board.name(at)} is looked into")


def opens_before_covers(table: AslTable, at: Any, side: Side) -> bool:
    """Opens a stack to everybody that somebody under a "?" sees."""
    from_cover = a12_inspection._is_seen_from_cover(table, side.enemy, at)
    return _is_seen(table, at, side) or from_cover


def gains_by_number(table: AslTable, units: tuple[Unit, ...], text: str) -> None:
    """Says of a stack that gains a "?" how many are under it."""
    there = [one for one in table.truth.pieces() if one.at == units[0].at]
    _log_gain(table, units, f"{text} {len(there)} in")


def _swapping(module: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, InspectedGame, partial(swapped, module, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "inspection: whether more lies beneath": lambda: Maker(_TRIAL.rules, InspectedHeights),
    'inspection: a "?" looks aloud': _swapping(a12_inspection, "_note", looks_aloud),
    'inspection: a "?" opens a stack': _swapping(a12_inspection, "_is_seen", opens_before_covers),
    "inspection: how many gain": _swapping(a12_gain, "_log_gain", gains_by_number),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, InspectedGame)
