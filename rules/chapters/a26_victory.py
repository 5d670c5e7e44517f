"""A26 Victory: Control of hexes, and who has won when the game ends."""

from rules.board.locations import HexId, hex_name, location
from rules.forces.asl_table import AslTable
from rules.forces.entities import Control, Mission
from rules.forces.position import Position, good_order, is_smc, name
from rules.kernel.audience import Side


def gains_control(position: Position, hex_id: HexId) -> Side | None:
    """A26.11, A26.132: the side with an armed Good Order MMC in a hex without any armed enemy.

    Broken enemies deny it too. None if no side has that: Control then stays where it is.
    """
    units = position.units_at(location(hex_id))
    sides = {unit.side for unit in units}
    if len(sides) != 1 or not any(good_order(unit) and not is_smc(unit) for unit in units):
        return None
    return sides.pop()


def update_control(table: AslTable) -> None:
    """A26.11: hexes that a side has gained; to be called whenever units may have come or gone."""
    for control in table.world.all(Control):
        hex_id = HexId(control.id)
        side = gains_control(table.position, hex_id)
        if side in {None, control.side}:
            continue
        table.world.change(control, side=side)
        units = table.position.units_at(location(hex_id), side)
        holder = next(unit for unit in units if good_order(unit) and not is_smc(unit))
        text = f"{name(holder)} takes Control of {hex_name(hex_id)}"
        table.log("system", text, side=side, rule="A26.11", at=(holder.at,), result="Control")


def controlled(position: Position, side: Side) -> tuple[HexId, ...]:
    """The listed hexes that a side Controls, by id."""
    return tuple(HexId(c.id) for c in position.view.all(Control) if c.side is side)


def winner(position: Position) -> Side:
    """A26.1: who wins if the game ends now: the side with the mission if it Controls enough of the
    listed hexes, else its enemy.
    """
    (mission,) = position.view.all(Mission)
    enough = len(controlled(position, mission.side)) >= mission.at_least
    return mission.side if enough else mission.side.enemy
