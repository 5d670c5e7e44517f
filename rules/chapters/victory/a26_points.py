"""A26.21 Casualty VP and Exit VP: what a unit is worth, what each side has inflicted and got away.

A captive counts for the side that guards him as long as it does, and double at the end; the
eliminated count for good.
"""

from rules.board.locations import hex_of
from rules.forces.entities import Goal, Objective, SideState
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.position import Position, values

MMC_HALF = 1
CAPTIVE_AT_END = 2


def points(unit: Unit) -> int:
    """A26.21, A26.211: a squad or crew 2, a HS 1, a leader 1 and his printed DRM if it is negative,
    wounded or not; a hero nothing.
    """
    printed = values(unit)
    match printed.cls:
        case UnitClass.HERO:
            return 0
        case UnitClass.LEADER:
            return 1 + max(0, -(printed.leadership or 0))
        case UnitClass.CREW:
            return 2 * MMC_HALF
        case _:
            return printed.halves * MMC_HALF


def count_loss(table: AslTable, unit: Unit, lost: int) -> None:
    """A26.21: the enemy of a unit has so many CVP more."""
    if lost:
        state = table.world.get(SideState, unit.side.enemy.value)
        table.world.change(state, cvp=state.cvp + lost)


def casualty_points(position: Position, side: Side, *, at_end: bool) -> int:
    """A26.21: the CVP of a side now, or as they are when the game ends."""
    held = sum(points(unit) for unit in position.personnel(side.enemy) if unit.guard is not None)
    state = position.view.get(SideState, side.value)
    return state.cvp + _worth(held + state.carried_off, at_end=at_end)


def exit_points(position: Position, side: Side, *, at_end: bool) -> int:
    """A26.2: the Exit VP of a side likewise, captives that it took along among them."""
    state = position.view.get(SideState, side.value)
    return state.exit_vp + _worth(state.carried_off, at_end=at_end)


def _worth(captives: int, *, at_end: bool) -> int:
    return captives * (CAPTIVE_AT_END if at_end else 1)


def count_exit(table: AslTable, unit: Unit, captives: tuple[Unit, ...]) -> None:
    """A26.2, A26.21: what it counts that a unit leaves the map with its captives: Exit VP where a
    condition of its side asks for them, else CVP for its enemy, but not for a guard.
    """
    state = table.world.get(SideState, unit.side.value)
    taken = sum(points(captive) for captive in captives)
    asked = [one for one in table.world.all(Objective) if _is_exit_of(one, unit.side)]
    won = any(not one.of or hex_of(unit.at) in one.of for one in asked)
    table.world.change(
        state,
        exit_vp=state.exit_vp + (points(unit) if won and not unit.broken else 0),
        carried_off=state.carried_off + taken,
    )
    if not asked and not captives:
        count_loss(table, unit, points(unit))


def _is_exit_of(objective: Objective, side: Side) -> bool:
    return objective.counts is Goal.EXIT and objective.side is side
