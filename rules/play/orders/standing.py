"""Standing orders: what a side has said that is to be done for it, in one place.

A DEFENDER may have given his word that he passes, for a stack, for the rest of the MPh, or until
he can do what he has said; an ATTACKER have drawn how a stack goes on (`plans`); either have his
part of a phase ended in which nothing is left to him. Only such an order answers for a player, as a
step of its own (`obeying`); the server never does so because there is nothing that he could do.
"""

from rules.forces.entities import FireOrder, StandingOrder
from rules.forces.phases import Phase, Stage
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.secret import Secret
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


def new_order(side: Side) -> StandingOrder:
    """A side that is asked every time."""
    units: tuple[ShownId, ...] = ()
    fire: FireOrder | None = None
    idle: tuple[Phase, ...] = ()
    return StandingOrder(
        id=side.value,
        owner=side,
        phase=Secret(False, side),
        units=Secret(units, side),
        breaks=Secret(False, side),
        fire=Secret(fire, side),
        idle=Secret(idle, side),
    )


def order_of(position: Knowledge, side: Side) -> StandingOrder | None:
    """What a side has ordered, for readers who may know it; None before play."""
    in_play = position.clock.stage is Stage.PLAY
    return position.view.find(StandingOrder, side.value) if in_play else None


def _order(table: AslTable, side: Side) -> StandingOrder:
    return table.world.get(StandingOrder, side.value)


def order_pass_unit(table: AslTable, side: Side, movers: tuple[ShownId, ...]) -> None:
    """Pass for the stack that is moving now."""
    order = _order(table, side)
    table.world.change(order, units=order.units.with_value(movers))


def order_pass_phase(table: AslTable, side: Side, *, passes: bool = True) -> None:
    """Pass for the rest of this MPh, or no longer."""
    order = _order(table, side)
    table.world.change(order, phase=order.phase.with_value(passes))


def order_breaks(table: AslTable, side: Side, *, never: bool) -> None:
    """Whether Voluntary Break is passed without asking, for the rest of the game (A10.41)."""
    order = _order(table, side)
    table.world.change(order, breaks=order.breaks.with_value(never))


def order_fire(table: AslTable, side: Side, fire: FireOrder | None) -> None:
    """When a side is asked about First Fire, until it says otherwise; None for every time."""
    order = _order(table, side)
    table.world.change(order, fire=order.fire.with_value(fire))


def order_idle(table: AslTable, side: Side, phases: tuple[Phase, ...]) -> None:
    """The phases that end for a side when nothing is left for it to do there."""
    order = _order(table, side)
    table.world.change(order, idle=order.idle.with_value(phases))


def clear_unit_orders(table: AslTable, side: Side) -> None:
    """Forget what was said about the stack that was moving."""
    order = order_of(table.known(side), side)
    if order is not None and order.units.for_(side):
        order_pass_unit(table, side, ())


def clear_orders_of_phase(table: AslTable) -> None:
    """A8.1: forget, with the MPh, that the DEFENDER passed all of it."""
    side = table.clock.phasing.enemy
    order = order_of(table.known(side), side)
    if order is not None and order.phase.for_(side):
        order_pass_phase(table, side, passes=False)
