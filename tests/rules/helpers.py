"""A table for tests of the rules: an inline board, the units one says, dice in a script.

bench = Bench("woods: C3", [unit("g1", "ger-467", "C3")], dice=[(3, 4)])
bench.run(some_procedure(bench.table, …), CcPass())
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, cast

from rules.board.locations import LocationId, hex_id, location
from rules.board.source import parse_board
from rules.forces.asl_table import AslTable
from rules.forces.entities import KINDS, Clock, Phase, Stage, Unit, Weapon
from rules.forces.lookup import unit_type
from rules.forces.position import CLOCK, Position
from rules.kernel.audience import Audience, Side
from rules.kernel.codec import EntityCodec
from rules.kernel.counters import Counters
from rules.kernel.dice import HmacDice, Roll, ScriptedDice
from rules.kernel.document import Faces
from rules.kernel.entity import Entity
from rules.kernel.procedure import Procedure
from rules.kernel.ruleset import Command, Ruleset
from rules.kernel.seal import TokenSealer
from rules.kernel.table import Interrupt, Purpose, Table
from rules.kernel.view import Face, LogLine
from rules.kernel.world import World
from rules.play.part import AslQuestion

T = TypeVar("T")

BOARD = "inline"


def at(hex_name: str) -> LocationId:
    """The ground level Location of a hex of an inline board."""
    return location(hex_id(BOARD, hex_name))


def unit(id_: str, type_: str, hex_name: str, **fields: Any) -> Unit:
    """A unit; Germans are side a, the others side b. Its letter is its id."""
    side = Side.A if unit_type(type_).nation == "german" else Side.B
    return Unit(id=id_, side=side, counter=id_, type=type_, letter=id_, at=at(hex_name), **fields)


def weapon(id_: str, type_: str, holder: Unit) -> Weapon:
    """A support weapon that a unit possesses."""
    return Weapon(
        id=id_,
        side=holder.side,
        counter=id_,
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
    ) -> None:
        """`dice` are the rolls to come in their order, or a service for tests by chance."""
        self.dice = dice if isinstance(dice, HmacDice) else ScriptedDice(dice)
        rules = cast("Ruleset", _PlainRules())
        world = World([clock(phase, phasing), *entities], check=EntityCodec(KINDS).round_trip)
        kernel = Table(
            rules=rules,
            world=world,
            faces=Faces(rules),
            counters=Counters(),
            dice=self.dice,
            sealer=TokenSealer(),
        )
        self.table = AslTable(kernel, parse_board(board, BOARD))
        self.asked: list[AslQuestion[Any]] = []

    @property
    def position(self) -> Position:
        return self.table.position

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
                result: T = stop.value
                return result
            assert isinstance(question, AslQuestion)
            assert left, f"nobody answers {question}"
            self.asked.append(question)
            question.refuse(self.position, left[0])
            answer = question.answer(left.pop(0))

    def unit(self, id_: str) -> Unit:
        return self.table.unit(id_)

    def is_gone(self, id_: str) -> bool:
        return self.table.world.find(Unit, id_) is None


class _Shown(Face, frozen=True, kw_only=True, tag="shown"):
    """A face that says no more than that an audience knows of the entity."""


class _PlainRules:
    """What the kernel's table asks of a ruleset, with nothing of a scenario."""

    def face(self, entity: Entity, audience: Audience) -> Face | None:
        owner: Side | None = getattr(entity, "owner", None)
        return _Shown(id=entity.id) if owner is None or owner.audience is audience else None

    def interrupts(self, table: Table, purpose: Purpose, roll: Roll) -> Sequence[Interrupt]:
        return ()

    def entropy(self, world: World) -> str:
        return ""

    def stamp(self, world: World, line: LogLine) -> LogLine:
        return line
