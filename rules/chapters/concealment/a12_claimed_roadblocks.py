"""A12.33, B29.3 On which hexsides a roadblock would shelter those who are fired at, and could be
hidden still.

Whoever is fired at over it has its TEM, in the open too. It is found by who has a LOS to its hex:
so it is left where that is Concealment Terrain beyond 16 hexes, or out of LOS of who fires.
"""

from collections.abc import Iterator
from typing import TypeAlias

from rules.board.locations import HexId, LocationId, LocationKind, hex_of, is_pillbox, location
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.ground.a12_terrain import is_concealment_terrain
from rules.chapters.ground.b09_walls import fence_tem, unfenced
from rules.chapters.terms.a07_shot import Shot
from rules.chapters.works.b29_roadblocks import roadblock_bar
from rules.forces.manner import Posture
from rules.kernel.audience import Side
from rules.position.eyes import Eye
from rules.position.hidden_fortifications import Fortification
from rules.position.knowledge import Knowledge
from rules.position.seeing import sees

Barred: TypeAlias = tuple[HexId, int]
"""A hexside, by one of its hexes."""


def could_shelter(
    public: Knowledge, side: Side, shot: Shot, origins: tuple[LocationId, ...], *, to_hit: bool
) -> frozenset[Barred]:
    """The hexsides, by both of their hexes, on which a roadblock that nobody has met would give its
    TEM to somebody of a side: those that the LOS meets, against Indirect Fire (B9.34) all of the
    target's hex. It shelters nobody beneath an entrenchment, whom it would hide (B27.2). A shot
    that is made `to_hit` from beyond 16 hexes is a mortar's. Its `origins` are told as it is made;
    of a pillbox it is the hex, since that may be hidden still.
    """
    places = tuple(location(hex_of(at)) if is_pillbox(at) else at for at in origins)
    found: set[Barred] = set()
    for one in filter(None, (shot, shot.turned)):
        targets = public.targets(one.targets)
        ours = [unit for unit in targets if unit.side is side]
        if ours and not any(unit.posture is Posture.BENEATH for unit in ours):
            found.update(
                _around(public, one, places) if to_hit else _on_the_way(public, one, places)
            )
    return frozenset(found)


def lies_on(public: Knowledge, what: Fortification, hexsides: frozenset[Barred]) -> bool:
    """Whether a roadblock is on one of some hexsides."""
    return (what.at, what.facing) in hexsides or _other(public, what.at, what.facing) in hexsides


def _on_the_way(public: Knowledge, shot: Shot, origins: tuple[LocationId, ...]) -> Iterator[Barred]:
    if is_pillbox(shot.at):
        return
    for origin in origins:
        for hex_id, side in unfenced(public, shot.at, origin, shot.los(public, origin)):
            yield from _where_hidden(public, (origin,), hex_id, side)


def _around(public: Knowledge, shot: Shot, origins: tuple[LocationId, ...]) -> Iterator[Barred]:
    board, here = public.board, hex_of(shot.at)
    if board.kind(board.locations(here)[0]) is not LocationKind.GROUND:
        return
    if min(public.range(origin, shot.at) for origin in origins) <= NEAR:
        return
    for side, _ in board.neighbours(here):
        if fence_tem(public, here, side) is None:
            yield from _where_hidden(public, origins, here, side)


def _where_hidden(
    public: Knowledge, origins: tuple[LocationId, ...], hex_id: HexId, side: int
) -> Iterator[Barred]:
    """A hexside by those of its hexes in which a roadblock on it could be, and not be found."""
    if roadblock_bar(public.board, hex_id, side) is not None:
        return
    for one in ((hex_id, side), _other(public, hex_id, side)):
        if not any(_finds(public, origin, location(one[0])) for origin in origins):
            yield one


def _finds(public: Knowledge, origin: LocationId, at: LocationId) -> bool:
    near = public.range(origin, at) <= NEAR or not is_concealment_terrain(public, at)
    return near and sees(public, Eye(origin), at)


def _other(public: Knowledge, hex_id: HexId, side: int) -> Barred:
    return dict(public.board.neighbours(hex_id))[side], (side + 3) % 6
