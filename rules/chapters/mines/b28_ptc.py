"""B28.9 The PTC that is taken for Booby Traps alone, by Infantry that no PTC can pin."""

from rules.board.locations import hex_of
from rules.chapters.morale.a10_breaking import can_pin
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import name

TRAPS_ALONE = "PTC for Booby Traps"


async def roll_for_traps(table: AslTable, unit_id: CounterId) -> None:
    """B28.9: such a unit rolls wherever the enemy could have bought Booby Traps, whether he did or
    not; the DR has no other effect and calls no Sniper.
    """
    unit = table.unit(unit_id)
    if not takes_for_traps(table, unit):
        return
    text = f"PTC of {name(unit)} for Booby Traps alone"
    purpose = Purpose(TRAPS_ALONE, text, "B28.9", unit.side, at=unit.at)

    async def effects(roll: Roll) -> None:
        table.log("check", text, side=unit.side, rule="B28.9", at=(unit.at,), roll=roll)

    await table.resolve(purpose, 2, effects)


def rolls_ptc(table: AslTable, unit: Unit) -> bool:
    """A7.305, B28.9: whether a PTC has a unit roll: whom one can pin, or for Booby Traps alone."""
    return can_pin(table.truth, unit) or takes_for_traps(table, unit)


def takes_for_traps(table: AslTable, unit: Unit) -> bool:
    """B28.9: whether a unit that no PTC can pin rolls all the same."""
    return _is_on_its_feet(unit) and _may_be_trapped(table, unit)


def _is_on_its_feet(unit: Unit) -> bool:
    """Neither broken nor pinned already, no prisoner and no Cavalry: they take no PTC for other
    reasons.
    """
    if unit.horse is not None or unit.thrown:
        return False
    return not (unit.broken or unit.pinned or unit.guard is not None)


def _may_be_trapped(table: AslTable, unit: Unit) -> bool:
    """B28.9: whether the enemy could have traps on a board of the hex, as everybody can tell."""
    enemy = table.world.get(SideState, unit.side.enemy.value)
    return not set(enemy.traps).isdisjoint(table.board.boards(hex_of(unit.at)))
