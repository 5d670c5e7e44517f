"""Who looks, from where, and at what: what limits sight is asked of these (`overlays`)."""

from typing import NamedTuple, TypeAlias

from rules.board.locations import LocationId
from rules.forces.goer import Goer


class Eye(NamedTuple):
    """Who looks, and from where: a Location, or the Crest over it (B20.9). Without `who` it is
    anybody who might be there.
    """

    at: LocationId
    who: Goer | None = None


LookedAt: TypeAlias = Goer | LocationId
"""What is looked at: something that goes, as it is now, or a Location."""
