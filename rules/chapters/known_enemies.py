"""A12.11 Known enemies, and how far those can harm: Normal Range, ADJACENT.

Every Personnel counter in play is armed (A20.5 is about those that are not).
"""

from rules.board.locations import LocationId
from rules.forces.entities import Unit
from rules.forces.position import Position, values, weapon_values
from rules.kernel.audience import Side

RANGE_LIMIT = 16


def known_enemies(position: Position, side: Side, at: LocationId) -> tuple[Unit, ...]:
    """A12.11: the enemies that a side's unit in that Location has in its LOS now, by id."""
    return tuple(
        enemy
        for enemy in position.units(side.enemy)
        if not position.board.los(enemy.at, at).blocked
    )


def known_enemies_within_reach(position: Position, side: Side, at: LocationId) -> tuple[Unit, ...]:
    """A.8: the Known enemies that are ADJACENT to a Location or in it, by id."""
    enemies = position.units(side.enemy)
    return tuple(enemy for enemy in enemies if position.within_reach(enemy.at, at))


def normal_range(position: Position, unit: Unit) -> int:
    """A10.53: the longest Normal Range of a unit and its weapons, in hexes, never above 16.

    0 for a leader without a support weapon.
    """
    weapons = (weapon_values(weapon).range for weapon in position.weapons_of(unit))
    return min(RANGE_LIMIT, max((values(unit).range, *weapons)))
