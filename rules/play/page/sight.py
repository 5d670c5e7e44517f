"""What a LOS meets, told to whoever asks (docs/wire.md §8). A LOS check is free (docs/rulings.md).

The answer comes from the board and from what the asker knows to stand on it, never from the world.
"""

import msgspec

from rules.board.board import Board
from rules.board.locations import HexId, LocationId
from rules.board.los import Los
from rules.kernel.refused import Refused
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge
from rules.position.seeing import los_of


class Bead(msgspec.Struct, frozen=True, kw_only=True):
    """One hex that hinders: its terrain, the DRM it adds, and the rule."""

    hex: HexId
    terrain: str
    value: int
    rule: str


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The LOS between two Locations.

    `range` is in hexes, `rise` says how many levels the target is above the source. A blocked LOS
    says in which hex, by what, by which rule, and at which `place` of the picture, in its units.
    `total` is the sum of the Hindrance DRM, `words` the whole answer in words.
    """

    source: LocationId
    target: LocationId
    range: int
    rise: int
    blocked: bool
    at: HexId | None
    by: str | None
    rule: str | None
    place: tuple[float, float] | None
    hindrances: tuple[Bead, ...]
    total: int
    words: str


def sight(position: Knowledge, source: LocationId, target: LocationId) -> Sight:
    """What anybody in a Location would see of another. Raises Refused for one not on the board."""
    _must_be_on(position.board, source, target)
    return _card(source, target, los_of(position, Eye(source), target))


def board_sight(board: Board, source: LocationId, target: LocationId) -> Sight:
    """The LOS over a board on which nothing stands. Raises Refused for an unknown Location."""
    _must_be_on(board, source, target)
    return _card(source, target, board.los(source, target))


def _must_be_on(board: Board, *ends: LocationId) -> None:
    for end in ends:
        if not board.has_location(end):
            raise Refused("", f"There is no Location {end!r} on this board.")


def _card(source: LocationId, target: LocationId, los: Los) -> Sight:
    beads = tuple(
        Bead(hex=one.hex, terrain=one.terrain, value=one.value, rule=one.rule)
        for one in los.hindrances
    )
    return Sight(
        source=source,
        target=target,
        range=los.range,
        rise=los.rise,
        blocked=los.blocked,
        at=los.at,
        by=los.by,
        rule=los.rule,
        place=los.place,
        hindrances=beads,
        total=los.hindrance,
        words=los.explain(),
    )
