"""Concealed units and Dummies at the bank of a river, in which others swim: a position of their
own, and leaks about who tries to swim that the check must find.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rules.board.locations import HexId, LocationId
from rules.chapters import a10_check
from rules.chapters.covers import add_cover, add_dummy, conceal
from rules.chapters.e05_overland import manhandle
from rules.chapters.e06_facts import tell_of_attempt
from rules.chapters.passage import Ids
from rules.forces.entities import Unit, Veiled
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.game import Game
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play import boarding, overland, swimming
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.boats import Boat
from rules.position.position import is_dummy, label
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, add_unit, vary_who
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations

OWNER: Final = Side.A
_DUMMY: Final = "ger-dummy"
_DECOY: Final = LocationId("inline:D5/0")
_TYPES: Final = ("ger-467", "ger-447", "ger-436", "ger-468")
_GO_ABOARD: Final = boarding.go_aboard
_SEEN: Final = 6  # starts of which in one enemies see the bank
_TRIAL: Final = trial("swimmers")


class BankGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _at_the_bank(OWNER, cls, rules)


def _at_the_bank(phasing: Side, kind: type[Game] = Game, rules: AslRules | None = None) -> Game:
    """The position: four "?" over Germans at the bank, one over a Dummy alone."""
    return _TRIAL.game(kind, rules, _conceal_all, phasing=phasing, active=phasing)


def _conceal_all(asl: AslTable) -> None:
    for at in asl.truth.locations_of(OWNER):
        there = asl.truth.units_at(at, OWNER)
        units = tuple(unit for unit in there if not unit.swims and unit.horse is None)
        if units:
            conceal(asl, units, add_cover(asl, OWNER, at))
    add_dummy(asl, OWNER, _DECOY, add_cover(asl, OWNER, _DECOY), _DUMMY)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position in the MPh of who is concealed, most often out of everybody's sight."""
    game = _at_the_bank(OWNER)
    asl = _TRIAL.rules.asl(game._table())
    if not one_in(rng, _SEEN):
        for unit in asl.truth.units(OWNER.enemy):
            if not unit.swims and not unit.on_line:
                asl.change(unit.counter, broken=True, dm=True)
    there = [one for one in game.world.all(Veiled) if isinstance(unseal(one.what), Unit)]
    if one_in(rng, 2):
        add_unit(game.world, rng.choice(there), rng)
    game.world.take_changes()
    game.refresh()
    return game


def vary_types(world: World, x: Audience, rng: SupportsRandom) -> bool:
    """A12.1: what the units under a "?" are, each where it is."""
    found = [one for one in world.all(Veiled) if one.owner is not side_of(x) and _is_squad(one)]
    for veiled in found:
        unit = replace(unseal(veiled.what), type=rng.choice(_TYPES))
        world.change(veiled, what=veiled.what.with_value(unit))
    return bool(found)


def _is_squad(veiled: Veiled) -> bool:
    return unseal(veiled.what).type in _TYPES


_BANK: Final = Subject(
    lambda rules: (
        Variation("what is at the bank", vary_types),
        Variation("who is under a ?", vary_who),
    ),
    told=COVERS.told,
)

VARIATIONS: Final = variations(_TRIAL.rules, (_BANK,), start)


# -- leaks ----------------------------------------------------------------------------------------


def told_with_strength(table: AslTable, unit: Unit, *, done: bool) -> None:
    """Says what the unit is that has tried."""
    tell_of_attempt(table, unit, done=done)
    if unit.under is not None:
        table.log("move", f"A {unit.type} has tried to swim", side=unit.side)


def told_with_company(table: AslTable, unit: Unit, *, done: bool) -> None:
    """Leaves a blank for each real unit that lies under the same "?"."""
    tell_of_attempt(table, unit, done=done)
    mates = [one for one in table.truth.pieces(unit.side) if one.under == unit.under]
    real = sum(1 for one in mates if not is_dummy(one))
    if unit.under is not None:
        table.log("move", f"They look at the water{' ' * real}", side=unit.side)


def told_to_others(table: AslTable, unit: Unit, *, done: bool) -> None:
    """Tells the enemy what the owner's line of the TC says."""
    tell_of_attempt(table, unit, done=done)
    if unit.under is not None:
        enemy: Audience = unit.side.enemy.audience
        table.log("move", f"{label(unit)} balks", side=unit.side, to=enemy)


def told_at_the_bank(
    table: AslTable, boat: Boat, ids: tuple[CounterId, ...], *, used: bool
) -> Procedure[tuple[CounterId, ...]]:
    """Leaves a blank for each real unit that stays concealed where others go aboard."""
    at = table.alive(ids)[0].at
    real = [one for one in table.truth.pieces(OWNER) if one.at == at and one.under is not None]
    blanks = " " * sum(1 for one in real if not is_dummy(one))
    table.log("move", f"They push{blanks} and shove", side=OWNER)
    return _GO_ABOARD(table, boat, ids, used=used)


async def told_as_they_carry(
    table: AslTable, boat_id: str, ids: Ids, to: LocationId, shore: HexId | None
) -> None:
    """Leaves a blank for each real unit that stays concealed where others carry a boat away."""
    at = table.alive(ids)[0].at
    real = [one for one in table.truth.pieces(OWNER) if one.at == at and one.under is not None]
    blanks = " " * sum(1 for one in real if not is_dummy(one))
    table.log("move", f"They heave{blanks} and lift", side=OWNER)
    await manhandle(table, boat_id, ids, to, shore)


def _swapping(owner: Any, name: str, value: Any) -> Callable[[], Maker]:
    rules = AslRules(_TRIAL.rules.scenario, _TRIAL.rules.board)
    return lambda: Maker(rules, BankGame, lambda: swapped(owner, name, value))


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "swimming: whose TC": _swapping(a10_check, "name", label),
    "swimming: what has tried": _swapping(swimming, "tell_of_attempt", told_with_strength),
    "swimming: how many look on": _swapping(swimming, "tell_of_attempt", told_with_company),
    "boats: who stays at the bank": _swapping(boarding, "go_aboard", told_at_the_bank),
    "boats: who stays as others carry": _swapping(overland, "manhandle", told_as_they_carry),
    "swimming: told to the enemy": _swapping(swimming, "tell_of_attempt", told_to_others),
}
"""Leaks about who tries to swim, goes aboard a boat or carries one, from under a "?"."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, BankGame)
