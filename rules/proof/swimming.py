"""Concealed units and Dummies at the bank of a river, in which others swim: a position of their
own, and leaks about who tries to swim that the check must find.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from rules.board.locations import HexId, LocationId, location
from rules.chapters.concealment import a12_loss
from rules.chapters.concealment.a12_riders import is_veiled_rider, lose_by_riding
from rules.chapters.concealment.a12_watchers import watchers
from rules.chapters.concealment.covers import add_cover, add_dummy, conceal, uncover
from rules.chapters.ground.b_entry import Entry
from rules.chapters.morale import a10_check
from rules.chapters.movement.a13_mounting import mount
from rules.chapters.movement.passage import Ids
from rules.chapters.water import e05_drift, e06_drowning, e06_swimming
from rules.chapters.water.e05_overland import manhandle
from rules.chapters.water.e06_facts import tell_of_attempt
from rules.forces.phases import Phase
from rules.forces.sealed import Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.dice import Roll
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.unseal import unseal
from rules.kernel.world import World
from rules.play.moving import boarding, boats, cavalry, overland, spending, swimming
from rules.play.moving.move_commands import Move
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.boats import Boat
from rules.position.goers import label
from rules.position.horses import Horses
from rules.position.position import is_dummy
from rules.proof.plants import swapped
from rules.proof.players import SupportsRandom, one_in
from rules.proof.subjects.covers import COVERS, add_unit, vary_hidden, vary_real, vary_who
from rules.proof.subjects.riders import vary_riders
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations

OWNER: Final = Side.A
_DUMMY: Final = "ger-dummy"
_DECOY: Final = LocationId("inline:D5/0")
_TYPES: Final = ("ger-467", "ger-447", "ger-436", "ger-468")
_GO_ABOARD: Final = boarding.go_aboard
_DROWNING_ROLL: Final = e06_drowning._drowning_roll
_BEACH: Final = e05_drift.beach
_CARRY: Final = e05_drift.carry
_NEAR_THE_WATER: Final = 3  # hexes from which one looks on
_SEEN: Final = 6  # starts of which in one enemies see the bank
_ADVANCING: Final = 3  # starts of which one is in the APh, as whose end swimmers drown
_RAFT: Final = "b2"
_FORDERS: Final = LocationId("inline:D2/0")
_TRIAL: Final = trial("swimmers")


class BankGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _at_the_bank(Phase.MPH, cls, rules)


def _at_the_bank(
    phase: Phase, kind: type[Game] = Game, rules: AslRules | None = None, *, seen: bool = True
) -> Game:
    """The position: "?" over Germans at the bank, one over a Dummy alone, one over Cavalry unless
    enemies see it.
    """

    def arrange(asl: AslTable) -> None:
        if not seen:
            _blind(asl)
        _conceal_all(asl)

    return _TRIAL.game(kind, rules, arrange, phase=phase, phasing=OWNER, active=OWNER)


def _blind(asl: AslTable) -> None:
    for unit in asl.truth.personnel(OWNER.enemy):
        if not unit.swims and not unit.on_line:
            asl.change(unit.counter, broken=True, dm=True)


def _conceal_all(asl: AslTable) -> None:
    for at in asl.truth.locations_of(OWNER):
        there = asl.truth.personnel_at(at, OWNER)
        units = tuple(unit for unit in there if not (unit.swims or _is_seen_riding(asl, unit)))
        if units:
            conceal(asl, units, add_cover(asl, OWNER, at))
    cover = add_cover(asl, OWNER, _DECOY)
    add_dummy(asl, OWNER, _DECOY, cover, _DUMMY)
    along = next(one for one in asl.truth.pieces(OWNER) if one.at == _FORDERS and one.under)
    add_dummy(asl, OWNER, along.at, along.under or cover, _DUMMY)


def _is_seen_riding(asl: AslTable, unit: Unit) -> bool:
    return unit.mounted and bool(watchers(asl.truth, unit))


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The position in the MPh, now and then in the APh, of who is concealed, most often out of
    everybody's sight.
    """
    phase = Phase.APH if one_in(rng, _ADVANCING) else Phase.MPH
    game = _at_the_bank(phase, seen=one_in(rng, _SEEN))
    if phase is Phase.APH:
        afloat = game.world.get(Boat, _RAFT)
        game.world.change(afloat, beached=None)
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
        Variation("real or Dummy", vary_real),
        Variation("hidden units", partial(vary_hidden, rules)),
        Variation("who rides under a ?", partial(vary_riders, rules)),
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


def told_as_one_drowns(table: AslTable, unit: Unit, drowns: int) -> Roll:
    """Leaves a blank for each real unit that looks on concealed from the bank."""
    roll = _DROWNING_ROLL(table, unit, drowns)
    table.log("move", f"They look{_blanks(_beside(table, unit.at))} away", side=unit.side)
    return roll


def told_in_the_ford(table: AslTable, cover_id: ShownId) -> None:
    """Leaves a blank for each Dummy that goes where others ford."""
    there = [one for one in table.truth.under(cover_id) if isinstance(one, Unit)]
    blanks = _blanks(one for one in there if is_dummy(one))
    table.log("move", f"They wade{blanks} and slip", side=OWNER)
    uncover(table, cover_id)


def told_of_who_stays(table: AslTable, cover_id: ShownId) -> None:
    """Leaves a blank for each real unit that stays concealed at the bank of a ford."""
    at = table.world.get(Cover, cover_id).at
    uncover(table, cover_id)
    table.log("move", f"They wade{_blanks(_beside(table, at))} and slip", side=OWNER)


def told_as_a_boat_lands(table: AslTable, boat: Boat, shore: HexId) -> None:
    """Leaves a blank for each real unit that is concealed or hidden near where a boat lands."""
    _BEACH(table, boat, shore)
    table.log("move", f"It scrapes{_blanks(_beside(table, boat.at))} ashore", side=boat.side)


def told_as_a_boat_drifts(table: AslTable, boat: Boat, to: HexId) -> None:
    """Leaves a blank for each real unit that is concealed or hidden beside a boat that drifts."""
    _CARRY(table, boat, to)
    table.log("move", f"It bobs{_blanks(_beside(table, location(to)))} along", side=boat.side)


def told_by_hooves(table: AslTable, unit_ids: Iterable[CounterId]) -> None:
    """Leaves a blank for each who rides under a "?" that goes unseen."""
    ids = tuple(unit_ids)
    lose_by_riding(table, ids)
    riders = [one for one in table.alive(ids) if is_veiled_rider(one)]
    if any(one.under for one in table.alive(ids)):
        table.log("move", f"The grass{_blanks(riders)} rustles", side=OWNER)


def told_as_one_mounts(table: AslTable, unit_id: CounterId, horses: Horses) -> None:
    """Leaves a blank for each real unit that stays concealed beside the horses."""
    there = [u for u in table.truth.pieces(OWNER) if u.at == horses.at and u.under is not None]
    blanks = _blanks(one for one in there if not is_dummy(one))
    table.log("move", f"A horse{blanks} neighs", side=OWNER)
    mount(table, unit_id, horses)


def paid_by_the_horse(table: AslTable, stack: tuple[Unit, ...], step: Move) -> Entry | None:
    """Tells of the MF that a horse has paid."""
    return None


def _beside(table: AslTable, at: LocationId) -> Iterator[Unit]:
    """The real units that lie concealed or hidden within a few hexes."""
    for one in table.truth.pieces():
        near = table.truth.range(one.at, at) <= _NEAR_THE_WATER
        if near and one.under is not None and not is_dummy(one):
            yield one


def _blanks(units: Iterable[Unit]) -> str:
    return " " * sum(1 for _ in units)


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
    "swimming: who looks on as one drowns": _swapping(
        e06_drowning, "_drowning_roll", told_as_one_drowns
    ),
    "fording: Dummies that go along": _swapping(e06_swimming, "uncover", told_in_the_ford),
    "fording: who stays at the bank": _swapping(e06_swimming, "uncover", told_of_who_stays),
    "boats: who lies where one lands": _swapping(boats, "beach", told_as_a_boat_lands),
    "boats: who lies where one drifts": _swapping(e05_drift, "carry", told_as_a_boat_drifts),
    "cavalry: hooves": _swapping(a12_loss, "lose_by_riding", told_by_hooves),
    "cavalry: a horse's MF": _swapping(spending, "_on_foot", paid_by_the_horse),
    "cavalry: who is beside the horses": _swapping(cavalry, "mount", told_as_one_mounts),
}
"""Leaks about who tries to swim, fords, goes aboard a boat or carries one, rides or mounts, from
under a "?", and about who looks on.
"""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, BankGame)
