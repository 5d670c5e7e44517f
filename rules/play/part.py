"""A part of the sequence of play: what a side may do at rest there, and the questions inside
actions.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.view import ButtonOffer, Now, Offer
from rules.play.activity import AnyActivity, AslCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge

A = TypeVar("A")

Sentence = tuple[str, str]
"""What is asked of the active side, for it and for everybody else; without naming the side."""

END_PHASE_OFFER = ButtonOffer(verb="end_phase", label="Done with this phase", key="e", rule="A3")


@dataclass(frozen=True)
class Aims:
    """What a part is for, each with the activities that come to it; and what is said when none of
    them is offered.
    """

    wanted: tuple[tuple[str, tuple[AnyActivity, ...]], ...] = ()
    spent: str = ""

    def asks(self, offered: Set[type[AslCommand]], *, others: bool) -> str:
        """What is left of them, as a sentence, given what is offered and whether anything else is;
        nothing if all are.
        """
        left = [words for words, acts in self.wanted if any(one.command in offered for one in acts)]
        if len(left) == len(self.wanted):
            return ""
        if left:
            words = ", ".join(left)
            return f"{words[0].upper()}{words[1:]}, or go on."
        return f"{self.spent}: {'do what else is offered, or ' if others else ''}end the phase."


@dataclass(frozen=True)
class Part:
    """One step of the sequence of play, or the setup: its activities, in the order in which they
    are offered. `position` is always what the side knows.
    """

    activities: tuple[AnyActivity, ...]
    sentence: Callable[[Knowledge], Sentence]
    rule: str = "A3"
    aims: Aims = field(default_factory=Aims)

    def offers(self, position: Knowledge, side: Side) -> Sequence[Offer]:
        """What the active side may try. Where it may end the part, that says what is left to do
        there.
        """
        found = [(one.command, tuple(one.offers(position, side))) for one in self.activities]
        offered = [offer for _, offers in found for offer in offers]
        others = any(one != END_PHASE_OFFER and not one.stands for one in offered)
        asks = self.aims.asks({command for command, offers in found if offers}, others=others)
        end = msgspec.structs.replace(END_PHASE_OFFER, asks=asks)
        return [end if one == END_PHASE_OFFER else one for one in offered]

    def refuse(self, position: Knowledge, side: Side, command: Command) -> None:
        """Raise Refused, with a rule, if the active side may not do that."""
        self._activity(command).refuse(position, side, command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        """The action that a command starts."""
        return self._activity(command).begin(table, side, command)

    def _activity(self, command: Command) -> AnyActivity:
        for activity in self.activities:
            if activity.command is type(command):
                return activity
        raise not_now(command, self.rule)


def always(ours: str, theirs: str) -> Callable[[Knowledge], Sentence]:
    """The sentence of a part in which the same is asked whatever the position."""
    return lambda position: (ours, theirs)


@dataclass(frozen=True, kw_only=True)
class AslQuestion(Question[A]):
    """A question inside an action: it knows what it offers and how to read the answer.

    `position` is always what the asked side knows. A question holds ids, never entities: those that
    the asked side was shown in `Secret` fields, those that everybody was shown in `Public` ones.
    """

    answers: ClassVar[tuple[type[AslCommand], ...]]
    """The commands that may answer it."""

    @abstractmethod
    def offers(self, position: Knowledge) -> Sequence[Offer]:
        """What the asked side may answer."""

    @abstractmethod
    def refuse(self, position: Knowledge, command: Command) -> None:
        """Raise Refused, with a rule, if the command is no lawful answer."""

    @abstractmethod
    def answer(self, command: Command) -> A:
        """The answer in a command that was not refused."""

    @abstractmethod
    def now(self, position: Knowledge, audience: Audience) -> Now:
        """The sentence that says whose decision it is."""


def not_now(command: Command, rule: str = "A3") -> Refused:
    """What somebody is told who tries something that belongs elsewhere."""
    return Refused(rule, f"'{command.verb.replace('_', ' ')}' is not possible now.")
