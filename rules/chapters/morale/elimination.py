"""What happens to a unit that is eliminated, and to what it carried."""

from rules.chapters.concealment.covers import surface
from rules.chapters.movement.a04_at_once import take_up
from rules.chapters.victory.a26_points import count_loss, points
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable


def eliminate(table: AslTable, unit_id: CounterId, text: str, rule: str) -> None:
    """Take a unit off the board. Its support weapons stay in the Location, unpossessed (A4.43),
    unless a SMC takes them up at once (A4.44).
    """
    surface(table, unit_id)
    unit = table.unit(unit_id)
    held = table.truth.weapons_of(unit)
    for weapon in held:
        table.put(weapon, holder=None, at=unit.at)
    table.log("check", text, side=unit.side, rule=rule, at=(unit.at,), result="eliminated")
    count_loss(table, unit, points(unit))
    table.drop(unit)
    take_up(table, unit.side, unit.at, held)
