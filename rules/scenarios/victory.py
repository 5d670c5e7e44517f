"""The victory conditions of a card: which side has them, and what it must have, by when.

A card with one condition writes its fields beside the side; one with several lists them under
`any_of`, and any of them wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.board.locations import HexId, hex_name, location
from rules.forces.entities import Goal
from rules.kernel.audience import Side
from rules.scenarios.areas import read_area
from rules.scenarios.types import Condition, Victory

if TYPE_CHECKING:
    from rules.board.board import Board
    from rules.data import Node

MOST_VP = 999
_PLACES = {"hexes": Goal.HEX, "buildings": Goal.BUILDING, "locations": Goal.LOCATION}
_POINTS = {"cvp": Goal.CVP, "exit": Goal.EXIT}
CONDITION_FIELDS = ("at_least", *_PLACES, *_POINTS, "from", "turn", "at_once")
VICTORY_FIELDS = ("side", "text", "any_of", *CONDITION_FIELDS)


def read_victory(
    node: Node, board: Board, turns: int, *, fields: tuple[str, ...] = (), anywhere: bool = False
) -> Victory:
    """The victory conditions of a card of so many turns, which may have `fields` of other readers
    too; with `anywhere` the hexes need no building. Raises DataError by line and field.
    """
    node.only((*VICTORY_FIELDS, *fields))
    listed = node.get("any_of")
    if listed is None:
        conditions: tuple[Condition, ...] = (_condition(node, board, turns, anywhere),)
    else:
        for field in CONDITION_FIELDS:
            if node.get(field) is not None:
                raise node[field].error("stands with one of any_of")
        conditions = tuple(_listed(item, board, turns, anywhere) for item in listed.items())
    if not conditions:
        raise node.error("needs a condition")
    text = node.get("text")
    return Victory(
        side=Side(node["side"].choice(side.value for side in Side)),
        conditions=conditions,
        text="" if text is None else text.text().strip(),
    )


def _listed(node: Node, board: Board, turns: int, anywhere: bool) -> Condition:
    node.only(CONDITION_FIELDS)
    return _condition(node, board, turns, anywhere)


def _condition(node: Node, board: Board, turns: int, anywhere: bool) -> Condition:
    turn, at_once = node.get("turn"), node.get("at_once")
    kind, of, most = _what(node, board, anywhere)
    return Condition(
        kind=kind,
        at_least=node[kind.value if kind in _POINTS.values() else "at_least"].integer(1, most),
        of=of,
        turn=None if turn is None else turn.integer(1, turns),
        at_once=at_once is not None and at_once.flag(),
    )


def _what(node: Node, board: Board, anywhere: bool) -> tuple[Goal, tuple[str, ...], int]:
    """What is to be had, of which things, and how much of it there is at most."""
    named = [field for field in (*_PLACES, *_POINTS) if node.get(field) is not None]
    if not named:
        raise node.error("lacks hexes, buildings, locations, cvp or exit")
    if len(named) > 1:
        raise node[named[1]].error(f"stands beside {named[0]}: one condition has one of them")
    field = named[0]
    edge = node.get("from")
    if field == "exit":
        return Goal.EXIT, () if edge is None else read_area(edge, board), MOST_VP
    if edge is not None:
        raise edge.error("stands beside exit alone: the hexes that count")
    if field == "cvp":
        return Goal.CVP, (), MOST_VP
    kind, child = _PLACES[field], node[field]
    of = _locations(child, board) if kind is Goal.LOCATION else _hexes(child, kind, board, anywhere)
    return kind, of, len(of)


def _hexes(node: Node, kind: Goal, board: Board, anywhere: bool) -> tuple[str, ...]:
    """Hexes of buildings; of a whole building the first of its hexes, in board order."""
    hexes = read_area(node, board)
    for hex_id in hexes:
        needless = anywhere and kind is Goal.HEX
        if board.building(hex_id) is None and not needless:
            raise node.error(f"{hex_name(hex_id)} is no building hex")
    if kind is Goal.HEX:
        return hexes
    buildings = [board.building(hex_id) for hex_id in hexes]
    if len(set(buildings)) < len(buildings):
        raise node.error("names a building twice")
    return tuple(
        next(there for there in board.hexes if board.building(there) == building)
        for building in buildings
    )


def _locations(node: Node, board: Board) -> tuple[str, ...]:
    """Locations by hex and level: `{E5: 1}`."""
    found = []
    for name, child in node.pairs():
        hex_id = _named(child, name, board)
        at = location(hex_id, child.integer(-9, 9))
        if not board.has_location(at):
            raise child.error(f"{name} has no Location at that level")
        found.append(at)
    return tuple(found)


def _named(node: Node, name: str, board: Board) -> HexId:
    try:
        return board.hex(name)
    except ValueError as error:
        raise node.error(str(error)) from None
