"""How a card or a case writes its water: `water: {current: moderate, flows: 3}`.

What is flooded changes the map itself (`flooding_of`); the rest is of the water alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.board.geometry import SIDES
from rules.data import Node
from rules.mapmaking.changes import read_changes
from rules.position.water import Current, Depth, is_between_banks, water_hexes
from rules.scenarios.areas import read_area
from rules.scenarios.types import Water

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.board.board import Board
    from rules.board.locations import HexId
    from rules.mapmaking.changes import Change

WATER = "water"
_FIELDS = ("current", "flows", "depth", "frigid")
_TO = re.compile(r"([0-5])(?:-([0-5]))?")

Flow = tuple["HexId", tuple[int, ...]]


def read_water(root: Node, board: Board) -> Water | None:
    """What a file says of the water; None if nothing. Raises DataError by line and field."""
    node = root.get(WATER)
    if node is None:
        return None
    node.only(_FIELDS)
    current, depth, frigid = (node.get(name) for name in ("current", "depth", "frigid"))
    return Water(
        current=None if current is None else Current(current.choice(Current)),
        depth=_depth(depth, board),
        frigid=frigid is not None and frigid.flag(),
        flows=tuple(_flows(node, board)),
    )


def flooding_of(root: Node) -> tuple[Change, ...]:
    """B20.44, B21.122: what `depth: flooded` changes on the map: streams and rivers are flooded.
    Raises DataError.
    """
    node = root.get(WATER)
    depth = None if node is None else node.get("depth")
    if depth is None or depth.choice(Depth) != Depth.FLOODED:
        return ()
    return read_changes(("streams are flooded",))


def _depth(node: Node | None, board: Board) -> Depth:
    """How deep the water is; flooded too where the map says that it is (B21.122)."""
    said = Depth.DEEP if node is None else Depth(node.choice(Depth))
    if not board.layout.flooded:
        return said
    if node is not None and said is Depth.FORDABLE:
        raise node.error("is flooded on the map, and so not fordable (B21.122)")
    return Depth.FLOODED


def _flows(node: Node, board: Board) -> Iterator[Flow]:
    """B21.121: where the Current goes: everywhere alike, `flows: 3`, or by hexes, `flows: {E1-E5:
    3, F1-F5: 2-3}`; what is not named is still, and so is what lies between two banks. In board
    order.
    """
    flows, current = node.get("flows"), node.get("current")
    if (flows is None) is not (current is None):
        raise node.error("a current is said with where it flows")
    if flows is None:
        return
    wet = water_hexes(board)
    if not wet:
        raise node.error("there is no water on this board")
    if isinstance(flows.value, dict):
        found: dict[HexId, tuple[int, ...]] = {}
        for hexes, to in flows.pairs():
            area = Node(hexes, to.file, to.line, to.field)
            for hex_id in read_area(area, board):
                if hex_id not in wet or hex_id in found:
                    why = "is no water" if hex_id not in wet else "is named twice"
                    raise to.error(f"{board.name(hex_id)} {why}")
                found[hex_id] = _to(to)
        named = ((hex_id, found[hex_id]) for hex_id in board.hexes if hex_id in found)
    else:
        sides = _to(flows)
        named = ((hex_id, sides) for hex_id in board.hexes if hex_id in wet)
    yield from (one for one in named if not is_between_banks(board, one[0]))


def _to(node: Node) -> tuple[int, ...]:
    """`3`, the hexside it goes to, counted from the north; or `2-3`, between two that meet."""
    match = _TO.fullmatch(str(node.value))
    sides = () if match is None else tuple(int(one) for one in match.groups() if one is not None)
    if len(sides) == 1 or (sides and (sides[0] + 1) % len(SIDES) == sides[1]):
        return sides
    raise node.error("is a hexside 0-5, or two that meet, clockwise, as 2-3")
