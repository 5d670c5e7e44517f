"""A4.12 The MF that a leader adds to those MMC that move with him."""

from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.position import Position, good_order, is_leader, is_smc, name, nation_of

LEADER_BONUS = 4  # two MF, in halves


def led_by(unit: Unit, stack: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A4.12: the leaders of a stack who give a unit their bonus as long as it moves with them, a
    wounded one too: of its nationality, and neither broken nor pinned (A7.831),
    nor carried (A17.2). Cavalry has none of it (A13.3).

    Those who are left in a stack have been together since its first MF: nobody joins one on the
    way (A4.2).
    """
    if is_smc(unit) or not good_order(unit) or unit.horse is not None:
        return ()
    return tuple(
        other
        for other in stack
        if is_leader(other)
        and good_order(other)
        and not other.pinned
        and other.carried_by is None
        and nation_of(other) == nation_of(unit)
    )


def leader_bonus(position: Position, unit: Unit, stack: tuple[Unit, ...]) -> tuple[Modifier, ...]:
    """A4.12: two MF, in halves, for a MMC that moves with a leader, however many they are."""
    leaders = led_by(unit, stack)
    return (Modifier("A4.12", f"with {name(leaders[0])}", LEADER_BONUS),) if leaders else ()
