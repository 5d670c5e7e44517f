"""A4 Infantry movement: who may move, and where a stack may go next for the MF it has.

Costs are counted in half MF; what each way costs is chapter B's (`b_entry`).
"""

from dataclasses import replace

import msgspec

from rules.board.locations import LocationId
from rules.chapters.a05_stacking import excess_with
from rules.chapters.a17_wounds import WOUNDED_MF
from rules.chapters.b_entry import Entry, ways
from rules.forces.adjacency import accessible_from
from rules.forces.entities import Fired, Unit
from rules.forces.position import Position, values
from rules.kernel.audience import Side
from rules.kernel.view import Modifier

INEXPERIENCED_MF = 3
ROAD_BONUS = 2  # one MF (B3.4)


def allotment(unit: Unit) -> int:
    """A4.11: a unit's MF in a MPh, in halves, without bonuses.

    Three for a wounded SMC (A17.2) and for a Conscript (A19.31).
    """
    if unit.wounded:
        return 2 * WOUNDED_MF
    return 2 * (INEXPERIENCED_MF if values(unit).grade == "C" else values(unit).mf)


def mf_left(unit: Unit) -> int:
    """Half MF that a unit has left, the road bonus apart."""
    return max(0, allotment(unit) - unit.mf_spent)


def mf_left_for(unit: Unit, entry: Entry) -> int:
    """Half MF that a unit has left for one way to go on: one MF more if it has kept to the road in
    this MPh and goes on by it (B3.4).
    """
    bonus = ROAD_BONUS if entry.by_road and not unit.off_road else 0
    return max(0, allotment(unit) + bonus - unit.mf_spent)


def price(unit: Unit, entry: Entry) -> int:
    """Half MF that a unit pays for a way; ALL is what it has (A4.11)."""
    return allotment(unit) if entry.takes_all else entry.halves


def having_gone(unit: Unit, entry: Entry) -> Unit:
    """A unit as it is once it has paid for a way and gone it."""
    return msgspec.structs.replace(
        unit,
        at=entry.to,
        mf_spent=unit.mf_spent + price(unit, entry),
        on_road=entry.exposed,
        off_road=unit.off_road or not entry.by_road,
    )


def may_move(unit: Unit) -> bool:
    """A4.1: unbroken Infantry, not pinned, not in Melee, that has not fired in the PFPh."""
    free = not unit.broken and not unit.pinned and not unit.melee
    return free and unit.fired is not Fired.PREP and not unit.moved


def entries(position: Position, units: tuple[Unit, ...], to: LocationId) -> tuple[Entry, ...]:
    """The ways in which a stack may go from where it is to a Location, with what overstacking adds
    (A5.11); the cheaper first. None if something bars it, or if it would be a Minimum Move
    (A4.134).
    """
    found = ways(position.board, units[0].at, to)
    over = _overstack_cost(position, to, units) if found else ()
    if over:
        found = tuple(replace(e, cost=(*e.cost, *over)) for e in found if not e.takes_all)
    return tuple(_taking_all_of(units, e) if e.takes_all else e for e in found)


def _taking_all_of(units: tuple[Unit, ...], entry: Entry) -> Entry:
    """A cost of ALL MF, as that stack counts it."""
    most = max(allotment(unit) for unit in units)
    cost = (Modifier(part.rule, part.label, most) for part in entry.cost)
    return replace(entry, cost=tuple(cost))


def _overstack_cost(
    position: Position, to: LocationId, units: tuple[Unit, ...]
) -> tuple[Modifier, ...]:
    over = excess_with(position, to, units)
    return (Modifier("A5.11", "overstacked", 2 * over),) if over else ()


def barred(position: Position, to: LocationId, side: Side) -> bool:
    """A4.14: a Location with an enemy unit may not be entered in the MPh."""
    return bool(position.units_at(to, side.enemy))


def may_assault(units: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.61: Assault Movement enters one Location, first of all, without using all of any unit's
    MF, the road bonus among them.
    """
    return all(unit.mf_spent == 0 and entry.halves < mf_left_for(unit, entry) for unit in units)


def affordable(units: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.1: every unit of the stack has the MF left, for ALL MF all of them; one under Assault
    Movement goes no further.
    """
    return not any(unit.assault for unit in units) and all(
        unit.mf_spent == 0 if entry.takes_all else entry.halves <= mf_left_for(unit, entry)
        for unit in units
    )


def next_entries(position: Position, units: tuple[Unit, ...]) -> tuple[Entry, ...]:
    """Where a stack of one Location may go next, as that side knows the position."""
    side = units[0].side
    found = []
    for to in accessible_from(position.board, units[0].at):
        if not barred(position, to, side):
            found += [e for e in entries(position, units, to) if affordable(units, e)]
    return tuple(found)
