"""E6.1, A12.14 What is told of who tries to swim from under a "?" that he keeps."""

from typing import ClassVar

from rules.board.locations import LocationId
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class SwimFromCover(AslFact, frozen=True, kw_only=True, tag="SwimFromCover"):
    """What the swimming TC of a unit under a "?" comes to."""

    rule: ClassVar[str] = "E6.1"
    tells: ClassVar[tuple[str, ...]] = ("done",)
    gives_away: ClassVar[str] = "that a “?” holds a real unit, and whether it dares to swim"
    side: Side
    at: LocationId
    done: bool

    def line(self, position: Knowledge) -> LogLine:
        text = f"Somebody under a ? tries to swim from {position.board.name(self.at)}"
        result = "swims" if self.done else "stays"
        return LogLine(
            kind="reveal", side=self.side, text=text, rule="E6.1", at=(self.at,), result=result
        )


def tell_of_attempt(table: AslTable, unit: Unit, *, done: bool) -> None:
    """What everybody hears of an attempt from under a "?"; of others the log says all."""
    if unit.under is not None:
        table.tell(SwimFromCover(side=unit.side, at=unit.at, done=done))
