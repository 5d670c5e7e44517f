"""A table for tests of the rules: an inline board, the units one says, dice in a script.

bench = Bench("woods: C3", [unit("g1", "ger-467", "C3")], dice=[(3, 4)])
bench.run(some_procedure(bench.table, …), CcPass())
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from rules.board.board import Board
from rules.board.locations import LocationId, hex_id, location
from rules.forces.entities import Clock, Conditions, Ec, SideState, Wind
from rules.forces.lookup import unit_type
from rules.forces.phases import Phase, Stage
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.codec import EntityCodec
from rules.kernel.command import Command
from rules.kernel.counters import Counters
from rules.kernel.dice import HmacDice, Roll, ScriptedDice
from rules.kernel.document import Faces
from rules.kernel.entity import Entity
from rules.kernel.fact import Fact
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.seal import TokenSealer
from rules.kernel.table import Interrupt, Purpose, Table
from rules.kernel.view import Face, LogLine
from rules.kernel.world import Known, World
from rules.mapmaking.source import parse_board
from rules.play.decisions import decide
from rules.play.faces import KINDS
from rules.play.interrupts import set_off
from rules.play.part import AslQuestion
from rules.play.settling import settle
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.law import BOOK, Law
from rules.position.position import CLOCK, CONDITIONS

T = TypeVar("T")

BOARD = "inline"


def at(hex_name: str) -> LocationId:
    """The ground level Location of a hex of an inline board."""
    return location(hex_id(BOARD, hex_name))


def unit(id_: str, type_: str, hex_name: str, **fields: Any) -> Unit:
    """A unit; Germans are side a, the others side b. Its letter is its id."""
    side = Side.A if unit_type(type_).nation == "german" else Side.B
    return Unit(
        id=ShownId(id_),
        side=side,
        counter=CounterId(id_),
        type=type_,
        letter=id_,
        at=at(hex_name),
        **fields,
    )


def ids(*names: str) -> tuple[ShownId, ...]:
    """The ids of units as commands and questions give them."""
    return tuple(ShownId(name) for name in names)


def counters(*names: str) -> tuple[CounterId, ...]:
    """The same units as procedures hold them."""
    return tuple(CounterId(name) for name in names)


def weapon(id_: str, type_: str, holder: Unit) -> Weapon:
    """A support weapon that a unit possesses."""
    return Weapon(
        id=ShownId(id_),
        side=holder.side,
        counter=CounterId(id_),
        type=type_,
        letter=id_,
        holder=holder.id,
        at=holder.at,
    )


def clock(phase: Phase, phasing: Side = Side.A) -> Clock:
    """A clock in the first turn, with the phasing side active."""
    return Clock(
        id=CLOCK,
        stage=Stage.PLAY,
        turn=1,
        turns=6,
        first=Side.A,
        half_turn=False,
        phase=phase,
        phasing=phasing,
        active=phasing,
    )


_FAIR = Conditions(id=CONDITIONS, year=1943, ec=Ec.MODERATE, wind=Wind.NONE, wind_to=None)
_SIDES = tuple(SideState(id=side.value, side=side, elr=5, san=0) for side in Side)


class Bench:
    """A table with units on it, a way to run procedures on it, and the log they wrote."""

    def __init__(
        self,
        board: str,
        entities: Iterable[Entity],
        *,
        phase: Phase = Phase.CCPH,
        phasing: Side = Side.A,
        dice: Iterable[tuple[int, ...]] | HmacDice = (),
        law: Law = BOOK,
    ) -> None:
        """`dice` are the rolls to come in their order, or a service for tests by chance."""
        self.dice = dice if isinstance(dice, HmacDice) else ScriptedDice(dice)
        self.board = parse_board(board, BOARD)
        rules = _PlainRules(self.board, law)
        placed = tuple(entities)
        said = any(isinstance(one, Conditions) for one in placed)
        on_table = [clock(phase, phasing), *(() if said else (_FAIR,)), *_SIDES, *placed]
        world = World(on_table, check=EntityCodec(KINDS).round_trip)
        kernel = Table(
            rules=rules,
            world=world,
            faces=Faces(rules),
            counters=Counters(),
            dice=self.dice,
            sealer=TokenSealer(),
        )
        self.table = AslTable(kernel, self.board, law, decide)
        self.asked: list[AslQuestion[Any]] = []

    @property
    def public(self) -> Knowledge:
        """The position as everybody can see it, which is all there is without mines."""
        return self.table.public

    @property
    def log(self) -> list[LogLine]:
        """The lines written so far."""
        return [line for _, line in self.table.kernel.lines]

    def run(self, procedure: Procedure[T], *answers: Command) -> T:
        """Run a procedure to its end. Each answer must fit its question, and none may be left;
        neither may dice.
        """
        left = list(answers)
        result = self._drive(procedure, left)
        assert not left
        assert isinstance(self.dice, ScriptedDice)
        assert not self.dice.left
        return result

    def _drive(self, procedure: Procedure[T], left: list[Command]) -> T:
        answer: Any = None
        while True:
            try:
                question = procedure.send(answer)
            except StopIteration as stop:
                self.table.settle()
                result: T = stop.value
                return result
            self.table.settle()
            assert isinstance(question, AslQuestion)
            assert left, f"nobody answers {question}"
            self.asked.append(question)
            question.refuse(self.table.known(question.side), left[0])
            answer = question.answer(left.pop(0))

    def unit(self, id_: str) -> Unit:
        return self.table.truth.unit(ShownId(id_))

    def is_gone(self, id_: str) -> bool:
        return self.table.world.find(Unit, id_) is None


class _Shown(Face, frozen=True, kw_only=True, tag="shown"):
    """A face that says no more than that an audience knows of the entity."""


class _PlainRules:
    """What the kernel's table asks of a ruleset, with nothing of a scenario."""

    def __init__(self, board: Board, law: Law) -> None:
        self._board = board
        self._law = law

    def settle(self, table: Table) -> None:
        settle(AslTable(table, self._board, self._law, decide))

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        owner: Side | None = getattr(entity, "owner", None)
        return _Shown(id=entity.id) if owner is None or owner.audience is audience else None

    def interrupts(self, table: Table, purpose: Purpose, roll: Roll) -> Iterable[Interrupt]:
        return set_off(AslTable(table, self._board, self._law, decide), purpose, roll)

    def fact_line(self, fact: Fact, known: Known) -> LogLine:
        assert isinstance(fact, AslFact)
        return fact.line(Knowledge(known, self._board, self._law))

    def stamp(self, world: World, line: LogLine) -> LogLine:
        return line

    def voice(self, known: Known, text: str, audience: Audience) -> str:
        return Knowledge(known, self._board, self._law).read(text)
