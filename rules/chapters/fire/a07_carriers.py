"""A7.308 What carries the targets of an attack, and is attacked with them or in their stead: boats
(E5.5), and horses (A13.511).
"""

from collections.abc import Mapping

from rules.chapters.movement.a13_horses import attack_horses
from rules.chapters.water.e05_boat_fire import NO_BLOWS, Blow, attack_boats
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.tables import IftResult


def attack_carriers(
    table: AslTable,
    roll: Roll,
    blows: Mapping[CounterId, Blow],
    by: Side,
    unmanned: Mapping[str, Blow] = NO_BLOWS,
) -> dict[CounterId, IftResult]:
    """E5.5, A13.511: what an attack does to boats and horses, to those that are `unmanned` by their
    own ids; the results for those targets that boats have from it, which take those of the IFT's
    place.
    """
    results = attack_boats(table, roll, blows, by, unmanned)
    attack_horses(table, roll, blows, unmanned)
    return results
