"""What others are told when a side has set up."""

from typing import ClassVar

import msgspec

from rules.board.locations import LocationId
from rules.forces.entities import Facing
from rules.kernel.audience import Side
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.knowledge import Knowledge


class Stand(msgspec.Struct, frozen=True):
    """A counter of the OB that comes into the open: where, and who carries it."""

    piece: str
    at: LocationId
    holder: str | None = None


class AtTheCrest(msgspec.Struct, frozen=True):
    """Where units or a "?" that can be seen begin in Crest status (B20.9), and what they face."""

    at: LocationId
    facing: Facing


class SetupRevealed(AslFact, frozen=True, kw_only=True, tag="SetupRevealed"):
    """A side has sealed its setup: what is not hidden goes on the board."""

    rule: ClassVar[str] = "A2.9"
    tells: ClassVar[tuple[str, ...]] = ("stands", "crests")
    gives_away: ClassVar[str] = "which counters of that side stand where, apart from what is hidden"
    side: Side
    stands: tuple[Stand, ...]
    crests: tuple[AtTheCrest, ...] = ()

    def line(self, position: Knowledge) -> LogLine:
        text = "has set up and sealed its records"
        return LogLine(kind="setup", side=self.side, text=text, rule="A2.9")
