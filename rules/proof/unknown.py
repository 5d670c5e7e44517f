"""Reinforcements with "?" (A12.12), and leaks about who they are that the check must find: off the
map, as they are set up there, and as they come onto it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.chapters.movement import a02_entry
from rules.chapters.movement.a02_reserves import change_waiting, reserve_of, settle_stacks
from rules.forces.counter_kinds import UNIT, WEAPON
from rules.forces.lookup import unit_type
from rules.forces.phases import Phase
from rules.forces.types import UnitClass
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.position.asl_table import AslTable
from rules.position.reserves import Reserve, SealedReserve
from rules.proof.plants import Form, SpoiltDocument, swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.waiting import WAITING
from rules.proof.trials import trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

OWNER: Final = Side.A
_BEFORE: Final = ("inline:A1", "inline:A2", "inline:A4", "inline:A5")
_TRIAL: Final = trial("unknown")


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position as some are still to be set up off the map, or all have been and come on."""
    phase = rng.choice((Phase.RPH, Phase.MPH, Phase.MPH, Phase.APH))

    def arrange(table: AslTable) -> None:
        for sealed in table.world.all(SealedReserve):
            waiting = reserve_of(table, sealed.id)
            if waiting.counter_kind is WEAPON or (phase is Phase.RPH and one_in(rng, 2)):
                continue
            change_waiting(table, waiting, beside=rng.choice(_BEFORE))
        settle_stacks(table)

    return _TRIAL.game(arrange=arrange, phase=phase)


VARIATIONS: Final = replace(
    variations(_TRIAL.rules, starts=start), kinds=WAITING.kinds(_TRIAL.rules)
)
"""How those who wait may vary."""


# -- leaks ----------------------------------------------------------------------------------------


def _waiting(world: World) -> list[Reserve]:
    return [unseal(one.what) for one in world.all(SealedReserve)]


class Heights(SpoiltDocument):
    """Counts those in a stack off the map."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        for face in faces.values():
            if face["k"] == "stack_off_map":
                there = (one for one in _waiting(self.world) if one.stack == face["id"])
                face["height"] = sum(one.counter_kind is UNIT for one in there)


class Fakes(SpoiltDocument):
    """Marks a stack off the map that is nothing but Dummies."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        for face in faces.values():
            if face["k"] == "stack_off_map":
                there = [one for one in _waiting(self.world) if one.stack == face["id"]]
                if all(_is_dummy(one) for one in there):
                    face["fake"] = True


def _is_dummy(one: Reserve) -> bool:
    return one.counter_kind is UNIT and unit_type(one.type).cls is UnitClass.DUMMY


def names_who_comes(table: AslTable, units: tuple[Any, ...], to: Any, how: str) -> None:
    """Says how many come onto the map."""
    _tell(table, units, to, how)
    if units[0].under is not None:
        table.log("move", f"{len(units)} come", side=units[0].side, at=(to,))


_tell = a02_entry._tell


def _spoilt(game: type[Game]) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, game=game)


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_TRIAL.rules, within=lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "off the map: how many are in a stack": _spoilt(Heights),
    "off the map: nothing but Dummies": _spoilt(Fakes),
    "entry: how many come": _swapping(a02_entry, "_tell", names_who_comes),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """Games without any leak."""
    return Maker(_TRIAL.rules)
