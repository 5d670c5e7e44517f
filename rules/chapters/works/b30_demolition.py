"""B30.92 The end of a pillbox: by a DC, or by ordnance that hits it, with all that is in it."""

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_loss import come_out_at
from rules.chapters.morale.elimination import eliminate
from rules.forces.weapons import Weapon
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fortifications import pillbox_at
from rules.position.position import name
from rules.tables import IftKind, IftResult

PLACED = 2
"""What a DC that was Placed or Set adds to the number of its KIA."""


def demolish(
    table: AslTable, at: LocationId, result: IftResult, tem: Modifier | None, more: int = 0
) -> None:
    """B30.92: a pillbox falls to a KIA, the Original one but for a Set DC, whose number, with
    `more`, is no less than the TEM that it had against the attack.
    """
    position = table.truth
    pillbox = pillbox_at(position.view, at)
    if pillbox is None or result.kind is not IftKind.KIA:
        return
    if tem is not None and result.number + more < tem.value:
        return
    where = table.board.name(at)
    text = f"The {where} is eliminated with all that is in it"
    table.log("fire", text, rule="B30.92", at=(at,), result="eliminated")
    come_out_at(table, at)
    for unit in table.truth.personnel_at(at):
        eliminate(table, unit.counter, f"{name(unit)} is lost with the pillbox", "B30.92")
    for weapon in table.truth.view.all(Weapon):
        if weapon.at == at:
            table.drop(weapon)
    table.world.drop(pillbox)
