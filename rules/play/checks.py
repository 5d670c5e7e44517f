"""Checks of the nouns in a command that several parts share. Each raises Refused."""

from rules.board.locations import LocationId
from rules.forces.entities import Unit
from rules.forces.position import Position
from rules.kernel.audience import Side
from rules.kernel.refused import Refused


def own_unit(position: Position, side: Side, unit_id: str) -> Unit:
    """The unit of that id, if it is the side's own."""
    unit = position.view.find(Unit, unit_id)
    if unit is None:
        raise Refused("", f"There is no unit {unit_id!r}.")
    if unit.side is not side:
        raise Refused("", "That unit is not yours.", code="seat")
    return unit


def own_stack(position: Position, side: Side, unit_ids: tuple[str, ...]) -> tuple[Unit, ...]:
    """Different units of the side's own in one Location, at least one."""
    if not unit_ids or len(set(unit_ids)) != len(unit_ids):
        raise Refused("", "Choose one or more different units.")
    units = tuple(own_unit(position, side, unit_id) for unit_id in unit_ids)
    if len({unit.at for unit in units}) != 1:
        raise Refused("A4.2", "The units must be in one Location.")
    return units


def on_board(position: Position, at: LocationId) -> LocationId:
    """A Location of the board in play."""
    if not position.board.has_location(at):
        raise Refused("", f"There is no Location {at!r} on this board.")
    return at


def place(position: Position, at: LocationId) -> str:
    """A Location as players write it: "E5", "E5 level 1"; by its id if the board has none such."""
    return position.board.name(at) if position.board.has_location(at) else at
