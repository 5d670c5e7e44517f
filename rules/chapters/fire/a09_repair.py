"""A9.72 Repair of support weapons that have malfunctioned."""

from rules.chapters.fire.a07_firers import allowance
from rules.chapters.movement.able import Act, is_able
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import (
    Position,
    audience_of,
    good_order,
    has_acted,
    name,
    weapon_values,
)

SIX = 6


def broken_weapons(position: Position, unit: Unit) -> tuple[Weapon, ...]:
    """A9.72: the malfunctioned weapons that a Good Order unit may try to repair in this RPh, as
    its only action of it: as many as it could fire, and no captured ones.
    """
    if has_acted(unit) or not good_order(unit) or not is_able(position, unit, Act.FIRE):
        return ()
    own = (weapon for weapon in position.weapons_of(unit) if weapon.malfunctioned)
    due = tuple(weapon for weapon in own if weapon.side is unit.side)
    return due[: allowance(unit, with_inherent=False)]


def repair(table: AslTable, unit_id: CounterId) -> None:
    """A9.72: a dr of no more than the R# repairs a weapon, a 6 is the end of it. That of who is
    under a "?" or hidden is his side's secret, and costs nothing (A12.141).
    """
    unit = table.unit(unit_id)
    for weapon in broken_weapons(table.truth, unit):
        _try(table, unit, weapon)
    table.change(unit_id, repaired=True)


def _try(table: AslTable, unit: Unit, weapon: Weapon) -> None:
    printed = weapon_values(weapon)
    text = f"repair of the {printed.name} of {name(unit)}"
    to = audience_of(unit)
    roll = table.roll(Purpose("repair", text, "A9.72", unit.side), to=to)
    mended, lost = roll.total <= printed.repair, roll.total == SIX
    result = "repaired" if mended else "eliminated" if lost else "no effect"
    table.log(
        "rally", f"{text} (R{printed.repair})", side=unit.side, rule="A9.72", at=(unit.at,),
        roll=roll, result=result, to=to,
    )  # fmt: skip
    if mended:
        table.put(weapon, malfunctioned=False)
    elif lost:
        table.drop(weapon)
