"""A11.2 Withdrawal from Melee, A11.22 Infiltration, A11.41 Ambush Withdrawal: where to, and how."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_detection import find
from rules.chapters.ground.b_barriers import Barrier, barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a04_advance import DIFFICULT_HALVES, advance_cost
from rules.chapters.movement.a04_movement import MF_BONUS, allotment
from rules.chapters.movement.passage import go
from rules.chapters.movement.relocation import drop_excess
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import CounterId, ShownId
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name, names


@dataclass(frozen=True)
class Leaver:
    """An announced withdrawer as it was then: one Reduced or wounded since stays (A11.2)."""

    id: CounterId
    type: str
    wounded: bool

    def is_as_it_was(self, unit: Unit) -> bool:
        return (unit.type, unit.wounded) == (self.type, self.wounded)


@dataclass(frozen=True)
class Leaving:
    """Units that will withdraw together, and where to."""

    units: tuple[Leaver, ...]
    to: LocationId

    @property
    def ids(self) -> tuple[CounterId, ...]:
        return tuple(leaver.id for leaver in self.units)


def leaving(units: tuple[Unit, ...], to: LocationId) -> Leaving:
    """A11.2: the announcement that units will withdraw."""
    return Leaving(tuple(Leaver(u.counter, u.type, u.wounded) for u in units), to)


def still_leaving(table: AslTable, group: Leaving, at: LocationId) -> tuple[CounterId, ...]:
    """A11.2: those that get away: still there, and neither Reduced nor wounded since."""
    leavers = {leaver.id: leaver for leaver in group.units}
    return tuple(
        unit.counter
        for unit in table.alive(group.ids)
        if unit.at == at and leavers[unit.counter].is_as_it_was(unit)
    )


def may_withdraw(unit: Unit) -> bool:
    """A11.2, A19.12, A15.42: a unit held in Melee, neither pinned, Disrupted nor berserk."""
    return unit.melee and not unit.pinned and not unit.disrupted and not unit.berserk


def may_slip_away(unit: Unit) -> bool:
    """A11.22, A11.41: any Infantry that is not pinned, nor anybody's prisoner."""
    return not unit.pinned and unit.guard is None


def objection_to_leaving(
    position: Knowledge, units: tuple[Unit, ...], to: LocationId
) -> Barrier | None:
    """A11.21: why units may not leave CC together for that Location, or None if they may, as in the
    APh.

    Into Difficult Terrain nobody goes who is CX already (A4.72), but into a deep stream he does.
    """
    bar = barrier(position.board, units[0].at, to)
    if bar is not None:
        return Barrier("A11.21" if bar.rule == "A4.1" else bar.rule, bar.why)
    where = position.board.name(to)
    if position.foes_at(to, units[0].side):
        return Barrier("A11.21", f"There is a Known enemy in {where}.")
    cost = advance_cost(position, units, to)
    if cost is None:
        return Barrier("A4.72", f"{where} takes all MF.")
    for unit in units:
        if unit.cx and not cost.tires and _is_difficult(position, unit, units, cost):
            return Barrier("A4.72", f"{where} is Difficult Terrain, and {name(unit)} is CX.")
    return None


def _is_difficult(position: Position, unit: Unit, units: tuple[Unit, ...], cost: Entry) -> bool:
    """A4.72, A4.12: whether entry costs a unit of those that go together four MF, or all that it
    has as they are in Melee no more. Its load takes nothing of that, since what exceeds its IPC
    stays.
    """
    out, stack = replace(unit, melee=False), tuple(replace(one, melee=False) for one in units)
    ledger = position.law.ledger(MF_BONUS, position, out, stack)
    available = allotment(position.law, unit) + sum(max(0, part.value) for part in ledger)
    return cost.tires or cost.halves >= min(DIFFICULT_HALVES, available)


def _tired(position: Position, units: tuple[Unit, ...], to: LocationId) -> frozenset[CounterId]:
    """A4.72: whom going there makes CX."""
    cost = advance_cost(position, units, to)
    difficult = (unit for unit in units if cost and _is_difficult(position, unit, units, cost))
    return frozenset(unit.counter for unit in difficult)


def destinations(position: Knowledge, units: tuple[Unit, ...]) -> dict[str, str]:
    """A11.21: where units of one Location may go together, with what it costs."""
    found: dict[str, str] = {}
    for to in accessible_from(position.board, units[0].at):
        if objection_to_leaving(position, units, to) is not None:
            continue
        cost = advance_cost(position, units, to)
        tired = ", CX" if _tired(position, units, to) else ""
        found[to] = "" if cost is None else f"{cost.text}{tired}"
    return found


def ways_out(
    position: Knowledge, units: tuple[Unit, ...]
) -> tuple[Mapping[ShownId, dict[str, str]], ...]:
    """Where each unit may go, in groups: within a group any of the units may go together.

    The first group holds all the units, and for each the Locations open to it even if all went
    there; then comes, by itself, every unit that alone could go elsewhere too.
    """
    if not units:
        return ()
    shared = destinations(position, units)
    together: dict[ShownId, dict[str, str]] = {unit.id: shared for unit in units if shared}
    alone: list[dict[ShownId, dict[str, str]]] = []
    for unit in units:
        own = {to: note for to, note in destinations(position, (unit,)).items() if to not in shared}
        if own:
            alone.append({unit.id: own})
    return (*([together] if together else []), *alone)


def can_leave(position: Knowledge, unit: Unit) -> bool:
    """A11.21: whether there is any Location that a unit may leave CC for."""
    return bool(destinations(position, (unit,)))


async def leave(
    table: AslTable, unit_ids: tuple[CounterId, ...], to: LocationId, what: str, rule: str
) -> None:
    """A11.21, A4.72: units go, and are CX in Difficult Terrain; mines attack them as they leave and
    as they enter (B28.411). Who comes upon a real unit under a "?" is eliminated.
    """
    units = table.alive(unit_ids)
    at = units[0].at
    name_of = table.board.name
    text = f"{names(units)}: {what} {name_of(at)} → {name_of(to)}"
    table.log("cc", text, side=units[0].side, rule=rule, at=(at, to))
    for unit in units:
        drop_excess(table, unit.counter)
    ids = tuple(unit.counter for unit in units)
    tired = _tired(table.truth, units, to)

    def marks(unit: Unit) -> dict[str, Any]:
        cx = unit.cx or unit.counter in tired
        return {"melee": False, "manner": Manner.TERRAIN, "cx": cx}

    await go(table, ids, to, marks, meets=_fall_to_the_concealed)


async def _fall_to_the_concealed(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    units = table.alive(unit_ids)
    if not units or not find(table, to, units[0].side.enemy):
        return unit_ids
    for unit in units:
        eliminate(table, unit.counter, f"{name(unit)} withdraws into an enemy", "A11.21")
    return ()
