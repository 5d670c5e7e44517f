"""A25 What concerns some of the units of a nationality alone."""

from rules.forces.units import Unit
from rules.position.position import Position, nation_of

SS = "ss-"
RUSSIAN = "russian"


def is_ss_against_russians(position: Position, unit: Unit) -> bool:
    """A25.11: whether a unit is a MMC of the SS with Russians against it, who take no prisoners
    among them.
    """
    if not unit.type.startswith(SS):
        return False
    return any(nation_of(enemy).id == RUSSIAN for enemy in position.personnel(unit.side.enemy))
