"""Activities: each thing that a side may do, whole.

What an activity is told by (its command), when it is offered, why it is refused, what it begins,
and what it is called in a case stand together in the module of its rule. Lists of activities make
up the phases (`phases.py`); commands, descriptions and the words of cases follow from them.
"""

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, unique
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.view import Offer
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


@unique
class Noun(Enum):
    """What a text or a number in a command names."""

    UNIT = "unit"
    WEAPON = "weapon"
    PIECE = "piece"
    VERTEX = "vertex"


UnitNoun = Annotated[ShownId, Noun.UNIT]
"""The id of a unit, as its side was shown it."""

WeaponNoun = Annotated[ShownId, Noun.WEAPON]
"""The id of a support weapon, as its side was shown it."""

PieceNoun = Annotated[str, Noun.PIECE]
"""The id of a counter of the OB."""

VertexNoun = Annotated[int, Noun.VERTEX]
"""A vertex of a hex, 0 to 5."""


@unique
class Guise(Enum):
    """How others see whoever carries out a command, if he is concealed (A12.14)."""

    OPEN = enum.auto()
    """In the open, whoever watches."""
    UNSEEN = enum.auto()
    """Under his "?", if no enemy who could see it is near (A12.141)."""
    COVERED = enum.auto()
    """Under his "?"; the procedure says when that is lost."""
    SECRET = enum.auto()
    """As he is: under his "?", or not at all if he is hidden."""


class AslCommand(Command, frozen=True, kw_only=True):
    """A command of these rules.

    `words` is how a case says it: names in braces are its fields, words in brackets may be left
    out, and a bracket without a name is a field that is true or false. `guise` is how others see
    who carries it out under a "?"; `seen_as` may say it otherwise of one command. Of one that is
    `heard_in_part` the others hear which "?" it is about, and not whether all under it take part;
    of one that is `unheard_under_cover` nothing, if somebody under a "?" carries it out; of one
    that `is_private_off_map` nothing, if it is about those who wait there under a "?". `attacks`
    are the fields that hold the Locations which it attacks, `attacks_hex` that it reaches all of
    their hexes.
    """

    words: ClassVar[str] = ""
    guise: ClassVar[Guise] = Guise.OPEN
    heard_in_part: ClassVar[bool] = False
    unheard_under_cover: ClassVar[bool] = False
    is_private_off_map: ClassVar[bool] = False
    attacks: ClassVar[tuple[str, ...]] = ()
    attacks_hex: ClassVar[bool] = False

    @property
    def seen_as(self) -> Guise:
        """How others see who carries out this very command."""
        return self.guise

    def heard(self) -> Command | None:
        """What the others hear of it when it is made: itself, another command that it cannot be
        told from, or nothing.
        """
        return self


C = TypeVar("C", bound=AslCommand)


@dataclass(frozen=True)
class Activity(Generic[C]):
    """Something that a side may do in its own part of the sequence of play.

    `offers` and `refuse` are given what that side knows. `refuse` raises Refused; `begin` is the
    action that a command starts once it was not refused.
    """

    command: type[C]
    offers: Callable[[Knowledge, Side], Iterable[Offer]]
    refuse: Callable[[Knowledge, Side, C], None]
    begin: Callable[[AslTable, Side, C], Procedure[None]]


@dataclass(frozen=True)
class Interjection(Generic[C]):
    """Something that a side may do at any time, whatever else is under way. It asks nothing and
    rolls nothing.
    """

    command: type[C]
    offers: Callable[[Knowledge, Side], Iterable[Offer]]
    refuse: Callable[[Knowledge, Side, C], None]
    act: Callable[[AslTable, Side, C], None]


AnyActivity = Activity[Any]
AnyInterjection = Interjection[Any]


def never_refused(position: Knowledge, side: Side, command: AslCommand) -> None:
    """For what may always be done while it is offered."""
