"""Standing orders: a DEFENDER's own word that he passes, for a stack or for the rest of the MPh.

Only such an order passes for a player, as a step of its own; the server never does so because he
could not fire.
"""

from rules.forces.entities import Stage, StandingOrder
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.view import ButtonOffer, Offer
from rules.kernel.world import World
from rules.play.activity import AslCommand, Interjection
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class AskBreaks(AslCommand, frozen=True, kw_only=True, tag="ask_breaks"):
    """Be asked about Voluntary Break again."""

    words = "ask breaks"

    def heard(self) -> Command | None:
        return None


def new_order(side: Side) -> StandingOrder:
    """A side that is asked every time."""
    units: tuple[ShownId, ...] = ()
    return StandingOrder(
        id=side.value,
        owner=side,
        phase=Secret(False, side),
        units=Secret(units, side),
        breaks=Secret(False, side),
    )


def covers(world: World, side: Side, movers: tuple[ShownId, ...]) -> bool:
    """Whether a side has said that it will not fire at those units."""
    order = world.get(StandingOrder, side.value)
    units = unseal(order.units)
    return unseal(order.phase) or set(movers) <= set(units)


def order_pass_unit(table: AslTable, side: Side, movers: tuple[ShownId, ...]) -> None:
    """Pass for the stack that is moving now."""
    order = table.world.get(StandingOrder, side.value)
    table.world.change(order, units=order.units.with_value(movers))


def order_pass_phase(table: AslTable, side: Side) -> None:
    """Pass for the rest of this MPh."""
    order = table.world.get(StandingOrder, side.value)
    table.world.change(order, phase=order.phase.with_value(True))


def order_breaks(table: AslTable, side: Side, *, never: bool) -> None:
    """Whether Voluntary Break is passed without asking, for the rest of the game (A10.41)."""
    order = table.world.get(StandingOrder, side.value)
    table.world.change(order, breaks=order.breaks.with_value(never))


def never_breaks(world: World, side: Side) -> bool:
    """Whether a side has said that it will not be asked about Voluntary Break."""
    return unseal(world.get(StandingOrder, side.value).breaks)


def ask_breaks_offer(position: Knowledge, side: Side) -> list[Offer]:
    """The way back for a side that is not asked about Voluntary Break; it knows its own order."""
    order = position.view.find(StandingOrder, side.value)
    in_play = position.clock.stage is Stage.PLAY
    if not in_play or order is None or not order.breaks.for_(side):
        return []
    return [ButtonOffer(verb="ask_breaks", label="Ask me about Voluntary Break", rule="A10.41")]


def _refuse_to_ask(position: Knowledge, side: Side, command: AskBreaks) -> None:
    if not ask_breaks_offer(position, side):
        raise Refused("A10.41", "You are asked about Voluntary Break already.")


def _ask_again(table: AslTable, side: Side, command: AskBreaks) -> None:
    order_breaks(table, side, never=False)


ASK_BREAKS = Interjection(AskBreaks, ask_breaks_offer, _refuse_to_ask, _ask_again)


def clear_unit_orders(table: AslTable, side: Side) -> None:
    """Forget what was said about the stack that was moving."""
    order = table.world.get(StandingOrder, side.value)
    if unseal(order.units):
        table.world.change(order, units=order.units.with_value(()))


def clear_orders_of_phase(table: AslTable) -> None:
    """A8.1: forget, with the MPh, that the DEFENDER passed all of it."""
    order = table.world.get(StandingOrder, table.clock.phasing.enemy.value)
    if unseal(order.phase):
        table.world.change(order, phase=order.phase.with_value(False))
