"""What lies over the ground for the moment: what hinders LOS from a hex (SMOKE, wrecks), and what
bars it as a whole (night, weather).

`Position.los` asks these lists and nobody else does. What stands in them comes before any position:
it asks the view and the board, and so judges by what the reader knows.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId
from rules.kernel.world import View
from rules.position.alpine import bars_along_hill
from rules.position.fortifications import out_of_covered_arc
from rules.position.roadblocks import bars_los
from rules.position.smoke import smoke_hindrances

Hinders: TypeAlias = Callable[[View, Board], Iterable[Moving[HexId]]]
Bars: TypeAlias = Callable[[View, Board, LocationId, LocationId], str | None]


@dataclass(frozen=True)
class Hinderer:
    """Counters that hinder LOS from the hexes they are in, by the number of their rule."""

    rule: str
    hinders: Hinders


@dataclass(frozen=True)
class Veil:
    """Something that bars a LOS between two Locations, by the number of its rule: what players call
    it (`by`), and why it bars this one, or None if it does not.
    """

    rule: str
    by: str
    bars: Bars


HINDERERS: tuple[Hinderer, ...] = (Hinderer("A24.2", smoke_hindrances),)
VEILS: tuple[Veil, ...] = (
    Veil("B10.211", "an Alpine hill", bars_along_hill),
    Veil("B29.2", "roadblock", bars_los),
    Veil("B30.2", "the Covered Arc of a pillbox", out_of_covered_arc),
)


def hindering(view: View, board: Board) -> Iterator[Moving[HexId]]:
    """All that hinders LOS for the moment."""
    for one in HINDERERS:
        yield from one.hinders(view, board)


def barring(
    view: View, board: Board, source: LocationId, target: LocationId
) -> tuple[Veil, str] | None:
    """The first that bars a LOS, and why."""
    for veil in VEILS:
        why = veil.bars(view, board, source, target)
        if why is not None:
            return veil, why
    return None
