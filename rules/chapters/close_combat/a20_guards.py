"""A20.5-A20.53 Guards: whom they hold, what that keeps them from, and how captives change hands."""

from rules.chapters.ground.b_barriers import Barrier
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_armed, name, values

CAPACITY = 5
"""A20.5: a guard holds so many times its own US#."""


def prisoners_of(position: Position, guard: Unit) -> tuple[Unit, ...]:
    """A20.5: the units that a unit guards, by id."""
    there = position.personnel_at(guard.at, guard.side.enemy)
    return tuple(unit for unit in there if unit.guard == guard.counter)


def is_guard(position: Position, unit: Unit) -> bool:
    """A20.5: whether a unit guards anybody."""
    return bool(prisoners_of(position, unit))


def _held(position: Position, guard: Unit) -> int:
    """The US# of all whom a unit guards."""
    return sum(values(one).us_number for one in prisoners_of(position, guard))


def can_guard(position: Position, guard: Unit, unit: Unit) -> bool:
    """A20.5: whether a unit can take one more: five times its US# in all."""
    held = _held(position, guard) + values(unit).us_number
    return held <= CAPACITY * values(guard).us_number


def is_outnumbered(position: Position, unit: Unit) -> bool:
    """A20.52: whether a unit guards more than its own US#, so that it fires at nobody else and
    Interdicts nobody.
    """
    return _held(position, unit) > values(unit).us_number


def may_be_handed_over(position: Position, side: Side) -> tuple[Unit, ...]:
    """A20.5: the captives of a side, by id."""
    return tuple(unit for unit in position.personnel(side.enemy) if unit.guard is not None)


def hand_over_bar(position: Position, prisoner: Unit, taker: Unit) -> Barrier | None:
    """A20.5: why a captive may not be handed over to a unit, or None if it may: armed Personnel of
    its Location, a broken SMC too, that can guard one more.
    """
    if prisoner.guard == taker.counter:
        return Barrier("A20.5", f"{name(taker)} guards it already.")
    if taker.at != prisoner.at:
        return Barrier("A20.5", "Captives change hands within their Location.")
    if taker.guard is not None or not is_armed(position, taker):
        return Barrier("A20.5", f"{name(taker)} is not armed.")
    if taker.berserk:
        return Barrier("A15.42", f"{name(taker)} is berserk and takes no prisoners.")
    if not can_guard(position, taker, prisoner):
        return Barrier("A20.5", f"{name(taker)} would guard more than five times its US#.")
    return None


def takers(position: Position, prisoner: Unit) -> tuple[Unit, ...]:
    """A20.5: the units that a captive may be handed over to, by id."""
    there = position.personnel_at(prisoner.at, prisoner.side.enemy)
    return tuple(one for one in there if hand_over_bar(position, prisoner, one) is None)


def hand_over(table: AslTable, prisoner_id: CounterId, taker_id: CounterId) -> None:
    """A20.5: another unit guards a captive from now on."""
    prisoner, taker = table.unit(prisoner_id), table.unit(taker_id)
    table.change(prisoner_id, guard=taker_id)
    text = f"{name(prisoner)} is handed over to {name(taker)}"
    table.log("check", text, side=taker.side, rule="A20.5", at=(taker.at,))


def abandon(table: AslTable, prisoner_id: CounterId) -> None:
    """A20.5: nobody guards a captive any more: it is free where it is, and unarmed."""
    prisoner = table.unit(prisoner_id)
    table.change(prisoner_id, guard=None)
    text = f"{name(prisoner)} is left without a guard: it is free"
    table.log("check", text, side=prisoner.side.enemy, rule="A20.5", at=(prisoner.at,))
