"""B25 What burns: Flames and Blazes."""

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Public

BLAZE_VALUE = 3


class Flame(Entity, frozen=True, kw_only=True, tag="flame"):
    """A Flame in a Location (B25.1). One that is `fresh`, or that a Clearance attempt has
    `hampered`, does not grow in this Player Turn (B25.15, B24.72). Those that one side kindled, and
    what spreads from them, are `by` it (A26.16).
    """

    at: Public[LocationId]
    fresh: Public[bool] = False
    hampered: Public[bool] = False
    by: Public[tuple[Side, ...]] = ()


class Blaze(Entity, frozen=True, kw_only=True, tag="blaze"):
    """A Blaze in a Location (B25.15): one that is `fresh` does not spread in this Player Turn.
    It is `by` the sides that kindled it (A26.16).
    """

    at: Public[LocationId]
    fresh: Public[bool] = False
    by: Public[tuple[Side, ...]] = ()

    @property
    def value(self) -> int:
        """B25.2: by how much its smoke hinders, and how many hexes it drifts."""
        return BLAZE_VALUE
