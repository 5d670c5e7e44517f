"""Buildings that come down where much is hidden, and leaks about it that the check must find.

Mines, Fortifications and whoever is in them, of whom nobody had heard, are buried: their owner
alone hears of mines and Fortifications, and everybody of units, which are placed first.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, location
from rules.chapters.concealment.covers import add_cover, conceal
from rules.chapters.rubble import b24_rubble
from rules.chapters.rubble.b24_buried import Rubbled, bury
from rules.forces.entities import Clock, Minefield
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.table import Purpose
from rules.kernel.unseal import unseal
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.hidden_fortifications import HiddenFortification
from rules.position.placed_charges import Charge
from rules.position.position import CLOCK
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, hide
from rules.proof.subjects.fortifications import FORTIFICATIONS, vary_fortifications
from rules.proof.subjects.mines import MINES
from rules.proof.trials import Trial, trial
from rules.proof.twins import Maker
from rules.proof.variations import variations

OWNER: Final = Side.A
_INTO: Final = (LocationId("inline:E4/0"), LocationId("inline:E4/1"), LocationId("inline:E5/0"))
_BLOCK: Final = (HexId("inline:E4"), HexId("inline:E5"))
_AMBUSHES: Final = (LocationId("inline:E5/1"), LocationId("inline:F3/0"), LocationId("inline:D4/0"))
_TRIES: Final = 5
_LOADED: Final = 5  # of six faces
_COLLAPSE: Final = "Collapse"
_FALLING: Final = "Falling"


@cache
def _trial() -> Trial:
    """The position, where something may be hidden about the building."""
    found = trial("buried")
    card = found.rules.scenario.sides[OWNER]
    groups = tuple(replace(group, area=_around(found.rules.board)) for group in card.groups)
    sides = {**found.rules.scenario.sides, OWNER: replace(card, groups=groups)}
    rules = AslRules(replace(found.rules.scenario, sides=sides), found.rules.board)
    return replace(found, rules=rules)


def _around(board: Board) -> tuple[HexId, ...]:
    """Where something may be hidden: the hexes of the building, and those that it may fall upon."""
    beside = (to for at in _BLOCK for _, to in board.neighbours(at))
    return tuple(dict.fromkeys((*_BLOCK, *beside)))


class LoadedDice(HmacDice):
    """Dice with which most DC bring down what they are placed in, and most of it falls."""

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        *dice, extra = super().roll(audience, n, count + 1, entropy, called)
        if extra > _LOADED:
            return tuple(dice)
        if called.startswith("rubble"):
            return (6, *dice[1:]) if _FALLING in called or _COLLAPSE in called else (1,)
        return (1, 1) if "DC" in called and count > 1 else tuple(dice)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position as the DFPh ends, with more hidden in the buildings and around them. Most of
    those who could fire first are TI, so that most games come to the DC.
    """
    return _trial().game(arrange=partial(_arrange, rng))


def _arrange(rng: SupportsRandom, asl: AslTable) -> None:
    world = asl.world
    for unit in asl.truth.personnel(OWNER):
        asl.change(unit.counter, ti=True)
    for at in asl.truth.locations_of(OWNER):
        if one_in(rng, 2):
            conceal(asl, asl.truth.personnel_at(at, OWNER), add_cover(asl, OWNER, at))
    for at in _AMBUSHES:
        if one_in(rng, 2):
            hide(world, OWNER, at, rng)
    for _ in range(_TRIES):
        vary_fortifications(_trial().rules, world, OWNER.enemy.audience, rng)
    (charge,) = world.all(Charge)
    world.change(charge, at=rng.choice(_INTO))
    world.change(world.get(Clock, CLOCK), active=OWNER)


VARIATIONS: Final = variations(_trial().rules, (COVERS, MINES, FORTIFICATIONS), start)
"""How what is buried may vary."""


# -- leaks ----------------------------------------------------------------------------------------


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    return lambda: Maker(
        _trial().rules, within=lambda: swapped(owner, name, value), dice=LoadedDice
    )


def _unmet(table: AslTable, where: Rubbled) -> Iterator[str]:
    for mines in table.world.all(Minefield):
        if where.level == 0 and unseal(mines.at) == where.hex:
            yield "A-P mines"
    for record in table.world.all(HiddenFortification):
        if where.level == 0 and unseal(record.what).at == where.hex:
            yield "Fortifications"


def tells_what_was_buried(table: AslTable, where: Rubbled) -> None:
    """Tells everybody what nobody had met."""
    for what in _unmet(table, where):
        table.log("fire", f"{what} are buried", at=(location(where.hex),))
    bury(table, where)


def asks_about_the_buried(table: AslTable, where: Rubbled) -> None:
    """Rolls for what nobody had met."""
    for what in _unmet(table, where):
        table.roll(Purpose("rubble", f"loss of {len(what)}", "B24.11", OWNER))
    bury(table, where)


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "rubble: who hears what was buried": _swapping(b24_rubble, "bury", tells_what_was_buried),
    "rubble: dice for what was buried": _swapping(b24_rubble, "bury", asks_about_the_buried),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """The position as it should be."""
    return Maker(_trial().rules, dice=LoadedDice)
