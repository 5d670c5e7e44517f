"""A26 Victory: Control of hexes, and who has won when the game ends."""

from rules.board.locations import HexId, LocationKind
from rules.forces.asl_table import AslTable
from rules.forces.entities import Control, Mission, Unit
from rules.forces.position import Position, good_order, is_smc, name
from rules.kernel.audience import Side

_UPPER = LocationKind.UPPER_LEVEL


def gains_control(position: Position, hex_id: HexId) -> Side | None:
    """A26.11, A26.132: the side with an armed Good Order MMC on the ground of a hex that holds no
    armed enemy, on whatever level.

    Broken enemies deny it too. None if no side has that: Control then stays where it is.
    """
    sides = {unit.side for unit in position.units_in(hex_id)}
    if len(sides) != 1 or _holder(position, hex_id) is None:
        return None
    return sides.pop()


def update_control(table: AslTable) -> None:
    """A26.11: hexes that a side has gained; to be called whenever units may have come or gone."""
    for control in table.world.all(Control):
        hex_id = HexId(control.id)
        side = gains_control(table.position, hex_id)
        holder = _holder(table.position, hex_id)
        if holder is None or side in {None, control.side}:
            continue
        table.world.change(control, side=side)
        text = f"{name(holder)} takes Control of {table.board.name(hex_id)}"
        table.log("system", text, side=side, rule="A26.11", at=(holder.at,), result="Control")


def _holder(position: Position, hex_id: HexId) -> Unit | None:
    """The first armed Good Order MMC on the ground of a hex; on a bridge is as good as beneath."""
    board = position.board
    grounds = [at for at in board.locations(hex_id) if board.kind(at) is not _UPPER]
    there = (unit for at in grounds for unit in position.units_at(at))
    return next((unit for unit in there if good_order(unit) and not is_smc(unit)), None)


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
