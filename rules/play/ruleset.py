"""The rules of one scenario, as the kernel asks them: which part of play answers is
decided here.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from rules.board.board import Board
from rules.chapters.concealment.seals import sealed_leaves
from rules.forces.entities import Clock
from rules.forces.phases import Stage
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import Roll
from rules.kernel.entity import Entity
from rules.kernel.entropy import AwaitLine
from rules.kernel.fact import Fact
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.ruled import Ruled
from rules.kernel.seal import Leaf, Sealer
from rules.kernel.table import Interrupt, Purpose, Table
from rules.kernel.view import Face, LogLine, Now, Offer, wire
from rules.kernel.world import Known, World
from rules.mapmaking.finding import find_board
from rules.mapmaking.maps import load_map
from rules.play.acting import acting, as_seen, refuse_dummies
from rules.play.activity import AslCommand
from rules.play.adjudicating import Bench
from rules.play.decisions import decide
from rules.play.faces import KINDS, InForce, face
from rules.play.interrupts import set_off
from rules.play.opening import laid_out
from rules.play.orders.obeying import ordered
from rules.play.part import AslQuestion, Part
from rules.play.phases import ANY_TIME, COMMANDS, part_of
from rules.play.rulings import read_ruling
from rules.play.sequence import end_game
from rules.play.settling import settle
from rules.play.setup.placing import setup_part
from rules.play.setup.seals import sealed_labels
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import (
    CLOCK,
    Position,
)
from rules.scenarios.special import law_of
from rules.scenarios.types import Scenario

_INTERJECTIONS = {one.command: one for one in ANY_TIME}


class AslRules:
    """One scenario's rules (the kernel's `Ruleset`)."""

    kinds = KINDS
    commands: tuple[type[Command], ...] = COMMANDS

    def __init__(self, scenario: Scenario, board: Board | None = None) -> None:
        self.scenario = scenario
        self.board = board or _board(scenario)
        self.law = law_of(scenario.ssr)
        self._in_force = InForce(scenario, self.law)
        self._setup = setup_part(scenario)

    def knowledge(self, known: Known) -> Knowledge:
        """The position as somebody knows it."""
        return Knowledge.of(known, self.board, self.law)

    def asl(self, table: Table) -> AslTable:
        """The kernel's table as procedures use it."""
        return AslTable(table, self.board, self.law, decide)

    def setup(self, table: Table) -> None:
        for entity in laid_out(self.scenario):
            table.world.add(entity)

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        return face(self._in_force, entity, audience)

    def now(self, known: Known, question: Question[Any] | None, audience: Audience) -> Now:
        position = self.knowledge(known)
        if position.clock.stage is Stage.OVER:
            return self._over(position)
        if isinstance(question, AslQuestion):
            now = question.now(position, audience)
        elif isinstance(question, AwaitLine):
            now = _awaiting(question, audience)
        else:
            now = self._at_rest(position, audience)
        text = position.read(now.text)
        if now.side is not None and now.side.audience is not audience:
            text = f"The {self.scenario.sides[now.side].name} {text}"
        return msgspec.structs.replace(now, text=text)

    def offers(self, known: Known, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        position = self.knowledge(known)
        return [position.as_read(one) for one in self._offers(position, side, question)]

    def _offers(
        self, position: Knowledge, side: Side, question: Question[Any] | None
    ) -> Sequence[Offer]:
        if position.clock.stage is Stage.OVER:
            return ()
        beside = [offer for one in ANY_TIME for offer in one.offers(position, side)]
        if isinstance(question, AslQuestion):
            return [*(question.offers(position) if question.side is side else ()), *beside]
        if position.clock.active is not side or isinstance(question, AwaitLine):
            return beside
        return [*self._part(position).offers(position, side), *beside]

    def refuse(
        self, known: Known, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        position = self.knowledge(known)
        with position.refusing():
            self._refuse(position, side, question, command)

    def _refuse(
        self, position: Knowledge, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        if position.clock.stage is Stage.OVER:
            raise Refused("A3.9", "The game is over.", code="closed")
        refuse_dummies(position, command)
        interjection = _INTERJECTIONS.get(type(command))
        if interjection is not None:
            interjection.refuse(position, side, command)
        elif isinstance(question, AslQuestion):
            _refuse_wrong_side(question.side, side)
            question.refuse(position, command)
        else:
            _refuse_wrong_side(position.clock.active, side)
            self._part(position).refuse(position, side, command)

    def is_interjection(self, command: Command) -> bool:
        return type(command) in _INTERJECTIONS

    def interject(self, table: Table, side: Side, command: Command) -> None:
        _INTERJECTIONS[type(command)].act(self.asl(table), side, command)

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        asl = self.asl(table)
        opened = acting(asl, command)
        await self._part(asl.truth).begin(asl, side, opened)

    def answer(self, table: Table, question: Question[Any], command: Command) -> Any:
        if not isinstance(question, AslQuestion):
            raise TypeError(f"{question.kind} is no question of these rules")
        return question.answer(acting(self.asl(table), command))

    def standing_order(
        self, world: World, known: Callable[[Side], Known], question: Question[Any] | None
    ) -> tuple[Side, Command] | None:
        active = world.get(Clock, CLOCK).active
        return ordered(lambda side: self.knowledge(known(side)), active, question)

    def settle(self, table: Table) -> None:
        settle(self.asl(table))

    def interrupts(self, table: Table, purpose: Purpose, roll: Roll) -> Iterable[Interrupt]:
        return set_off(self.asl(table), purpose, roll)

    def command_face(
        self, world: World, side: Side, command: Command, audience: Audience
    ) -> str | None:
        heard: Command | None = command
        if audience is not side.audience and isinstance(command, AslCommand):
            heard = command.heard()
        if heard is not None and audience is not side.audience:
            heard = as_seen(world, heard)
        return None if heard is None else wire(heard).decode()

    def is_over(self, world: World) -> bool:
        return world.get(Clock, CLOCK).stage is Stage.OVER

    def conclude(self, table: Table, winner: Side | None, reason: str) -> None:
        if table.world.get(Clock, CLOCK).stage is not Stage.PLAY:
            raise Refused("", "Play has not begun yet.")
        end_game(self.asl(table), winner, reason)

    def adjudicate(self, table: Table, side: Side | None, ruling: bytes) -> Ruled:
        if table.world.get(Clock, CLOCK).stage is not Stage.PLAY:
            raise Refused("", "Play has not begun yet: the setup can be changed by its own means.")
        return Bench(self.asl(table), self.face, side).carry_out(read_ruling(ruling))

    def may_take_back(self, known: Known, side: Side) -> bool:
        return known.get(Clock, CLOCK).stage is Stage.PLAY

    def dice_are_due(self, world: World) -> bool:
        """No dice are rolled in setup, and each side seals its own."""
        return world.get(Clock, CLOCK).stage is not Stage.SETUP

    def sealed_labels(self, side: Side) -> Sequence[str]:
        return sealed_labels(self.board, self.scenario.sides[side])

    def sealed_leaves(self, world: World, side: Side, sealer: Sealer) -> Sequence[Leaf]:
        return sealed_leaves(world, side)

    def fact_line(self, fact: Fact, known: Known) -> LogLine:
        if not isinstance(fact, AslFact):
            raise TypeError(f"{fact.name} is no Fact of these rules")
        return fact.line(self.knowledge(known))

    def voice(self, known: Known, text: str, audience: Audience) -> str:
        return self.knowledge(known).read(text)

    def stamp(self, world: World, line: LogLine) -> LogLine:
        clock = world.get(Clock, CLOCK)
        if clock.stage is Stage.SETUP:
            return line
        return msgspec.structs.replace(
            line, turn=clock.turn, phase=clock.phase.value, phasing=clock.phasing.value
        )

    def _part(self, position: Position) -> Part:
        if position.clock.stage is Stage.SETUP:
            return self._setup
        return part_of(position.clock)

    def _at_rest(self, position: Knowledge, audience: Audience) -> Now:
        clock = position.clock
        mine, others = self._part(position).sentence(position)
        setup = clock.stage is Stage.SETUP
        return Now(
            side=clock.active,
            kind="setup" if setup else "phase",
            text=mine if audience is clock.active.audience else others,
            rule="A2.9" if setup else "A3",
        )

    def _over(self, position: Knowledge) -> Now:
        clock = position.clock
        won = f"{self.scenario.sides[clock.winner].name} wins" if clock.winner else "A draw"
        text = f"{won}: {clock.reason}."
        return Now(side=None, kind="over", text=text, rule="A26.1")


def _awaiting(question: AwaitLine, audience: Audience) -> Now:
    mine = "Your line for the dice is still closed. Your page opens it in the browser that drew it."
    others = "has not opened its line for the dice yet; play goes on when its page has done so."
    text = mine if audience is question.side.audience else others
    return Now(side=question.side, kind="dice", text=text)


def _refuse_wrong_side(asked: Side, side: Side) -> None:
    if asked is not side:
        raise Refused("A3", "It is the other side's decision.", code="seat")


def _board(scenario: Scenario) -> Board:
    if scenario.plan is None:
        return find_board(scenario.board, scenario.month)
    return load_map(scenario.plan, scenario.month)
