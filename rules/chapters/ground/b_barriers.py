"""Chapter B: what bars the way from one Location to the next, in words (A.8 Accessible)."""

from dataclasses import dataclass

from rules.board.board import Board
from rules.board.locations import LocationId, LocationKind, hex_of, is_on_cliff, level_of
from rules.position.adjacency import accessible


@dataclass(frozen=True)
class Barrier:
    """Why Infantry cannot go from one Location straight to another: the rule, and a sentence."""

    rule: str
    why: str


def barrier(board: Board, origin: LocationId, to: LocationId) -> Barrier | None:
    """What keeps Infantry from going straight from one Location to another, or None.

    Enemies, and MF that do not suffice, are no barriers.
    """
    if not board.has_location(to):
        return Barrier("A2.8", "There is no such Location on this board.")
    if accessible(board, origin, to):
        return None
    return _what_bars(board, origin, to)


def _what_bars(board: Board, origin: LocationId, to: LocationId) -> Barrier:
    if is_on_cliff(origin) or is_on_cliff(to):
        return Barrier("B11.4", "A cliff is climbed, and left by an advance at its foot or top.")
    if hex_of(origin) == hex_of(to):
        return _between_levels(board, origin, to)
    if board.side_between(hex_of(origin), hex_of(to)) is None:
        return Barrier("A4.1", f"{board.name(to)} is not adjacent.")
    if LocationKind.PILLBOX in {board.kind(origin), board.kind(to)}:
        return Barrier("B30.4", "A pillbox is entered and left on the ground of its own hex.")
    return _between_hexes(board, origin, to)


def _between_levels(board: Board, origin: LocationId, to: LocationId) -> Barrier:
    """B23.4, B6.4: stairs lead one level up or down; from a bridge nothing leads beneath it."""
    where = board.name(hex_of(to))
    if origin == to:
        return Barrier("A4.1", f"It is in {board.name(to)} already.")
    if LocationKind.BRIDGE in {board.kind(origin), board.kind(to)}:
        return Barrier("B6.4", f"No way leads between the bridge in {where} and what is beneath.")
    if not board.stairwell(hex_of(to)):
        return Barrier("B23.22", f"There is no stairwell in {where}.")
    return Barrier("B23.4", f"Stairs lead one level at a time, not {_levels(origin, to)}.")


def _levels(origin: LocationId, to: LocationId) -> int:
    return abs(level_of(origin) - level_of(to))


def _between_hexes(board: Board, origin: LocationId, to: LocationId) -> Barrier:
    here, there = hex_of(origin), hex_of(to)
    kinds = {board.kind(origin), board.kind(to)}
    if LocationKind.UPPER_LEVEL in kinds:
        if board.rowhouse_between(here, there):
            return Barrier("B23.71", "Upstairs no way leads through the wall of a Rowhouse.")
        if board.building_passage(here, there):
            return Barrier("B23.4", "A new level and a new hex are not entered at once.")
        return Barrier("B23.4", "From an upper level one goes on only inside the building.")
    if LocationKind.BRIDGE in kinds:
        return Barrier("B6.4", "A bridge is entered and left only over its road hexsides.")
    if board.cliff_between(here, there):
        return Barrier("B11.4", "A cliff is crossed only by Climbing.")
    return Barrier("B21.4", f"The water in {board.name(there)} cannot be forded.")
