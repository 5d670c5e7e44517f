"""A24 SMOKE on the table, and how it and that of Blazes hinder LOS (A24.2, A24.4, B25.2)."""

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, hex_of
from rules.forces.entities import Conditions, Wind
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.fire import Blaze

MOST_IN_LOCATION = 3
"""A24.2: the most that SMOKE of one Location hinders."""
SMOKE_HEIGHT, WP_HEIGHT, BLAZE_HEIGHT = 2, 4, 4
BLAZE_IN_BREEZE = 2
"""B25.2: how high the smoke of a Blaze rises in a Mild Breeze."""


class Cloud(enum.StrEnum):
    """What a SMOKE counter is: that of a grenade, of ordnance as it was placed or Dispersed, or
    what drifts from another (A24.1, A24.3, A24.61).
    """

    GRENADE = "grenade"
    FULL = "full"
    DISPERSED = "dispersed"
    DRIFTING = "drifting"


SMOKE_VALUES: Mapping[Cloud, int] = {
    Cloud.GRENADE: 2,
    Cloud.FULL: 3,
    Cloud.DISPERSED: 2,
    Cloud.DRIFTING: 2,
}


class Smoke(Entity, frozen=True, kw_only=True, tag="smoke"):
    """A SMOKE counter in a Location, and whether it is White Phosphorus.

    `side` is whose it is, which says when it disperses. What drifts has the id of its `source`, a
    counter or a Blaze, and the `level` of that (A24.61).
    """

    at: Public[LocationId]
    cloud: Public[Cloud] = Cloud.GRENADE
    wp: Public[bool] = False
    side: Public[Side | None] = None
    source: Public[str | None] = None
    level: Public[int | None] = None

    @property
    def value(self) -> int:
        """By how much it hinders: WP by one less (A24.1, A24.3)."""
        return SMOKE_VALUES[self.cloud] - self.wp


@dataclass(frozen=True)
class _Puff:
    """SMOKE of one Location: by how much it hinders, and from which level up to which."""

    at: LocationId
    value: int
    base: int
    height: int


def smoke_hindrances(view: View, board: Board) -> Iterator[Moving[HexId]]:
    """A24.2, A24.4: the SMOKE of each Location, up to three; it hinders within its hex too."""
    in_location: dict[LocationId, list[_Puff]] = {}
    for puff in (*_counters(view, board), *_blazes(view, board)):
        in_location.setdefault(puff.at, []).append(puff)
    burning = {blaze.at for blaze in view.all(Blaze)}
    for at, puffs in in_location.items():
        value = min(MOST_IN_LOCATION, sum(puff.value for puff in puffs))
        base = min(puff.base for puff in puffs)
        height = max(puff.base + puff.height for puff in puffs) - base
        label, rule = ("Blaze", "B25.2") if at in burning else ("SMOKE", "A24.2")
        yield Moving(hex_of(at), label, value, rule, height=height, level=base, at_ends=True)


def _counters(view: View, board: Board) -> Iterator[_Puff]:
    """A24.61: what drifts is never lower than its source."""
    for cloud in view.all(Smoke):
        ground = board.absolute(cloud.at)
        base = ground if cloud.level is None else max(ground, cloud.level)
        yield _Puff(cloud.at, cloud.value, base, WP_HEIGHT if cloud.wp else SMOKE_HEIGHT)


def _blazes(view: View, board: Board) -> Iterator[_Puff]:
    """B25.2: a Blaze smokes, lower in a Mild Breeze, in Heavy Winds not at all."""
    winds = {conditions.wind for conditions in view.all(Conditions)}
    if Wind.HEAVY_WINDS in winds:
        return
    height = BLAZE_IN_BREEZE if Wind.MILD_BREEZE in winds else BLAZE_HEIGHT
    for blaze in view.all(Blaze):
        yield _Puff(blaze.at, blaze.value, board.absolute(blaze.at), height)
