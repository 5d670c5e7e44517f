"""The rules of one scenario, as the kernel asks them: which part of play answers is
decided here.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from rules.board.board import Board
from rules.board.finding import find_board
from rules.board.maps import load_map
from rules.chapters.a26_victory import update_control
from rules.forces.asl_table import AslTable
from rules.forces.entities import (
    KINDS,
    Clock,
    Control,
    Mission,
    Phase,
    SideState,
    Stage,
)
from rules.forces.position import CLOCK, Position
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.entity import Entity
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.table import Interrupt, Purpose, Table
from rules.kernel.view import ButtonOffer, Face, LogLine, Now, Offer
from rules.kernel.world import View, World
from rules.play.advance import AdvancePart
from rules.play.close_combat import CloseCombatPart
from rules.play.commands import COMMANDS, AddEntropy, AskBreaks, EndPhase, Resign
from rules.play.descriptions import describe
from rules.play.faces import face
from rules.play.fire import FirePart
from rules.play.movement import MovementPart
from rules.play.orders import ask_breaks_offer, never_breaks, new_order, order_breaks
from rules.play.part import AslQuestion, Part
from rules.play.rally import RallyPart
from rules.play.reaction import FireWindow, standing_pass
from rules.play.rout import RoutPart
from rules.play.sequence import end_game
from rules.play.setup import SetupPart, add_entropy, entropy_offer, refuse_entropy
from rules.scenarios.types import Scenario

RESIGN = ButtonOffer(verb="resign", label="Resign", hint="Give the game up.")


class AslRules:
    """One scenario's rules (the kernel's `Ruleset`)."""

    kinds = KINDS
    commands = COMMANDS

    def __init__(self, scenario: Scenario, board: Board | None = None) -> None:
        self.scenario = scenario
        self.board = board or _board(scenario)
        self._setup = SetupPart(scenario)
        self._parts: dict[Phase, Part] = {
            Phase.RPH: RallyPart(),
            Phase.PFPH: FirePart(Phase.PFPH),
            Phase.MPH: MovementPart(),
            Phase.DFPH: FirePart(Phase.DFPH),
            Phase.AFPH: FirePart(Phase.AFPH),
            Phase.RTPH: RoutPart(),
            Phase.APH: AdvancePart(),
            Phase.CCPH: CloseCombatPart(),
        }

    def setup(self, table: Table) -> None:
        card = self.scenario
        world = table.world
        world.add(
            Clock(
                id=CLOCK,
                stage=Stage.SETUP,
                turn=1,
                turns=card.turns,
                first=card.first,
                half_turn=card.half_turn,
                phase=Phase.RPH,
                phasing=card.first,
                active=card.setup[0],
            )
        )
        victory = card.victory
        world.add(Mission(id="mission", side=victory.side, at_least=victory.at_least))
        for hex_id in victory.hexes:
            world.add(Control(id=hex_id, side=victory.side.enemy))
        for side in Side:
            world.add(SideState(id=side.value, side=side))
            world.add(new_order(side))

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        return face(self.scenario, entity, audience)

    def now(self, known: View, question: Question[Any] | None, audience: Audience) -> Now:
        position = Position(known, self.board)
        if position.clock.stage is Stage.OVER:
            return self._over(position)
        if isinstance(question, AslQuestion):
            now = question.now(position, audience)
        else:
            now = self._at_rest(position, audience)
        if now.side is None or now.side.audience is audience:
            return now
        text = f"The {self.scenario.sides[now.side].name} {now.text}"
        return msgspec.structs.replace(now, text=text)

    def offers(self, known: View, side: Side, question: Question[Any] | None) -> Sequence[Offer]:
        position = Position(known, self.board)
        if position.clock.stage is Stage.OVER:
            return ()
        beside = entropy_offer(position, side)
        if position.clock.stage is Stage.PLAY:
            beside = [*ask_breaks_offer(position, side), RESIGN]
        if isinstance(question, AslQuestion):
            return [*(question.offers(position) if question.side is side else ()), *beside]
        if position.clock.active is not side:
            return beside
        return [*self._part(position).offers(position, side), *beside]

    def refuse(
        self, known: View, side: Side, question: Question[Any] | None, command: Command
    ) -> None:
        position = Position(known, self.board)
        if position.clock.stage is Stage.OVER:
            raise Refused("A3.9", "The game is over.", code="closed")
        match command:
            case Resign():
                if position.clock.stage is not Stage.PLAY:
                    raise Refused("", "There is nothing to resign yet.")
            case AddEntropy():
                refuse_entropy(position, side, command)
            case AskBreaks():
                if not ask_breaks_offer(position, side):
                    raise Refused("A10.41", "You are asked about Voluntary Break already.")
            case _ if isinstance(question, AslQuestion):
                _refuse_wrong_side(question.side, side)
                question.refuse(position, command)
            case _:
                _refuse_wrong_side(position.clock.active, side)
                self._part(position).refuse(position, side, command)

    def is_interjection(self, command: Command) -> bool:
        return isinstance(command, AddEntropy | AskBreaks | Resign)

    def interject(self, table: Table, side: Side, command: Command) -> None:
        match command:
            case AddEntropy():
                add_entropy(AslTable(table, self.board), side, command)
            case AskBreaks():
                order_breaks(AslTable(table, self.board), side, never=False)
            case Resign():
                end_game(AslTable(table, self.board), side.enemy, "the other side resigns")
            case _:
                raise TypeError(f"{command.verb} is no interjection")

    async def begin(self, table: Table, side: Side, command: Command) -> None:
        """One action, and then who Controls what (A26.11)."""
        asl = AslTable(table, self.board)
        await self._part(asl.position).begin(asl, side, command)
        update_control(asl)

    def answer(self, question: Question[Any], command: Command) -> Any:
        if not isinstance(question, AslQuestion):
            raise TypeError(f"{question.kind} is no question of these rules")
        return question.answer(command)

    def standing_order(
        self, world: World, question: Question[Any] | None
    ) -> tuple[Side, Command] | None:
        if isinstance(question, FireWindow):
            passed = standing_pass(world, question)
            return (question.side, passed) if passed else None
        clock = world.get(Clock, CLOCK)
        at_break = question is None and clock.stage is Stage.PLAY and clock.breaking
        if at_break and never_breaks(world, clock.active):
            return clock.active, EndPhase()
        return None

    def interrupts(self, table: Table, purpose: Purpose, roll: Roll) -> Iterable[Interrupt]:
        return ()

    def command_face(
        self, world: World, side: Side, command: Command, audience: Audience
    ) -> str | None:
        return describe(world, side, command, audience)

    def is_over(self, world: World) -> bool:
        return world.get(Clock, CLOCK).stage is Stage.OVER

    def may_take_back(self, known: View, side: Side) -> bool:
        return known.get(Clock, CLOCK).stage is Stage.PLAY

    def entropy(self, world: World) -> str:
        return "|".join(world.get(SideState, side.value).entropy for side in Side)

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
        return self._parts[position.clock.phase]

    def _at_rest(self, position: Position, audience: Audience) -> Now:
        clock = position.clock
        mine, others = self._part(position).sentence(position)
        setup = clock.stage is Stage.SETUP
        return Now(
            side=clock.active,
            kind="setup" if setup else "phase",
            text=mine if audience is clock.active.audience else others,
            rule="A2.9" if setup else "A3",
        )

    def _over(self, position: Position) -> Now:
        clock = position.clock
        winner = self.scenario.sides[clock.winner].name if clock.winner else "Nobody"
        text = f"{winner} wins: {clock.reason}."
        return Now(side=None, kind="over", text=text, rule="A26.1")


def _refuse_wrong_side(asked: Side, side: Side) -> None:
    if asked is not side:
        raise Refused("A3", "It is the other side's decision.", code="seat")


def _board(scenario: Scenario) -> Board:
    if scenario.plan is None:
        return find_board(scenario.board, scenario.month)
    return load_map(scenario.plan, scenario.month)
