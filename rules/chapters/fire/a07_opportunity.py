"""A7.25 Opportunity Fire: who forgoes his Prep Fire and his move to fire in the AFPh unhalved."""

from rules.chapters.movement.able import Act, is_able
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, values


def may_take_opportunity(position: Position, unit: Unit) -> bool:
    """A7.25: a Good Order unit with something to fire that has not fired at all."""
    weapons = position.weapons_of(unit)
    unmarked = unit.fired is None and all(
        weapon.fired is None and weapon.fired_at is None for weapon in weapons
    )
    return (
        unmarked
        and good_order(unit)
        and is_able(position, unit, Act.FIRE)
        and bool(weapons or values(unit).fp)
    )


def take_opportunity(table: AslTable, unit_id: CounterId) -> None:
    """A7.25: a Bounding Fire counter on the unit and on all that it possesses."""
    unit = table.change(unit_id, fired=Fired.BOUNDING)
    for weapon in table.truth.weapons_of(unit):
        table.put(weapon, fired=Fired.BOUNDING)
