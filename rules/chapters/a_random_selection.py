"""A.9 Random Selection."""

from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import name
from rules.kernel.table import Purpose


def random_selection(table: AslTable, units: tuple[Unit, ...], count: int, what: str) -> list[str]:
    """A.9: one dr for each unit; the highest are selected. Returns the ids of those selected.

    At least `count` are taken in descending order; a tie for the last place takes all tied
    (A7.301). One unit alone, or no more than are wanted, needs no dr.
    """
    if len(units) <= count:
        return [unit.id for unit in units]
    rolls = [_dr(table, unit, what) for unit in units]
    last = sorted(rolls, reverse=True)[count - 1]
    return [unit.id for unit, dr in zip(units, rolls, strict=True) if dr >= last]


def _dr(table: AslTable, unit: Unit, what: str) -> int:
    purpose = Purpose("RS", f"Random Selection, {name(unit)}", "A.9", unit.side)
    roll = table.roll(purpose)
    table.log(
        "roll", f"Random Selection ({what}): {name(unit)}", side=unit.side, rule="A.9", roll=roll
    )
    return roll.total
