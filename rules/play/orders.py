"""Standing orders: a DEFENDER's own word that he passes, for a stack or for the rest of the MPh.

Only such an order passes for a player, as a step of its own; the server never does so because he
could not fire.
"""

from rules.forces.asl_table import AslTable
from rules.forces.entities import StandingOrder
from rules.kernel.audience import Side
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.world import World


def new_order(side: Side) -> StandingOrder:
    """A side that is asked every time."""
    units: tuple[str, ...] = ()
    return StandingOrder(
        id=side.value, owner=side, phase=Secret(False, side), units=Secret(units, side)
    )


def covers(world: World, side: Side, movers: tuple[str, ...]) -> bool:
    """Whether a side has said that it will not fire at those units."""
    order = world.get(StandingOrder, side.value)
    units = unseal(order.units)
    return unseal(order.phase) or set(movers) <= set(units)


def order_pass_unit(table: AslTable, side: Side, movers: tuple[str, ...]) -> None:
    """Pass for the stack that is moving now."""
    order = table.world.get(StandingOrder, side.value)
    table.world.change(order, units=order.units.with_value(movers))


def order_pass_phase(table: AslTable, side: Side) -> None:
    """Pass for the rest of this MPh."""
    order = table.world.get(StandingOrder, side.value)
    table.world.change(order, phase=order.phase.with_value(True))


def clear_unit_orders(table: AslTable, side: Side) -> None:
    """Forget what was said about the stack that was moving."""
    order = table.world.get(StandingOrder, side.value)
    if unseal(order.units):
        table.world.change(order, units=order.units.with_value(()))


def clear_phase_order(table: AslTable, side: Side) -> None:
    """Forget, with the MPh, that it was passed."""
    order = table.world.get(StandingOrder, side.value)
    if unseal(order.phase):
        table.world.change(order, phase=order.phase.with_value(False))
