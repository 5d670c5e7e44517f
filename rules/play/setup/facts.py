"""What others are told when a side has set up."""

from typing import ClassVar

import msgspec

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_inspection import is_free
from rules.forces.manner import Facing
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
    """A side has sealed its setup: everybody sees where it stands, and the top of each stack."""

    rule: ClassVar[str] = "A2.9"
    tells: ClassVar[tuple[str, ...]] = ("stands", "crests")
    gives_away: ClassVar[str] = "where that side stands in the open, and which unit is on top there"
    side: Side
    stands: tuple[Stand, ...]
    crests: tuple[AtTheCrest, ...] = ()

    def line(self, position: Knowledge) -> LogLine:
        text = "has set up and sealed its records"
        return LogLine(kind="setup", side=self.side, text=text, rule="A2.9")


class StacksOpened(AslFact, frozen=True, kw_only=True, tag="StacksOpened"):
    """Play begins, and with it anybody may look into stacks in the open, or into those in LOS."""

    rule: ClassVar[str] = "A2.9"
    tells: ClassVar[tuple[str, ...]] = ("stands",)
    gives_away: ClassVar[str] = "which counters of that side stand in the open as play begins"
    side: Side
    stands: tuple[Stand, ...]

    def line(self, position: Knowledge) -> LogLine:
        which = "in the open" if is_free(position.law) else "in LOS"
        text = f"shows what its stacks {which} hold"
        return LogLine(kind="setup", side=self.side, text=text, rule="A2.9")
