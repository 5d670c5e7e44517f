"""E5.5 Fire at boats: whoever shoots at Passengers shoots at their boat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.board.locations import hex_of
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a_random_selection import drawn, random_selection
from rules.chapters.morale.elimination import eliminate
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.boats import Boat, boat_name, boat_of, passengers, values_of
from rules.position.position import is_smc, name, weapon_values
from rules.tables import (
    IftKind,
    IftResult,
    ift_result,
    vehicle_kill_number,
)

HAZARDOUS_DRM = -2
"""E5.53: Hazardous Movement, for those whose boat sinks under them at the bank or in a ford."""

SAVED = 3
"""E5.121: the highest dr that saves a SMC or a SW as one boat of a Small Raft is hit."""

_BEST = -20
"""A Final DR below all that the IFT lists."""

NOTHING = IftResult(IftKind.NONE)

NO_BLOWS: Mapping[str, "Blow"] = MappingProxyType({})
"""At nothing that is empty, or has no rider."""


@dataclass(frozen=True)
class Blow:
    """An attack at a Passenger, and so at his boat: its column, None if none is left, and the sum
    of its DRM.
    """

    column: int | None
    drm: int


@dataclass(frozen=True)
class _Struck:
    boat: Boat
    blow: Blow
    column: int
    final: int

    @property
    def kill(self) -> int:
        return vehicle_kill_number(self.column)


def attack_boats(
    table: AslTable,
    roll: Roll,
    blows: Mapping[CounterId, Blow],
    by: Side,
    empty: Mapping[str, Blow] = NO_BLOWS,
) -> dict[CounterId, IftResult]:
    """E5.5, E5.51: what an attack does to the boats of those Passengers that are among its targets,
    and to those that are empty, by their ids.
    A boat sinks below the Kill Number of the Vehicle line, no more of them than the highest KIA of
    the column; at that number one of the Passengers of one suffers Casualty Reduction. Returns the
    results for these targets: none for who stays aboard, that of the IFT for whose boat sinks at
    the bank or in a ford (E5.53).
    """
    aboard = {one.counter for one in table.alive(tuple(blows)) if one.in_boat}
    results = dict.fromkeys(aboard, NOTHING)
    struck = [
        *_struck(table, roll, {one: blow for one, blow in blows.items() if one in aboard}),
        *_struck_empty(table, roll, empty),
    ]
    below = [one for one in struck if one.final < one.kill]
    equal = [one for one in struck if one.final == one.kill and one.boat.id not in empty]
    for one in struck:
        _report(table, one, by, empty=one.boat.id in empty)
    most = max((most_hit(one.column) for one in below), default=0)
    for one in _selected(table, below, most, "which boat sinks"):
        results |= _hit(table, roll, one)
    for one in _selected(table, equal, 1, "which boat is hit"):
        there = passengers(table.truth, one.boat)
        for unit_id in random_selection(table, there, 1, "Passenger"):
            casualty_reduction(table, unit_id, "in a boat")
    left = {unit.counter for unit in table.alive(tuple(results))}
    return {one: result for one, result in results.items() if one in left}


def _struck(table: AslTable, roll: Roll, blows: Mapping[CounterId, Blow]) -> list[_Struck]:
    found: dict[str, _Struck] = {}
    for unit in table.alive(tuple(blows)):
        boat, blow = boat_of(table.world, unit), blows[unit.counter]
        if boat is not None and blow.column is not None and boat.id not in found:
            found[boat.id] = _Struck(boat, blow, blow.column, roll.total + blow.drm)
    return list(found.values())


def _struck_empty(table: AslTable, roll: Roll, blows: Mapping[str, Blow]) -> list[_Struck]:
    found = []
    for boat_id, blow in blows.items():
        boat = table.world.find(Boat, boat_id)
        if boat is not None and blow.column is not None:
            found.append(_Struck(boat, blow, blow.column, roll.total + blow.drm))
    return found


def most_hit(column: int) -> int:
    """E5.5, A7.308: the highest KIA of a column."""
    best = ift_result(column, _BEST)
    return best.number if best.kind is IftKind.KIA else 1


def _selected(table: AslTable, struck: list[_Struck], most: int, what: str) -> list[_Struck]:
    """A.9: so many of the boats, by Random Selection."""
    entries = tuple((one.boat.id, boat_name(one.boat), one.boat.side) for one in struck)
    chosen = drawn(table, entries, most, what) if struck else []
    return [one for one in struck if one.boat.id in chosen]


def _report(table: AslTable, one: _Struck, by: Side, *, empty: bool) -> None:
    called = f"{'empty ' if empty else ''}{boat_name(one.boat)}"
    text = f"against the {called}: Final DR {one.final}, Kill Number {one.kill}"
    result = "no effect"
    if one.final < one.kill:
        result = "sinks"
    elif one.final == one.kill and not empty:
        result = "Casualty Reduction"
    table.log("fire", text, side=by, rule="E5.5", at=(one.boat.at,), result=result)


def _hit(table: AslTable, roll: Roll, one: _Struck) -> dict[CounterId, IftResult]:
    """E5.121: a Small Raft of three boats loses one; any other boat sinks."""
    less = values_of(one.boat).less
    if less is None:
        return _sink(table, roll, one)
    table.world.change(one.boat, type=less)
    there = passengers(table.truth, one.boat)
    squads = tuple(unit for unit in there if not is_smc(unit))
    for unit_id in random_selection(table, squads, 1, "MMC of the lost boat"):
        casualty_reduction(table, unit_id, "its boat is lost")
    for unit in there:
        if is_smc(unit) and not _is_saved(table, one.boat, name(unit)):
            eliminate(table, unit.counter, f"{name(unit)} is lost with a boat", "E5.121")
    for weapon in [gun for unit in there for gun in table.truth.weapons_of(unit)]:
        if not _is_saved(table, one.boat, weapon_values(weapon).name):
            table.drop(weapon)
    return {}


def _is_saved(table: AslTable, boat: Boat, what: str) -> bool:
    roll = table.roll(Purpose("boat", f"whether {what} is saved", "E5.121", boat.side, at=boat.at))
    saved = roll.total <= SAVED
    table.log(
        "check", what, side=boat.side, rule="E5.121", at=(boat.at,), roll=roll,
        result="saved" if saved else "lost",
    )  # fmt: skip
    return saved


def _sink(table: AslTable, roll: Roll, one: _Struck) -> dict[CounterId, IftResult]:
    """E5.53, E6.1: with it go all aboard and what they have; if it is Beached or the water can be
    forded, only what they have: they are attacked by the same DR.
    """
    boat, there = one.boat, passengers(table.truth, one.boat)
    for weapon in [gun for unit in there for gun in table.truth.weapons_of(unit)]:
        table.drop(weapon)
    fordable = table.truth.board.ford(hex_of(boat.at))
    table.world.drop(boat)
    if not fordable and boat.beached is None:
        for unit in there:
            eliminate(table, unit.counter, f"{name(unit)} is lost with the boat", "E5.53")
        return {}
    for unit in there:
        table.change(unit.counter, aboard=None, water_line=not fordable)
    final = one.final + HAZARDOUS_DRM
    result = ift_result(one.column, final)
    _say(table, there, f"{final} on the {one.column} column", result)
    return dict.fromkeys((unit.counter for unit in there), result)


def _say(table: AslTable, units: Iterable[Unit], what: str, result: IftResult) -> None:
    mods = (Modifier("E5.53", "Hazardous Movement", HAZARDOUS_DRM),)
    for unit in units:
        said = "no effect" if result.kind is IftKind.NONE else str(result)
        table.log(
            "fire", f"against {name(unit)}: {what}", side=unit.side, rule="E5.53", at=(unit.at,),
            mods=mods, result=said,
        )  # fmt: skip
