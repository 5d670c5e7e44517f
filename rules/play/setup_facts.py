"""What others are told when a side has set up."""

from typing import ClassVar

from rules.kernel.audience import Side
from rules.kernel.fact import Fact


class SetupRevealed(Fact, frozen=True, kw_only=True, tag="SetupRevealed"):
    """A side has sealed its setup: what is not hidden goes on the board."""

    rule: ClassVar[str] = "A2.9"
    gives_away: ClassVar[str] = "which counters of that side stand where, apart from what is hidden"
    side: Side
    places: str
