"""A12.11 Known enemies, and how far they can do harm: Normal Range, ADJACENT.

Prisoners are nobody's enemies (A20.5).
"""

from rules.board.locations import LocationId
from rules.board.los import Los
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.position.bocage import RULE as BOCAGE
from rules.position.bocage import bars_from
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge
from rules.position.position import Position, values, vantage, weapon_values
from rules.position.seeing import los_of

RANGE_LIMIT = 16


@asked_once
def known_enemies(position: Knowledge, side: Side, at: LocationId) -> tuple[Unit, ...]:
    """A12.11: the enemies that a side's unit in that Location, or at that Crest (B20.9), has in its
    LOS now, prisoners apart, by id.
    """
    return tuple(
        enemy for enemy in position.foes(side) if not _los(position, side, at, enemy).blocked
    )


def _los(position: Knowledge, side: Side, at: LocationId, enemy: Unit) -> Los:
    """The LOS of a side's unit there to an enemy; through bocage of its hex if one of them has Wall
    Advantage there (B9.521).
    """
    los = los_of(position, Eye(at), enemy)
    if los.blocked or any(unit.wall_advantage for unit in position.personnel_at(at, side)):
        return los
    back = position.line(vantage(enemy), at)
    return los.barred("bocage", BOCAGE, "") if bars_from(position.board, back, at) else los


@asked_once
def known_enemies_within_reach(position: Knowledge, side: Side, at: LocationId) -> tuple[Unit, ...]:
    """A.8: the Known enemies that are ADJACENT to a Location or in it, by id."""
    return tuple(enemy for enemy in position.foes(side) if position.within_reach(enemy.at, at))


def normal_range(position: Position, unit: Unit) -> int:
    """A10.53: the longest Normal Range of a unit and its weapons, in hexes, never above 16.

    0 for a leader without a support weapon.
    """
    weapons = (weapon_values(weapon).range for weapon in position.weapons_of(unit))
    return min(RANGE_LIMIT, max((values(unit).range, *weapons)))
