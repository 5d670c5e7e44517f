"""A4.134 The Minimum Move: one Location farther than the MF reach, at the price of a pin and CX."""

from rules.board.locations import LocationId
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_posture import posture_bar
from rules.chapters.movement.a04_movement import affordable, as_movers, barred, entries, mf_of
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name, names

LEAST = 2  # one MF, in halves


def minimum_move_bar(position: Knowledge, units: tuple[Unit, ...]) -> Barrier | None:
    """A4.134: why units may not make a Minimum Move at all, or None if they may."""
    for unit in as_movers(position, units):
        if unit.mf_spent:
            return Barrier("A4.134", f"{name(unit)} has spent MF in this MPh.")
        if mf_of(position.law, unit) < LEAST:
            return Barrier("A4.42", f"{name(unit)} carries too much to move.")
        held = posture_bar(unit)
        if held is not None:
            return held
        if portaged_by_another(position, unit):
            return Barrier("A4.42", f"Another unit has portaged what {name(unit)} has.")
    return None


def minimum_entry(position: Knowledge, units: tuple[Unit, ...], to: LocationId) -> Entry | None:
    """A4.134: the cheapest way into a Location for which units have not the MF together; None if
    they have them, or if there is no way at all.
    """
    stack = as_movers(position, units)
    found = entries(position, stack, to)
    if any(affordable(position.law, stack, entry) for entry in found):
        return None
    return min(found, key=lambda entry: entry.halves, default=None)


def minimum_entries(position: Knowledge, unit: Unit) -> tuple[Entry, ...]:
    """A4.134: where a unit may go by a Minimum Move, and what it would have cost."""
    if minimum_move_bar(position, (unit,)) is not None:
        return ()
    near = accessible_from(position.board, unit.at)
    found = (
        minimum_entry(position, (unit,), to) for to in near if not barred(position, to, unit.side)
    )
    return tuple(entry for entry in found if entry is not None)


def begin_minimum_move(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A4.134: say that it is one, before the MF are spent."""
    for unit in table.alive(unit_ids):
        table.change(unit.counter, min_move=True)


def end_minimum_move(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A4.134: those whom the fire at them has left unbroken are pinned and CX; Cavalry is CX
    alone (A13.3).
    """
    left = tuple(unit for unit in table.alive(unit_ids) if not unit.broken)
    for unit in left:
        table.change(unit.counter, pinned=unit.horse is None, cx=True)
    if left:
        text = f"{names(left)}: end of the Minimum Move"
        at = (left[0].at,)
        table.log("move", text, side=left[0].side, rule="A4.134", at=at, result="Pin, CX")
