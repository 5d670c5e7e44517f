"""A25 What a nationality is exempt from, as its line in the data of the forces says, and what
concerns some of its units alone.
"""

from rules.chapters.a07_shot import Shot
from rules.forces.entities import Unit
from rules.position.position import Position, nation_of, values

SS = "ss-"
RUSSIAN = "russian"


def is_not_steady(position: Position, shot: Shot) -> bool:
    """A25: whether any of the firers is of a kind that its nationality lets cower (A7.9)."""
    firers = (position.unit(unit_id) for unit_id in shot.units)
    return any(nation_of(firer).cowers(values(firer)) for firer in firers)


def is_ss_against_russians(position: Position, unit: Unit) -> bool:
    """A25.11: whether a unit is a MMC of the SS with Russians against it, who take no prisoners
    among them.
    """
    if not unit.type.startswith(SS):
        return False
    return any(nation_of(enemy).id == RUSSIAN for enemy in position.units(unit.side.enemy))
