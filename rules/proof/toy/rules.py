"""The rules of the test world, as the kernel asks them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.dice import Roll
from rules.kernel.entity import Entity
from rules.kernel.fact import Fact
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure, Question
from rules.kernel.refused import Refused
from rules.kernel.ruled import Ruled
from rules.kernel.seal import Leaf, Sealer
from rules.kernel.table import Interrupt, Purpose, Table
from rules.kernel.unseal import unseal
from rules.kernel.view import Face, LogLine, Now, Offer
from rules.kernel.voices import rendered
from rules.kernel.world import Known, View, World
from rules.proof.toy import commands, faces, setup
from rules.proof.toy.commands import Conceal, EndTurn, Fire, Listen, Move, MoveOn, Pass, Sneak
from rules.proof.toy.entities import (
    KINDS,
    SAN,
    Piece,
    clock,
    orders,
)
from rules.proof.toy.hooks import Hooks
from rules.proof.toy.procedures import attack, conceal, end_turn, listen, move, sneak, sniper
from rules.proof.toy.questions import (
    GoOn,
    Shot,
    ToyFact,
    Window,
)


def asked_about(question: Question[Any], audience: Audience) -> tuple[ShownId, ...]:
    """The pieces that a question is about, by what its reader knows of them."""
    if not isinstance(question, GoOn):
        return ()
    return question.movers.for_(side_of(audience)) or question.shown


class Toy(Hooks):
    """The rules of the test world, as the kernel asks them."""

    kinds: tuple[type[Entity], ...] = KINDS
    commands: tuple[type[Command], ...] = commands.COMMANDS

    def setup(self, table: Table) -> None:
        setup.lay_out(table)

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        return faces.face(entity, audience)

    def now(self, known: View, question: Question[Any] | None, audience: Audience) -> Now:
        if clock(known).over:
            return Now(side=None, kind="over", text="The game is over.")
        if question is None:
            side = clock(known).phasing
            return Now(side=side, kind="phase", text=f"{side.value}: moves, fires or ends.")
        focus = (question.at,) if isinstance(question, Window | GoOn) else ()
        kind = "window" if isinstance(question, Window) else "continue"
        text = f"{question.side.value}: {'fires or passes' if kind == 'window' else 'goes on?'}"
        units = asked_about(question, audience)
        return Now(side=question.side, kind=kind, text=text, focus=focus, units=units)

    def offers(self, known: View, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        return commands.offers(known, side, question)

    def refuse(
        self, known: View, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        commands.refuse(known, side, question, command)

    def is_interjection(self, command: Command) -> bool:
        return isinstance(command, commands.Beside)

    def interject(self, table: Table, side: Side, command: Command) -> None:
        mine = orders(table.world, side)
        match command:
            case Sneak():
                sneak(table, side, command)
            case Listen():
                listen(table, side, command.option)
            case _:
                passing = mine.passing.with_value(command.verb == "stand_by")
                table.world.change(mine, passing=passing)

    def begin(self, table: Table, side: Side, command: Command) -> Procedure[None]:
        match command:
            case Move():
                return move(table, side, command.units, command.to)
            case Fire():
                return attack(table, side, Shot(command.units, command.at))
            case Conceal():
                return conceal(table, command.unit)
            case EndTurn():
                return end_turn(table, side)
            case _:
                raise TypeError(f"{command.verb} begins nothing")

    def answer(self, table: Table, question: Question[Any], command: Command) -> Any:
        match command:
            case Fire():
                return Shot(command.units, command.at)
            case MoveOn():
                return command.option
            case _:
                return None

    def standing_order(
        self, world: World, known: Callable[[Side], Known], question: Question[Any] | None
    ) -> tuple[Side, Command] | None:
        if isinstance(question, Window) and unseal(orders(world, question.side).passing):
            return question.side, Pass()
        return None

    def settle(self, table: Table) -> None:
        """In the test world nothing follows from the position by itself."""

    def interrupts(self, table: Table, purpose: Purpose, roll: Roll) -> Iterable[Interrupt]:
        """T9: certain attack and check rolls wake the Sniper of the side that did not roll."""
        sniping = purpose.by.enemy
        if purpose.kind in {"IFT", "MC"} and roll.total == SAN[sniping]:
            return (lambda: sniper(table, sniping),)
        return ()

    def command_face(
        self, world: World, side: Side, command: Command, audience: Audience
    ) -> str | None:
        return commands.command_face(world, side, command, audience)

    def is_over(self, world: World) -> bool:
        return clock(world).over

    def conclude(self, table: Table, winner: Side | None, reason: str) -> None:
        table.world.change(clock(table.world), over=True, winner=winner)
        table.log(LogLine(kind="system", side=winner, text=reason))

    def adjudicate(self, table: Table, side: Side | None, ruling: bytes) -> Ruled:
        raise Refused("", "Nothing is adjudicated in the test world.")

    def may_take_back(self, known: View, side: Side) -> bool:
        return not clock(known).over

    def dice_are_due(self, world: World) -> bool:
        """There is no setup: whoever wants to play, plays without lines."""
        return True

    def sealed_labels(self, side: Side) -> Sequence[str]:
        return setup.LABELS

    def sealed_leaves(self, world: World, side: Side, sealer: Sealer) -> Sequence[Leaf]:
        return setup.leaves(world, side, sealer)

    def fact_line(self, fact: Fact, known: View) -> LogLine:
        if not isinstance(fact, ToyFact):
            raise TypeError(f"{fact.name} is no Fact of the test world")
        return fact.line()

    def voice(self, known: View, text: str, audience: Audience) -> str:
        """A piece is called by what it is, by whoever may know that."""
        reader = side_of(audience)

        def name_of(piece_id: str) -> str | None:
            piece = known.find(Piece, piece_id)
            return None if piece is None or reader is None else piece.type.for_(reader)

        return rendered(text, name_of)

    def stamp(self, world: World, line: LogLine) -> LogLine:
        now = clock(world)
        return LogLine(
            kind=line.kind,
            text=line.text,
            side=line.side,
            rule=line.rule,
            at=line.at,
            roll=line.roll,
            result=line.result,
            secret=line.secret,
            turn=now.turn,
            phasing=now.phasing.value,
        )
