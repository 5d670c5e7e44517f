"""A12.14, A12.15, B28.411 What is told of those who are attacked under a "?" and keep it, and of
how somebody is found under one.
"""

from typing import Annotated, ClassVar

from msgspec import Meta

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.knowledge import Knowledge

Die = Annotated[int, Meta(ge=1, le=6)]
Number = Annotated[int, Meta(ge=0, le=40)]


class ChecksUnderCover(AslFact, frozen=True, kw_only=True, tag="ChecksUnderCover"):
    """A stack under a "?" was attacked with effect, and is not seen: so many DR are made for it."""

    rule: ClassVar[str] = "A12.14"
    tells: ClassVar[tuple[str, ...]] = ("number",)
    gives_away: ClassVar[str] = "how many DR are made for a stack under a “?”; not for whom"
    side: Side
    at: LocationId
    number: Number

    def line(self, position: Knowledge) -> LogLine:
        made = {0: "no DR is", 1: "one DR is"}.get(self.number, f"{self.number} DR are")
        text = f"{made} made for the ? in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.14", at=(self.at,))


class PinnedUnderCover(AslFact, frozen=True, kw_only=True, tag="PinnedUnderCover"):
    """A unit under a "?" is pinned by some dice, and keeps its "?"."""

    rule: ClassVar[str] = "B28.411"
    tells: ClassVar[tuple[str, ...]] = ("at", "dice")
    gives_away: ClassVar[str] = "that one concealed unit is pinned, and by which DR; not which"
    side: Side
    at: LocationId
    dice: tuple[Die, ...]

    def line(self, position: Knowledge) -> LogLine:
        text = f"one concealed unit is pinned in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="B28.411", at=(self.at,))


class ProvedReal(AslFact, frozen=True, kw_only=True, tag="ProvedReal"):
    """The owner of mines has demanded that a stack under a "?" shows a real unit, and it has."""

    rule: ClassVar[str] = "B28.41"
    tells: ClassVar[tuple[str, ...]] = ("at",)
    gives_away: ClassVar[str] = "that not all under a “?” are Dummies"
    side: Side
    at: LocationId

    def line(self, position: Knowledge) -> LogLine:
        text = f"the ? in {position.board.name(self.at)} is proved to be real"
        return LogLine(kind="reveal", side=self.side, text=text, rule="B28.41", at=(self.at,))


class DummyPicked(AslFact, frozen=True, kw_only=True, tag="DummyPicked"):
    """Random Selection at Detection picks a Dummy before it comes to somebody real, or with him."""

    rule: ClassVar[str] = "A12.15"
    tells: ClassVar[tuple[str, ...]] = ("side", "at", "cover")
    gives_away: ClassVar[str] = "that one Dummy was under a “?”, and goes; not its dr"
    side: Side
    at: LocationId
    cover: ShownId

    def line(self, position: Knowledge) -> LogLine:
        text = f"a Dummy is picked under a ? in {position.board.name(self.at)} and goes"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.15", at=(self.at,))


class DetectionDr(AslFact, frozen=True, kw_only=True, tag="DetectionDr"):
    """The dr of the Random Selection by which somebody real is found."""

    rule: ClassVar[str] = "A12.15"
    tells: ClassVar[tuple[str, ...]] = ("side", "at", "dr")
    gives_away: ClassVar[str] = "by which dr a real unit is found; neither other dr nor how many"
    side: Side
    at: LocationId
    dr: Die

    def line(self, position: Knowledge) -> LogLine:
        text = f"the highest dr of a real unit in {position.board.name(self.at)} is a {self.dr}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.15", at=(self.at,))
