"""A12.14 Who watches: the Good Order enemies that have a unit in their LOS."""

from rules.forces.entities import Unit
from rules.position.position import HIDDEN, Position, good_order, los_of

NEAR = 16
"""A12.121: the range within which most of what a unit does costs it its "?"."""


def watchers(position: Position, unit: Unit, reach: int | None = None) -> tuple[Unit, ...]:
    """A12.1, A12.14: the enemies in the open and in Good Order that have a unit in their LOS, at
    any range or within one. A Hindrance is no help against them.
    """
    return tuple(
        enemy
        for enemy in position.units(unit.side.enemy)
        if enemy.under is None
        and good_order(enemy)
        and (reach is None or position.range(enemy.at, unit.at) <= reach)
        and not los_of(position, enemy, unit).blocked
    )


def as_enemies_see(position: Position, unit: Unit) -> Unit:
    """A concealed unit as its "?" stands there; a hidden one as it would."""
    return unit if unit.under == HIDDEN else position.seen(unit)
