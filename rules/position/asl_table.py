"""The table as ASL procedures use it: the kernel's table, with a board and the law in force."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.board.board import Board
from rules.board.locations import LocationId
from rules.forces.entities import Clock
from rules.forces.goer import Goer
from rules.forces.sealed import Sealed, Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.table import Purpose, Table
from rules.kernel.view import LogLine, Modifier
from rules.kernel.world import StaleEntity, World
from rules.position.asl_fact import AslFact
from rules.position.decisions import Decide
from rules.position.knowledge import Knowledge
from rules.position.law import Law
from rules.position.position import CLOCK
from rules.position.truth import Truth, opened

T = TypeVar("T")
S = TypeVar("S", bound=Sealed)


@dataclass(frozen=True)
class AslTable:
    """What a procedure of these rules works with. It keeps no entity: read them by id.

    `board` is the map as it was set up: what Locations are called, and how hexes lie. What stands
    there now is asked of a position. `decide` puts a decision to its side and returns the value of
    the option that it takes, be it one of those of which nobody else knows.
    """

    kernel: Table
    board: Board
    law: Law
    decide: Decide

    @property
    def world(self) -> World:
        return self.kernel.world

    @property
    def truth(self) -> Truth:
        """The position as it really is, now."""
        return Truth.of(self.world, self.board, self.law)

    @property
    def last_dice(self) -> tuple[int, ...]:
        """The last dice that everybody has seen since the last decision, if there were any."""
        seen = (r.dice for r in reversed(self.kernel.record.rolls) if r.audience is Audience.PUBLIC)
        return next(seen, ())

    def known(self, side: Side) -> Knowledge:
        """The position as a side knows it, now."""
        return Knowledge.of(self.kernel.known(side.audience), self.board, self.law)

    @property
    def public(self) -> Knowledge:
        """The position as everybody can see it, now."""
        return Knowledge.of(self.kernel.known(Audience.PUBLIC), self.board, self.law)

    @property
    def clock(self) -> Clock:
        return self.world.get(Clock, CLOCK)

    def counters(self, shown: Iterable[ShownId]) -> tuple[CounterId, ...]:
        """What is shown by those ids now, in the order given: as a command or an answer names them
        when it is taken in. A "?" stands for all that are under it. Raises KeyError for
        one that is not there.
        """
        truth = self.truth
        return tuple(goer.counter for one in shown for goer in truth.goers_shown_by(one))

    def counter(self, shown: ShownId) -> CounterId:
        """The unit that is shown by that id now, likewise."""
        return self.truth.unit(shown).counter

    def shown(self, unit_ids: Iterable[CounterId]) -> tuple[ShownId, ...]:
        """What units are shown by now, in the order given: as a question or a Fact names them."""
        truth = self.truth
        return tuple(truth.unit_of(unit_id).id for unit_id in unit_ids)

    def goers(self, ids: Iterable[CounterId]) -> tuple[Goer, ...]:
        """Whatever of that goes and is still there, as it is now, in the order given."""
        truth = self.truth
        found = (truth.goer(one) for one in ids)
        return tuple(goer for goer in found if goer is not None)

    def unit(self, unit_id: CounterId) -> Unit:
        """The unit that is that counter, as it is now. Raises KeyError if it is gone."""
        return self.truth.unit_of(unit_id)

    def alive(self, unit_ids: tuple[CounterId, ...]) -> tuple[Unit, ...]:
        """Those of the units that are still there, as they are now, in the order given."""
        truth = self.truth
        found = (truth.counter(unit_id) for unit_id in unit_ids)
        return tuple(unit for unit in found if unit is not None)

    def change(self, unit_id: CounterId, **fields: Any) -> Unit:
        """Change a unit, read afresh, and return it."""
        return self.put(self.unit(unit_id), **fields)

    def mark(self, goer_id: CounterId, **fields: Any) -> None:
        """Change whatever goes, read afresh. Raises KeyError if it is gone."""
        goer = self.truth.goer(goer_id)
        if goer is None:
            raise KeyError(goer_id)
        if isinstance(goer, Sealed):
            self.put(goer, **fields)
        else:
            self.world.change(goer, **fields)

    def put(self, counter: S, **fields: Any) -> S:
        """Change a counter where it is, on the board or in its envelope.

        Raises StaleEntity if it is not as it was read.
        """
        if counter.under is None:
            return self.world.change(counter, **fields)
        veiled, new = self._envelope(counter), replace(counter, **fields)
        self.world.change(veiled, what=veiled.what.with_value(new))
        return new

    def drop(self, counter: Sealed) -> None:
        """Take a counter off the board, or its envelope with it. Raises StaleEntity likewise."""
        self.world.drop(counter if counter.under is None else self._envelope(counter))

    def _envelope(self, counter: Sealed) -> Veiled:
        veiled = self.world.get(Veiled, counter.id)
        if opened(veiled) is not counter:
            raise StaleEntity(f"{counter.id} was changed meanwhile; read it again")
        return veiled

    async def resolve(
        self, purpose: Purpose, count: int, effects: Callable[[Roll], Procedure[T]]
    ) -> T:
        """Roll `count` dice, do what follows, and then what the roll set off."""
        return await self.kernel.resolve(purpose, count, effects)

    @property
    def is_resolving(self) -> bool:
        """Whether the effects of a roll are under way."""
        return self.kernel.is_resolving

    def afterwards(self, procedure: Callable[[], Procedure[None]]) -> None:
        """Have something done when all effects of the roll under way are over."""
        self.kernel.afterwards(procedure)

    def roll(self, purpose: Purpose, count: int = 1, to: Audience = Audience.PUBLIC) -> Roll:
        """A roll that sets nothing off: Random Selection, wounds, Ambush. Everybody sees it, or one
        side alone.
        """
        return self.kernel.roll(purpose, count, to)

    def settle(self) -> None:
        """Bring up to date what follows from the position by itself."""
        self.kernel.settle()

    def tell(self, fact: AslFact, to: Audience = Audience.PUBLIC) -> None:
        """Tell everybody, or one side alone, something that was secret."""
        self.kernel.tell(fact, to)

    def log(  # noqa: PLR0913 - the parts of a log line
        self,
        kind: str,
        text: str,
        *,
        side: Side | None = None,
        rule: str = "",
        at: tuple[LocationId, ...] = (),
        roll: Roll | None = None,
        mods: tuple[Modifier, ...] = (),
        result: str = "",
        to: Audience = Audience.PUBLIC,
    ) -> None:
        """Write a line into the log of everybody, or of one side alone (it then carries
        the seal).
        """
        line = LogLine(
            kind=kind,
            text=text,
            side=side,
            rule=rule,
            at=tuple(at),
            roll=roll.seen if roll and roll.dice else None,
            mods=mods,
            result=result,
            secret=to is not Audience.PUBLIC,
        )
        self.kernel.log(line, to)
