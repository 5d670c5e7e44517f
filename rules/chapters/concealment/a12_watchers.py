"""A12.14 Who watches: the Good Order enemies that have a unit in their LOS."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.forces.units import Unit
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN, Position, good_order, name
from rules.position.seeing import eye_of, sees

NEAR = 16
"""A12.121: the range within which most of what a unit does costs it its "?"."""


def watchers(position: Position, unit: Unit, reach: int | None = None) -> tuple[Unit, ...]:
    """A12.1, A12.14: the enemies in the open and in Good Order that have a unit in their LOS, at
    any range or within one. A Hindrance is no help against them.
    """
    return tuple(
        enemy
        for enemy in position.foes(unit.side)
        if enemy.under is None
        and good_order(enemy)
        and (reach is None or position.range(enemy.at, unit.at) <= reach)
        and sees(position, eye_of(enemy), unit)
    )


def as_enemies_see(position: Position, unit: Unit) -> Unit:
    """A concealed unit as its "?" stands there; a hidden one as it would."""
    return unit if unit.under == HIDDEN else position.seen(unit)


def nearest(position: Position, at: LocationId, eyes: Iterable[Unit]) -> Unit | None:
    """Of those who watch a Location the nearest, of several the first by id."""
    return min(eyes, key=lambda one: (position.range(one.at, at), one.id), default=None)


def say_who_saw(table: AslTable, watcher: Unit | None, at: LocationId) -> None:
    """A12.14: everybody hears before whom in the open a "?" was lost."""
    if watcher is not None:
        text = f"is seen by {name(watcher)} in {table.board.name(watcher.at)}"
        side = watcher.side.enemy
        table.log("reveal", text, side=side, rule="A12.14", at=(at, watcher.at))
