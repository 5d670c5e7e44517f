"""A part of the sequence of play: what a side may do at rest there, and the questions inside
actions.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.forces.asl_table import AslTable
from rules.forces.position import Position
from rules.kernel.audience import Audience, Side
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Now, Offer

A = TypeVar("A")


class Part(Protocol):
    """One phase, or the setup. `position` is always what the side knows."""

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        """What the active side may try."""

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        """Raise Refused, with a rule, if the active side may not do that."""

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        """The action that a command starts."""

    def sentence(self, position: Position) -> tuple[str, str]:
        """What is asked of the active side, for it and for everybody else; without naming
        the side.
        """


@dataclass(frozen=True, kw_only=True)
class AslQuestion(Question[A]):
    """A question inside an action: it knows what it offers and how to read the answer.

    `position` is always what the asked side knows. A question holds ids, never entities.
    """

    @abstractmethod
    def offers(self, position: Position) -> Sequence[Offer]:
        """What the asked side may answer."""

    @abstractmethod
    def refuse(self, position: Position, command: Command) -> None:
        """Raise Refused, with a rule, if that is no answer."""

    @abstractmethod
    def answer(self, command: Command) -> A:
        """The answer in a command that was not refused."""

    @abstractmethod
    def now(self, position: Position, audience: Audience) -> Now:
        """The sentence that says whose decision it is."""


def not_now(command: Command, rule: str = "A3") -> Refused:
    """What one is told who tries something that belongs elsewhere."""
    return Refused(rule, f"'{command.verb.replace('_', ' ')}' is not possible now.")
