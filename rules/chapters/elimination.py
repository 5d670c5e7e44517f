"""What happens to a unit that is eliminated, and to what it carried."""

from rules.forces.asl_table import AslTable
from rules.forces.entities import Weapon


def eliminate(table: AslTable, unit_id: str, text: str, rule: str) -> None:
    """Take a unit off the board. Its support weapons stay in the Location, unpossessed (A4.43)."""
    unit = table.unit(unit_id)
    for weapon in table.world.all(Weapon):
        if weapon.holder == unit_id:
            table.world.change(weapon, holder=None, at=unit.at)
    table.log("check", text, side=unit.side, rule=rule, at=(unit.at,), result="eliminated")
    table.world.drop(unit)
