"""One way between Locations: whoever moves, routs, advances or withdraws goes by `go`.

What attacks on the way stands in lists. A hazard says whom it attacks. It gets those of them that
try, the Location left and the one entered, and returns those whom it did not stop; nobody else is
touched. `ON_LEAVING` and `ON_ENTERING` are for whoever goes: Wire belongs there, and what detects
hidden enemies (A12.15) before the units are put there. `AFTER_SPENDING` is for whoever has spent MF
or MP, in the MPh alone, gone or not: Residual FP, Fire Lanes and the fire of enemies in the same
Location, before the DEFENDER's window (A8.22).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.board.locations import LocationId
from rules.chapters.close_combat.a20_surrender import surrender_to_who_enters
from rules.chapters.concealment.a12_loss import lose_by_going
from rules.chapters.concealment.covers import in_order, veiled_of
from rules.chapters.fire.a08_residual import residual_attack
from rules.chapters.fire.a09_fire_lanes import lane_attacks
from rules.chapters.mines.b28_known import find_dummy
from rules.chapters.mines.b28_minefields import entry_attack, exit_attack
from rules.chapters.movement.relocation import relocate
from rules.chapters.rubble.b24_clearance import begin_by_entering
from rules.chapters.works.b23_found import keep_out
from rules.chapters.works.b26_wire import entangle
from rules.forces.goer import Goer
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel

Ids: TypeAlias = tuple[CounterId, ...]
Attack: TypeAlias = Callable[[AslTable, Ids, LocationId, LocationId], Procedure[Ids]]
Whom: TypeAlias = Callable[[Goer], bool]
Marks: TypeAlias = Callable[[Any], Mapping[str, Any]]


@dataclass(frozen=True)
class Hazard:
    """Something that attacks those on their way whom it concerns, by the number of its rule."""

    rule: str
    whom: Whom
    attack: Attack


ON_LEAVING: tuple[Hazard, ...] = (
    Hazard("B28.412", is_personnel, exit_attack),
    Hazard("B23.922", is_personnel, keep_out),
)
ON_ENTERING: tuple[Hazard, ...] = (
    Hazard("A12.141", is_personnel, lose_by_going),
    Hazard("B26.3", is_personnel, entangle),
    Hazard("B28.47", is_personnel, find_dummy),
    Hazard("B28.41", is_personnel, entry_attack),
    Hazard("A19.12", is_personnel, surrender_to_who_enters),
    Hazard("B24.74", is_personnel, begin_by_entering),
)
AFTER_SPENDING: tuple[Hazard, ...] = (
    Hazard("A8.22", is_personnel, residual_attack),
    Hazard("A9.22", is_personnel, lane_attacks),
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
    ids: Ids,
    to: LocationId,
    marks: Marks,
    *,
    only_with: CounterId | None = None,
    meets: Attack | None = None,
) -> Passage:
    """Those of one Location go to another together, if what they leave lets them.

    `marks` are the fields of each that change as it goes. Without the unit `only_with` nobody goes,
    as a leader does not without the unit that he routs with; `meets` is what else may keep them
    out. What follows from its coming (DM, Control, Wall Advantage) is settled before anything
    attacks it there.
    """
    (origin,) = {goer.at for goer in table.goers(ids)}
    veiled = veiled_of(table, ids)
    gone = await _run(ON_LEAVING, table, ids, origin, to)
    if meets is not None:
        gone = await meets(table, gone, origin, to)
    if not gone or only_with not in {None, *gone}:
        return Passage((), ())
    relocate(table, gone, to)
    for goer in table.goers(gone):
        table.mark(goer.counter, **marks(goer))
    table.settle()
    able = await _run(ON_ENTERING, table, gone, origin, to)
    return Passage(in_order(table, gone, veiled), able)


async def arrive(table: AslTable, ids: Ids) -> Ids:
    """A2.5: they have come onto the map from nowhere on it; returns those whom nothing stopped."""
    table.settle()
    (at,) = {goer.at for goer in table.goers(ids)}
    return await _run(ON_ENTERING, table, ids, at, at)


async def leave(table: AslTable, ids: Ids) -> Ids:
    """A2.6: those of one Location leave it for none on the map; returns those who are let go."""
    (origin,) = {goer.at for goer in table.goers(ids)}
    return await _run(ON_LEAVING, table, ids, origin, origin)


async def after_spending(table: AslTable, ids: Ids, origin: LocationId) -> None:
    """A8.22: what attacks those who have just spent MF or MP where they are now; they spent them on
    coming from `origin`, if that is elsewhere.
    """
    there = table.goers(ids)
    if there:
        ids = tuple(goer.counter for goer in there)
        await _run(AFTER_SPENDING, table, ids, origin, there[0].at)


async def _run(
    hazards: tuple[Hazard, ...], table: AslTable, ids: Ids, origin: LocationId, to: LocationId
) -> Ids:
    """Each hazard in turn. It looks at the Location even where all whom it attacks were stopped:
    they are there too.
    """
    came = table.goers(ids)
    for hazard in hazards:
        theirs = {goer.counter for goer in came if hazard.whom(goer)}
        if theirs:
            veiled = veiled_of(table, ids)
            met = tuple(one for one in ids if one in theirs)
            spared = tuple(one for one in ids if one not in theirs)
            able = await hazard.attack(table, met, origin, to)
            ids = in_order(table, (*able, *spared), veiled)
    return ids
