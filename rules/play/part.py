"""A part of the sequence of play: what a side may do at rest there, and the questions inside
actions.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.view import Now, Offer
from rules.play.activity import AnyActivity, AslCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge

A = TypeVar("A")

Sentence = tuple[str, str]
"""What is asked of the active side, for it and for everybody else; without naming the side."""


@dataclass(frozen=True)
class Part:
    """One step of the sequence of play, or the setup: its activities, in the order in which they
    are offered. `position` is always what the side knows.
    """

    activities: tuple[AnyActivity, ...]
    sentence: Callable[[Knowledge], Sentence]
    rule: str = "A3"

    def offers(self, position: Knowledge, side: Side) -> Sequence[Offer]:
        """What the active side may try."""
        return [offer for one in self.activities for offer in one.offers(position, side)]

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
