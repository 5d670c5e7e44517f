"""A25.22 Commissars: whom they must rally, and what becomes of those who do not rally."""

from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a19_elr import lower
from rules.chapters.morale.elimination import eliminate
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, has_acted, name, values


def punish(table: AslTable, unit_id: CounterId) -> None:
    """A25.222: a MMC that does not rally with a Commissar is Replaced by the next lower one; the
    lowest squad is Reduced, and all others are eliminated.
    """
    for unit in table.alive((unit_id,)):
        if not values(unit).cls.is_smc and lower(table, unit_id):
            return
        if values(unit).cls is UnitClass.SQUAD:
            casualty_reduction(table, unit_id, "by order of the Commissar")
        else:
            eliminate(table, unit_id, f"{name(unit)} is shot by the Commissar", "A25.222")


def waiting_for_a_commissar(position: Position, side: Side) -> tuple[Unit, ...]:
    """A25.222: the broken units whom a Commissar in their Location must still try to rally; none
    once he has had another action of the RPh (A3.1).
    """
    return tuple(
        unit
        for unit in position.personnel(side)
        if unit.broken and not unit.melee and not unit.used and _has_commissar(position, unit)
    )


def _has_commissar(position: Position, unit: Unit) -> bool:
    there = position.personnel_at(unit.at, unit.side)
    return values(unit).commissar or any(
        values(one).commissar and good_order(one) and (one.rallying or not has_acted(one))
        for one in there
        if one.counter != unit.counter
    )
