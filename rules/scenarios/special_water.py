"""Special rules of the water: fording lines (E6.6), rafting (E6.41) and boats (E5)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.chapters.water.e05_boats import under_untrained
from rules.chapters.water.e06_swimming import Rafts, by_elr, under_rafting
from rules.forces.lookup import unit_type
from rules.forces.types import ForceError
from rules.kernel.audience import Side
from rules.position.boats import BoatType, boat_on
from rules.position.water import fording_line, water_hexes
from rules.scenarios.areas import read_area
from rules.scenarios.types import BoatsAt, FordingLineAlong, Rafting, UntrainedCrews

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.board.board import Board
    from rules.board.locations import HexId
    from rules.data import Node
    from rules.forces.units import Unit
    from rules.kernel.entity import Entity
    from rules.position.law import Law
    from rules.position.position import Position


def read_fording_line(text: str, node: Node, board: Board) -> FordingLineAlong:
    """E6.6: a hexrow with water in it. Raises DataError."""
    hexes = _in_a_row(read_area(node["hexes"], board), board)
    if hexes is None or water_hexes(board).isdisjoint(hexes):
        raise node["hexes"].error("is no hexrow with water in it (E6.6)")
    return FordingLineAlong(text, _side(node), hexes)


def _in_a_row(hexes: tuple[HexId, ...], board: Board) -> tuple[HexId, ...] | None:
    """Hexes in their order along a hexrow, None if they are in none."""
    end = max(hexes, key=lambda one: board.distance(hexes[0], one))
    row = tuple(sorted(hexes, key=lambda one: -board.distance(end, one)))
    sides = {board.side_between(here, there) for here, there in pairwise(row)}
    return row if len(sides) == 1 and None not in sides else None


def _side(node: Node) -> Side:
    return Side(node["side"].choice(tuple(side.value for side in Side)))


def lay_fording_line(rule: FordingLineAlong) -> Iterable[Entity]:
    """The line, from the start."""
    return (fording_line(rule.side, rule.hexes),)


def read_boats(text: str, node: Node, board: Board) -> BoatsAt:
    """E5.1, E5.2, E5.23: paddled boats of a type, each in a water hex and Beached at a bank next to
    it, or ashore in a hex of land. Raises DataError.
    """
    type_ = BoatType(node["type"].choice(tuple(BoatType)))
    first = node.get("first")
    found = tuple(_moored(item, board) for item in node["at"].items())
    return BoatsAt(text, _side(node), type_, found, 1 if first is None else first.integer(1))


def _moored(item: Node, board: Board) -> tuple[HexId, HexId | None]:
    """A water hex, and next to it, across no cliff, the land hex at which a boat is Beached; or the
    land hex alone where it is ashore.
    """
    hexes, wet = read_area(item, board), water_hexes(board)
    water = [one for one in hexes if one in wet]
    land = [one for one in hexes if one not in wet]
    if len(land) == 1 and not water:
        return land[0], None
    if len(water) != 1 or len(land) != 1 or board.side_between(water[0], land[0]) is None:
        raise item.error("is no water hex and a bank next to it (E5.23), nor a hex of land (E5.2)")
    if board.cliff_between(water[0], land[0]):
        raise item.error("has a cliff between the water and the bank (E5.23)")
    return water[0], land[0]


def lay_boats(rule: BoatsAt) -> Iterable[Entity]:
    """The boats, from the start."""
    return tuple(
        boat_on(rule.side, rule.type, number, here, bank)
        for number, (here, bank) in enumerate(rule.at, rule.first)
    )


def read_untrained(text: str, node: Node, board: Board) -> UntrainedCrews:
    """E5.34: whose crews are untrained. Raises DataError."""
    return UntrainedCrews(text, _side(node))


def untrained_law(law: Law, rule: UntrainedCrews, number: str) -> Law:
    """What it adds to the law."""
    return under_untrained(law, rule.side, number)


def read_rafting(text: str, node: Node, board: Board) -> Rafting:
    """E6.41: whose units raft, and which of them in any case. Raises DataError."""
    listed, found = node.get("types"), []
    for item in () if listed is None else listed.items():
        try:
            found.append(unit_type(item.text()).id)
        except ForceError as error:
            raise item.error(str(error)) from None
    return Rafting(text, _side(node), tuple(found))


@dataclass(frozen=True)
class _Rafting:
    """Which units raft after a TC of that coloured die."""

    side: Side
    types: tuple[str, ...]

    def __call__(self, position: Position, unit: Unit, coloured: int) -> bool:
        if unit.side is not self.side:
            return False
        return unit.type in self.types if self.types else by_elr(position, unit, coloured)


def rafting_law(law: Law, rule: Rafting, number: str) -> Law:
    """What it adds to the law."""
    rafts: Rafts = _Rafting(rule.side, rule.types)
    return under_rafting(law, rafts, number)
