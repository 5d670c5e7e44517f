"""B25 What burns: Flames and Blazes."""

from rules.board.locations import LocationId
from rules.kernel.entity import Entity
from rules.kernel.secret import Public

BLAZE_VALUE = 3


class Flame(Entity, frozen=True, kw_only=True, tag="flame"):
    """A Flame in a Location (B25.1). One that is `fresh`, or that a Clearance attempt has
    `hampered`, does not grow in this Player Turn (B25.15, B24.72).
    """

    at: Public[LocationId]
    fresh: Public[bool] = False
    hampered: Public[bool] = False


class Blaze(Entity, frozen=True, kw_only=True, tag="blaze"):
    """A Blaze in a Location (B25.15): one that is `fresh` does not spread in this Player Turn."""

    at: Public[LocationId]
    fresh: Public[bool] = False

    @property
    def value(self) -> int:
        """B25.2: by how much its smoke hinders, and how many hexes it drifts."""
        return BLAZE_VALUE
