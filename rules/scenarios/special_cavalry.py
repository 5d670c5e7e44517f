"""The special rule of Cavalry (A13.1): who begins the game on horseback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.forces.lookup import unit_type
from rules.forces.types import ForceError
from rules.kernel.audience import Side
from rules.position.horses import Mounted
from rules.scenarios.types import AreCavalry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.board.board import Board
    from rules.data import Node
    from rules.kernel.entity import Entity


def read_cavalry(text: str, node: Node, board: Board) -> AreCavalry:
    """A13.1: which types of units of a side. Raises DataError."""
    found = []
    for item in node["types"].items():
        try:
            found.append(unit_type(item.text()).id)
        except ForceError as error:
            raise item.error(str(error)) from None
    side = Side(node["side"].choice(tuple(side.value for side in Side)))
    return AreCavalry(text, side, tuple(found))


def lay_cavalry(rule: AreCavalry) -> Iterable[Entity]:
    """What has them mounted once both sides have set up."""
    return (
        Mounted(id=f"mounted-{rule.side}-{'-'.join(rule.types)}", side=rule.side, types=rule.types),
    )
