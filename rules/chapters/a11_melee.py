"""A11.15, A11.16 Melee: who is held in it, and what becomes of broken units there."""

from rules.board.locations import LocationId
from rules.chapters.a26_victory import update_control
from rules.chapters.elimination import eliminate
from rules.forces.asl_table import AslTable
from rules.forces.position import Position, name, names
from rules.kernel.audience import Side


def contested(position: Position) -> tuple[LocationId, ...]:
    """A11.1: the Locations that hold units of both sides, sorted."""
    both = set(position.locations_of(Side.A)) & set(position.locations_of(Side.B))
    return tuple(sorted(both))


def is_contested(position: Position, at: LocationId) -> bool:
    """A11.1: whether units of both sides are in a Location."""
    return len({unit.side for unit in position.units_at(at)}) > 1


def unfought(position: Position) -> tuple[LocationId, ...]:
    """A11.12: the Locations whose round of CC is still to come in this CCPh, sorted."""
    return tuple(
        at for at in contested(position) if not any(unit.cc_done for unit in position.units_at(at))
    )


def settle_melee(table: AslTable, at: LocationId) -> None:
    """A11.15: after a round, units still together are held in Melee; one side alone is free."""
    units = table.position.units_at(at)
    melee = is_contested(table.position, at)
    newly_held = any(melee and not unit.melee for unit in units)
    for unit in units:
        if unit.melee != melee:
            table.change(unit.id, melee=melee)
    if newly_held:
        table.log("cc", f"{names(units)} are in Melee", rule="A11.15", at=(at,))


async def end_of_close_combat_phase(table: AslTable) -> None:
    """A11.16: broken units still in Melee are eliminated; then the marks of the phase are gone.

    Control is settled too: the game may end here (A26.11).
    """
    for unit in table.position.units():
        if unit.broken and unit.melee:
            eliminate(table, unit.id, f"{name(unit)}: Failure to Rout out of Melee", "A11.16")
    for at in sorted({unit.at for unit in table.position.units() if unit.melee}):
        settle_melee(table, at)
    for unit in table.position.units():
        if unit.cc_done:
            table.change(unit.id, cc_done=False)
    update_control(table)
