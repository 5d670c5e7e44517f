"""What a rule lets a player decide in the middle of a procedure, said without how it is asked.

A chapter makes a `Decision` and hands it to its table (`AslTable.decide`); play asks it.
"""

from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId


@dataclass(frozen=True, kw_only=True)
class Option:
    """One of the things that may be decided: its word, what is said of it, and the counter that it
    is about, if any.
    """

    value: str
    label: str
    unit: ShownId | None = None


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a side is to decide, of which everybody knows all: `ours` is the sentence for that side,
    `theirs` the one for everybody else, which goes on after the side's name.
    """

    side: Side
    rule: str
    label: str
    ours: str
    theirs: str
    options: tuple[Option, ...]
    units: tuple[ShownId, ...]
    at: LocationId
