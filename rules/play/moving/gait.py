"""How counters get on, as a preview of their path asks it (`preview`): on foot is one way.

The preview knows no rule of movement. It asks how far they have come, which steps can be made next,
and what each costs. Points are counted in halves.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Protocol, TypeAlias

import msgspec

from rules.board.locations import LocationId
from rules.chapters.terms.a06_vertices import Aspect
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.play.moving.move_commands import NextStep
from rules.position.knowledge import Knowledge


class Threat(msgspec.Struct, frozen=True, kw_only=True):
    """What is known to be able to attack at a step."""

    rule: str
    text: str


class Onward(Protocol):
    """A step that can be made next."""

    @property
    def to(self) -> LocationId:
        """Where it ends."""

    @property
    def way(self) -> str:
        """By what it is told from other steps that end there."""

    @property
    def label(self) -> str:
        """What players call that way, where there are several."""

    @property
    def aspect(self) -> Aspect:
        """How whoever has made it is seen there."""

    @property
    def cost(self) -> Sequence[Modifier]:
        """What it costs."""

    @property
    def is_particular(self) -> bool:
        """Whether only those make it who say so."""

    @property
    def commands(self) -> Sequence[NextStep]:
        """By what it is made."""

    def threats(self) -> Iterable[Threat]:
        """What is known to attack whoever makes it."""

    def made(self) -> "Progress":
        """What is once it is made."""


class Progress(Protocol):
    """How far those on a path have come."""

    @property
    def side(self) -> Side: ...

    @property
    def at(self) -> LocationId: ...

    @property
    def measure(self) -> str:
        """What players call the points: MF or MP."""

    @property
    def spent(self) -> int:
        """The points spent since the path began."""

    @property
    def left(self) -> int:
        """The points that all of them have left."""

    @property
    def state(self) -> Hashable:
        """On what it depends how they may go on, the points apart."""

    @property
    def may_stay(self) -> bool:
        """Whether a move may end here."""

    def onward(self) -> Sequence[Onward]:
        """The steps that can be made next."""

    def refuse(self, to: LocationId) -> None:
        """Raise Refused with the reason why no step leads there, if one is known."""


Gait: TypeAlias = Callable[[Knowledge, Side, tuple[ShownId, ...]], Progress | None]
"""How some counters of a side set out on a path; None if they get on in another way. Raises Refused
if they may not move.
"""
