"""What a rule lets a player decide in the middle of a procedure, said without how it is asked.

A chapter makes a `Decision` and hands it to its table (`AslTable.decide`); play asks it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from rules.board.board import Board
from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure


@dataclass(frozen=True, kw_only=True)
class Option:
    """One of the things that may be decided: its word, what is said of it, and the counter or the
    place that it is about, if any.
    """

    value: str
    label: str
    unit: ShownId | None = None
    at: LocationId | None = None


def places(board: Board, places_: Iterable[LocationId]) -> tuple[Option, ...]:
    """Places to choose from."""
    return tuple(Option(value=at, label=board.name(at), at=at) for at in places_)


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a side is to decide, of which everybody knows all that stands here: `ours` is the
    sentence for that side, `theirs` the one for everybody else, which goes on after the side's
    name.
    """

    side: Side
    rule: str
    label: str
    ours: str
    theirs: str
    options: tuple[Option, ...]
    units: tuple[ShownId, ...]
    at: LocationId | None = None


class Decide(Protocol):
    """How a decision is put to its side: besides its options, `own` are those of which that side
    alone knows. Answers with the value of the one that is taken.
    """

    def __call__(self, decision: Decision, own: tuple[Option, ...] = ()) -> Procedure[str]: ...
