"""Setups in stacks (A2.9), and leaks about what lies beneath their tops that the check must find.

Both sides have placed everything: the first one's stacks are seen while the second seals its setup,
and those of both may gain a "?" before anybody looks into them: as play begins, or by LOS alone
(A12.16).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from rules.board.board import Board
from rules.board.locations import HexId
from rules.chapters.concealment import a12_gain
from rules.forces.entities import Placement
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.game import Game
from rules.kernel.unseal import unseal
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.proof.plants import Form, SpoiltDocument, swapped
from rules.proof.players import SupportsRandom
from rules.proof.positions import about_to_seal
from rules.proof.subjects.setups import SETUPS
from rules.proof.twins import Maker
from rules.proof.variations import variations
from rules.scenarios.loader import load_scenario
from rules.scenarios.types import InspectionByLos, SpecialRule

_FIRST: Final = "ABCD"
_SECOND: Final = "KLUVW"
"""Hexrows of the board in which the sides set up: some see each other, many do not."""


@cache
def _rules(*ssr: SpecialRule) -> AslRules:
    scenario = load_scenario("first-light")
    board = AslRules(scenario).board
    cards = {}
    for side, rows in zip(scenario.setup, (_FIRST, _SECOND), strict=True):
        area = tuple(one for one in board.hexes if _row(board, one) in rows)
        card = scenario.sides[side]
        groups = tuple(replace(group, area=area) for group in card.groups)
        cards[side] = replace(card, groups=groups)
    return AslRules(replace(scenario, sides=cards, ssr=ssr))


def _row(board: Board, hex_id: HexId) -> str:
    return board.name(board.locations(hex_id)[0]).rstrip("0123456789")


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """Both sides have only to seal their setups."""
    return about_to_seal(maker, rng, _rules().scenario.setup)


VARIATIONS: Final = replace(variations(_rules(), starts=start), kinds=SETUPS.kinds(_rules()))
"""How stacks that are set up may vary."""


_BY_LOS: Final = InspectionByLos("Stacks are looked into by LOS alone.")

BY_LOS: Final = replace(
    variations(_rules(_BY_LOS), starts=start),
    kinds=SETUPS.kinds(_rules(_BY_LOS)),
)
"""The same where they are looked into by LOS alone."""


# -- leaks ----------------------------------------------------------------------------------------


class Heights(SpoiltDocument):
    """Shows of the top of a stack whether more lies beneath it."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        beneath = {(one.owner.value, unseal(one.at)) for one in self.world.all(Placement)}
        for face in faces.values():
            if face["k"] == "unit" and (face["side"], face["at"]) in beneath:
                face["more"] = True


class Loads(SpoiltDocument):
    """Shows the top of a stack with the weapons that it has."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        placed = self.world.all(Placement)
        units = {unit.id: unit.counter for unit in self.world.all(Unit)}
        for face in faces.values():
            if face["k"] == "unit":
                counter = units.get(face["id"])
                face["weapons"] = sum(unseal(one.holder) == counter for one in placed)


def says_how_many_hide(table: AslTable, units: tuple[Unit, ...], text: str) -> None:
    """Says of a stack that gains a "?" before play how many it is."""
    _log_gain(table, units, f"{text} {len(units)} in")


_log_gain = a12_gain._log_gain


def _spoilt(game: type[Game]) -> Callable[[], Maker]:
    return lambda: Maker(_rules(), game=game)


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(_rules(), within=lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "stacks: whether more lies beneath": _spoilt(Heights),
    "stacks: weapons of the top": _spoilt(Loads),
    'stacks: how many gain a "?" before play': _swapping(a12_gain, "_log_gain", says_how_many_hide),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """Games without any leak."""
    return Maker(_rules())


def sound_by_los() -> Maker:
    """The same where stacks are looked into by LOS alone."""
    return Maker(_rules(_BY_LOS))
