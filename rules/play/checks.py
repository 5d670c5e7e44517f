"""Checks of the nouns in a command that several parts share. Each raises Refused."""

from rules.board.locations import LocationId
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.position.knowledge import Knowledge
from rules.position.position import Position


def own_unit(position: Knowledge, side: Side, unit_id: ShownId) -> Unit:
    """The unit of that id, if it is the side's own."""
    unit = position.view.find(Unit, unit_id)
    if unit is None:
        raise Refused("", f"There is no unit {unit_id!r}.")
    if unit.side is not side:
        raise Refused("", "That unit is not yours.", code="seat")
    return unit


def own_stack(position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    """Different units of the side's own in one Location, at least one."""
    units = own_group(position, side, unit_ids)
    if len({unit.at for unit in units}) != 1:
        raise Refused("A4.2", "The units must be in one Location.")
    return units


def own_group(position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    """Different units of the side's own, at least one, wherever they are."""
    if not unit_ids or len(set(unit_ids)) != len(unit_ids):
        raise Refused("", "Choose one or more different units.")
    return tuple(own_unit(position, side, unit_id) for unit_id in unit_ids)


def on_board(position: Knowledge, at: LocationId) -> LocationId:
    """A Location of the board in play."""
    if not position.board.has_location(at):
        raise Refused("", f"There is no Location {at!r} on this board.")
    return at


def place(position: Position, at: LocationId) -> str:
    """A Location as players write it: "E5", "E5 level 1"; by its id if the board has none such."""
    return position.board.name(at) if position.board.has_location(at) else at
