"""What keeps who looks from seeing what is at the other end of a clear line.

`seeing` asks this list and nobody else does. What stands in it may ask a position anything, lines
on its map too (`Position.line`), but not who sees what.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.board.locations import LocationId, hex_of
from rules.forces.goer import Goer
from rules.position.eyes import Eye
from rules.position.fortifications import in_covered_arc, pillbox_at, pillbox_hexes
from rules.position.position import Position

Limits: TypeAlias = Callable[[Position, Eye, LocationId, Goer | None], str | None]


@dataclass(frozen=True)
class SightLimit:
    """Something that limits sight, by the number of its rule: what players call it (`by`), and why
    it keeps an eye from seeing something in a Location, or the Location itself (None); None if it
    does not. It says nothing of the way back. Where `lies` says that there is none of it, nobody is
    asked about.
    """

    rule: str
    by: str
    limits: Limits
    lies: Callable[[Position], bool]


def _has_pillboxes(position: Position) -> bool:
    return bool(pillbox_hexes(position.view))


def _out_of_covered_arc(
    position: Position, eye: Eye, at: LocationId, what: Goer | None
) -> str | None:
    """B30.2: a pillbox is looked out of into its CA and its hex alone."""
    pillbox, board = pillbox_at(position.view, eye.at), position.board
    if pillbox is None or hex_of(at) == pillbox.at or in_covered_arc(board, pillbox, at):
        return None
    return f"{board.name(at)} is outside the Covered Arc of the {board.name(eye.at)}."


SIGHT_LIMITS: tuple[SightLimit, ...] = (
    SightLimit("B30.2", "the Covered Arc of a pillbox", _out_of_covered_arc, _has_pillboxes),
)
