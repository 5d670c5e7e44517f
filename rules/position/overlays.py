"""What lies over the ground for the moment: what hinders a LOS from a hex (SMOKE, wrecks), and what
bars it as a line, both ways (a roadblock).

`Position.line` asks these lists and nobody else does. What stands in them comes before any
position: it asks the view and the board, and so judges by what the reader knows. What limits the
sight of who looks is no such thing (`sight_limits`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId
from rules.kernel.world import View
from rules.position.alpine import are_alpine, bars_along_hill
from rules.position.roadblocks import bars_los, has_roadblocks
from rules.position.smoke import smoke_hindrances

Hinders: TypeAlias = Callable[[View, Board], Iterable[Moving[HexId]]]
Lies: TypeAlias = Callable[[View], bool]
Bars: TypeAlias = Callable[[View, Board, LocationId, LocationId], str | None]


def always(view: View) -> bool:
    """For a veil that is asked about whatever there is."""
    return True


@dataclass(frozen=True)
class Hinderer:
    """Counters that hinder LOS from the hexes they are in, by the number of their rule."""

    rule: str
    hinders: Hinders


@dataclass(frozen=True)
class Veil:
    """Something that bars a LOS between two Locations, both ways, by the number of its rule: what
    players call it (`by`), and why it bars this one, or None if it does not. Where `lies` says that
    there is none of it, no LOS is asked about.
    """

    rule: str
    by: str
    bars: Bars
    lies: Lies = always


HINDERERS: tuple[Hinderer, ...] = (Hinderer("A24.2", smoke_hindrances),)
VEILS: tuple[Veil, ...] = (
    Veil("B10.211", "an Alpine hill", bars_along_hill, are_alpine),
    Veil("B29.2", "roadblock", bars_los, has_roadblocks),
)


def hindering(view: View, board: Board) -> Iterator[Moving[HexId]]:
    """All that hinders LOS for the moment."""
    for one in HINDERERS:
        yield from one.hinders(view, board)


def veils_in(view: View) -> tuple[Veil, ...]:
    """What may bar a LOS as things are."""
    return tuple(veil for veil in VEILS if veil.lies(view))


def barring(
    veils: Iterable[Veil], view: View, board: Board, source: LocationId, target: LocationId
) -> tuple[Veil, str] | None:
    """The first of these that bars a LOS, and why."""
    for veil in veils:
        why = veil.bars(view, board, source, target)
        if why is not None:
            return veil, why
    return None
