"""What a game's rules give to the kernel."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.document import FaceRules
from rules.kernel.entity import Entity
from rules.kernel.procedure import Procedure, Question
from rules.kernel.ruled import Ruled
from rules.kernel.seal import Leaf, Sealer
from rules.kernel.table import Table, TableRules
from rules.kernel.view import Now, Offer
from rules.kernel.world import Known, World


class Ruleset(FaceRules, TableRules, Protocol):
    """The rules of one scenario, as the kernel asks them.

    `known` is always a side's or the public's knowledge, never the world: what is computed from
    it cannot leak.
    """

    kinds: tuple[type[Entity], ...]
    commands: tuple[type[Command], ...]

    def setup(self, table: Table) -> None:
        """Put the entities that the game starts with."""

    def now(self, known: Known, question: Question[Any] | None, audience: Audience) -> Now:
        """Whose decision it is, for a reader; of the kind `over` once the game is."""

    def offers(self, known: Known, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        """What a side may try, from what it knows. What is offered one by one may still be refused
        together: `refuse` decides.
        """

    def refuse(
        self, known: Known, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        """Raise Refused if that side, knowing that, may not do this now."""

    def is_interjection(self, command: Command) -> bool:
        """Whether a command is carried out at once, whatever else is under way: it asks nothing."""

    def interject(self, table: Table, side: Side, command: Command) -> None:
        """Carry out an interjection."""

    def begin(self, table: Table, side: Side, command: Command) -> Procedure[None]:
        """The action that a command at rest starts."""

    def answer(self, table: Table, question: Question[Any], command: Command) -> Any:
        """What a command means as an answer to the open question. It has passed `refuse`; what
        comes into the open by it is told first.
        """

    def standing_order(
        self, world: World, known: Callable[[Side], Known], question: Question[Any] | None
    ) -> tuple[Side, Command] | None:
        """What a side's own standing order says now, to the open question or at rest, if
        anything. `known` is what a side knows.
        """

    def command_face(
        self, world: World, side: Side, command: Command, audience: Audience
    ) -> str | None:
        """How an audience would describe that command when made, or None if it hears nothing."""

    def is_over(self, world: World) -> bool:
        """Whether the game has ended. The kernel asks after every step, and what it hears once is
        for good (`Game.ended`).
        """

    def conclude(self, table: Table, winner: Side | None, reason: str) -> None:
        """End the game, for a reason from outside the rules. Raises Refused before play."""

    def adjudicate(self, table: Table, side: Side | None, ruling: bytes) -> Ruled:
        """Change the position as both sides agreed, or a director rules; what is changed of what
        only one side knows, is changed of `side`'s; nothing of it by a director, who has none.
        Raises Refused for what cannot be changed so.
        """

    def may_take_back(self, known: Known, side: Side) -> bool:
        """Whether the game's stage allows a side to ask to take back the last action. It is asked
        where an action begins, too: what does not allow it is not gone back to.
        """

    def dice_are_due(self, world: World) -> bool:
        """Whether the next command may roll dice: until then the players may commit to lines of
        their own. Each side must have had its chance to, and no roll comes before.
        """

    def sealed_labels(self, side: Side) -> Sequence[str]:
        """What a side seals, leaf by leaf: fixed by the scenario, whatever the side records."""

    def sealed_leaves(self, world: World, side: Side, sealer: Sealer) -> Sequence[Leaf]:
        """The leaves under a side's seal, in their order; asked for when the game has ended."""
