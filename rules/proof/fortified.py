"""Hidden Fortifications on the board of a scenario whose card grants them for this, and leaks about
them that the check must find.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from rules.board.locations import LocationId, hex_of
from rules.chapters.concealment import a12_finding
from rules.chapters.concealment.a12_fortifications import FortificationShown
from rules.chapters.works import b26_wire
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.kernel.world import View
from rules.play.ruleset import AslRules
from rules.position.hidden_fortifications import (
    FortificationKind,
    HiddenFortification,
)
from rules.position.position import Position
from rules.proof.plants import Form, SpoiltDocument, swapped
from rules.proof.players import SupportsRandom
from rules.proof.positions import start as start_of
from rules.proof.subjects.fortifications import FORTIFICATIONS, vary_fortifications
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations
from rules.scenarios.loader import load_scenario
from rules.scenarios.types import Fortifications, Group, SideCard

OWNER: Final = Side.B
TRIES: Final = 8  # at laying one more, or taking one away, for a start

GRANTED: Final = Fortifications(
    wire=4,
    foxholes=8,
    trenches=3,
    roadblocks=3,
    charges=6,
    buildings=4,
    pillboxes=("2+3+5", "2+3+5"),
)


@cache
def rules() -> AslRules:
    """The rules of a scenario whose defender has Fortifications of every kind."""
    scenario = load_scenario("first-light")
    cards = {**scenario.sides, OWNER: _granted(scenario.sides[OWNER])}
    return AslRules(replace(scenario, sides=cards))


def _granted(card: SideCard) -> SideCard:
    return replace(card, groups=tuple(_with_works(group) for group in card.groups))


def _with_works(group: Group) -> Group:
    return replace(group, fortifications=GRANTED) if group.mines else group


def start(maker: Maker, rng: SupportsRandom) -> Game | None:
    """A position of the scenario's with Fortifications hidden where nobody sees them yet."""
    game = start_of(maker, rng)
    if game is None:
        return None
    for _ in range(TRIES):
        vary_fortifications(rules(), game.world, OWNER.enemy.audience, rng)
    game.world.take_changes()
    return game


def sound() -> Maker:
    """Games without any leak."""
    return Maker(rules())


_ALL: Final = variations(rules(), starts=start)

_WIRE: Final = Variation(
    "hidden Wire",
    partial(vary_fortifications, rules(), kinds=(FortificationKind.WIRE,)),
    (FortificationShown,),
)

VARIATIONS: Final = replace(_ALL, kinds=(*FORTIFICATIONS.kinds(rules()), _WIRE))
"""How hidden Fortifications may vary in such a game; all else is as it is."""


# -- leaks ----------------------------------------------------------------------------------------


class FortificationsLeft(SpoiltDocument):
    """Shows how many Fortifications a side has hidden."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        hidden = len(self.world.all(HiddenFortification))
        for face in faces.values():
            if face["k"] == "tray" and face["side"] == OWNER.value:
                face["hidden"] = hidden


class HousesShown(SpoiltDocument):
    """Shows in which hexes a side has fortified a building."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        there = (unseal(one.what) for one in self.world.all(HiddenFortification))
        houses = sorted(one.at for one in there if one.kind is FortificationKind.BUILDING)
        for face in faces.values():
            if face["k"] == "tray" and face["side"] == OWNER.value:
                face["houses"] = houses


class SettersShown(SpoiltDocument):
    """Marks the units that may set off a DC which is hidden."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        setters = {
            one for record in self.world.all(HiddenFortification) for one in _setters(record)
        }
        marked = {unit.id for unit in self.world.all(Unit) if unit.counter in setters}
        for face in faces.values():
            if face["k"] == "unit" and face["id"] in marked:
                face["sets"] = True


def _setters(record: HiddenFortification) -> tuple[CounterId, ...]:
    is_charge = unseal(record.what).kind is FortificationKind.CHARGE
    return unseal(record.inside) if is_charge else ()


_has_wire = b26_wire.has_wire


def _is_hidden_at(view: View, at: LocationId, kinds: frozenset[FortificationKind]) -> bool:
    records = (unseal(one.what) for one in view.all(HiddenFortification))
    return any(one.at == hex_of(at) and one.kind in kinds for one in records)


def holds_unseen(position: Position, at: LocationId) -> bool:
    """Has hidden Wire hold who comes into it, though he does not find it."""
    unseen = _is_hidden_at(position.view, at, frozenset({FortificationKind.WIRE}))
    return unseen or _has_wire(position, at)


def by_record(record: HiddenFortification) -> tuple[str, str, str, int]:
    """Shows what is found at once in the order of the records."""
    return record.id, "", "", 0


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(rules(), within=lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "Fortifications: how many are hidden": lambda: Maker(rules(), FortificationsLeft),
    "Fortifications: Wire holds unseen": _swapping(b26_wire, "has_wire", holds_unseen),
    "Fortifications: which houses are fortified": lambda: Maker(rules(), HousesShown),
    "Fortifications: who sets off a DC": lambda: Maker(rules(), SettersShown),
    "Fortifications: the order of their records": _swapping(a12_finding, "_in_order", by_record),
}
"""What is planted about them, by name."""
