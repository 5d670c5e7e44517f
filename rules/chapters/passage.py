"""One way between Locations: whoever moves, routs, advances or withdraws goes by `go`.

What attacks on the way stands in lists. A hazard gets those that try, the Location left and the
one entered, and returns those whom it did not stop. `ON_LEAVING` and `ON_ENTERING` are for whoever
goes: Wire belongs there, and what detects hidden enemies (A12.15) before the units are put there.
`AFTER_SPENDING` is for whoever has spent MF, in the MPh alone, gone or not: Residual FP, Fire Lanes
and the fire of enemies in the same Location, before the DEFENDER's window (A8.22).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.board.locations import LocationId
from rules.chapters.a08_residual import residual_attack
from rules.chapters.a09_fire_lanes import lane_attacks
from rules.chapters.a12_loss import lose_by_going
from rules.chapters.a20_surrender import surrender_to_who_enters
from rules.chapters.b23_found import keep_out
from rules.chapters.b24_clearance import begin_by_entering
from rules.chapters.b26_wire import entangle
from rules.chapters.b28_known import find_dummy
from rules.chapters.b28_minefields import entry_attack, exit_attack
from rules.chapters.covers import in_order, veiled_of
from rules.chapters.relocation import relocate
from rules.forces.entities import Unit
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.position.asl_table import AslTable

Ids: TypeAlias = tuple[CounterId, ...]
Attack: TypeAlias = Callable[[AslTable, Ids, LocationId, LocationId], Procedure[Ids]]
Marks: TypeAlias = Callable[[Unit], Mapping[str, Any]]


@dataclass(frozen=True)
class Hazard:
    """Something that attacks units on their way, by the number of its rule."""

    rule: str
    attack: Attack


ON_LEAVING: tuple[Hazard, ...] = (
    Hazard("B28.412", exit_attack),
    Hazard("B23.922", keep_out),
)
ON_ENTERING: tuple[Hazard, ...] = (
    Hazard("A12.141", lose_by_going),
    Hazard("B26.3", entangle),
    Hazard("B28.47", find_dummy),
    Hazard("B28.41", entry_attack),
    Hazard("A19.12", surrender_to_who_enters),
    Hazard("B24.74", begin_by_entering),
)
AFTER_SPENDING: tuple[Hazard, ...] = (
    Hazard("A8.22", residual_attack),
    Hazard("A9.22", lane_attacks),
)


@dataclass(frozen=True)
class Passage:
    """What came of an attempt to go: `gone` are those who got there, `able` those of them whom
    nothing stopped as they entered.
    """

    gone: Ids
    able: Ids


async def go(
    table: AslTable,
    unit_ids: Ids,
    to: LocationId,
    marks: Marks,
    *,
    only_with: CounterId | None = None,
    meets: Attack | None = None,
) -> Passage:
    """Units of one Location go to another together, if what they leave lets them.

    `marks` are the fields of a unit that change as it goes; without the unit `only_with` nobody
    goes, as a leader does not without the unit that he routs with; `meets` is what else may keep
    them out. What follows from its coming (DM, Control, Wall Advantage) is settled before anything
    attacks it there.
    """
    (origin,) = {unit.at for unit in table.alive(unit_ids)}
    veiled = veiled_of(table, unit_ids)
    gone = await _run(ON_LEAVING, table, unit_ids, origin, to)
    if meets is not None:
        gone = await meets(table, gone, origin, to)
    if not gone or only_with not in {None, *gone}:
        return Passage((), ())
    relocate(table, gone, to)
    for unit in table.alive(gone):
        table.change(unit.counter, **marks(unit))
    table.settle()
    able = await _run(ON_ENTERING, table, gone, origin, to)
    return Passage(in_order(table, gone, veiled), able)


async def arrive(table: AslTable, unit_ids: Ids) -> Ids:
    """A2.5: units have come onto the map from nowhere on it; returns those whom nothing stopped."""
    table.settle()
    (at,) = {unit.at for unit in table.alive(unit_ids)}
    return await _run(ON_ENTERING, table, unit_ids, at, at)


async def leave(table: AslTable, unit_ids: Ids) -> Ids:
    """A2.6: units of one Location leave it for none on the map; returns those who are let go."""
    (origin,) = {unit.at for unit in table.alive(unit_ids)}
    return await _run(ON_LEAVING, table, unit_ids, origin, origin)


async def after_spending(table: AslTable, unit_ids: Ids, origin: LocationId) -> None:
    """A8.22: what attacks units for the MF that they have just spent where they are now; they spent
    them on coming from `origin`, if that is elsewhere.
    """
    units = table.alive(unit_ids)
    if units:
        ids = tuple(unit.counter for unit in units)
        await _run(AFTER_SPENDING, table, ids, origin, units[0].at)


async def _run(
    hazards: tuple[Hazard, ...], table: AslTable, ids: Ids, origin: LocationId, to: LocationId
) -> Ids:
    for hazard in hazards:
        veiled = veiled_of(table, ids)
        ids = in_order(table, await hazard.attack(table, ids, origin, to), veiled)
    return ids
