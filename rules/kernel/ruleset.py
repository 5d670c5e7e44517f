"""What a game's rules give to the kernel."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.entity import Entity
from rules.kernel.procedure import Procedure, Question
from rules.kernel.table import Interrupt, Purpose, Table
from rules.kernel.view import Face, LogLine, Now, Offer
from rules.kernel.world import View, World


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", forbid_unknown_fields=True
):
    """Something a player tells the server to do. Decoded strictly at the door."""

    @property
    def verb(self) -> str:
        return str(self.__struct_config__.tag)


class Ruleset(Protocol):
    """The rules of one scenario, as the kernel asks them.

    `known` is always a side's or the public's knowledge, never the world: what is computed from
    it cannot leak.
    """

    kinds: tuple[type[Entity], ...]
    commands: tuple[type[Command], ...]

    def setup(self, table: Table) -> None:
        """Put the entities that the game starts with."""

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        """What an audience sees of an entity, None if nothing. It depends on the entity alone."""

    def now(self, known: View, question: Question[Any] | None, audience: Audience) -> Now:
        """Whose decision it is, for a reader."""

    def offers(self, known: View, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        """What a side may try, from what it knows. Whatever is offered passes `refuse`."""

    def refuse(
        self, known: View, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        """Raise Refused if that side, knowing that, may not do this now."""

    def is_interjection(self, command: Command) -> bool:
        """Whether a command is carried out at once beside whatever runs: it asks nothing."""

    def interject(self, table: Table, side: Side, command: Command) -> None:
        """Carry out an interjection."""

    def begin(self, table: Table, side: Side, command: Command) -> Procedure[None]:
        """The action that a command at rest starts."""

    def answer(self, question: Question[Any], command: Command) -> Any:
        """What a command means as an answer to the open question. It has passed `refuse`."""

    def standing_order(
        self, world: World, question: Question[Any] | None
    ) -> tuple[Side, Command] | None:
        """What a side's own standing order says now, to the open question or at rest, if
        anything.
        """

    def interrupts(self, table: Table, purpose: Purpose, roll: Roll) -> Iterable[Interrupt]:
        """What a roll sets off once its effects are over (Snipers)."""

    def command_face(
        self, world: World, side: Side, command: Command, audience: Audience
    ) -> str | None:
        """How an audience would describe that command when it is made; None if it hears nothing."""

    def is_over(self, world: World) -> bool:
        """Whether the game has ended."""

    def may_take_back(self, known: View, side: Side) -> bool:
        """Whether the game's stage allows a side to ask to take back the last action."""

    def entropy(self, world: World) -> str:
        """The lines that the players added to the dice."""

    def stamp(self, world: World, line: LogLine) -> LogLine:
        """A log line with the turn and phase of the moment."""
