"""The table as ASL procedures use it: the kernel's table with a board under it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.board.board import Board
from rules.board.locations import LocationId
from rules.forces.entities import Clock, Unit
from rules.forces.position import CLOCK, Position
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.fact import Fact
from rules.kernel.procedure import Procedure
from rules.kernel.table import Purpose, Table
from rules.kernel.view import LogLine, Modifier
from rules.kernel.world import World

T = TypeVar("T")


@dataclass(frozen=True)
class AslTable:
    """What a procedure of these rules works with. It keeps no entity: read them by id."""

    kernel: Table
    board: Board

    @property
    def world(self) -> World:
        return self.kernel.world

    @property
    def position(self) -> Position:
        """The position as it really is, now."""
        return Position(self.world, self.board)

    @property
    def clock(self) -> Clock:
        return self.world.get(Clock, CLOCK)

    def unit(self, unit_id: str) -> Unit:
        """The unit of that id, as it is now. Raises KeyError if it is gone."""
        return self.world.get(Unit, unit_id)

    def alive(self, unit_ids: tuple[str, ...]) -> tuple[Unit, ...]:
        """Those of the units that are still there, as they are now, in the order given."""
        found = (self.world.find(Unit, unit_id) for unit_id in unit_ids)
        return tuple(unit for unit in found if unit is not None)

    def change(self, unit_id: str, **fields: Any) -> Unit:
        """Change a unit, read afresh, and return it."""
        return self.world.change(self.unit(unit_id), **fields)

    async def resolve(
        self, purpose: Purpose, count: int, effects: Callable[[Roll], Procedure[T]]
    ) -> T:
        """Roll `count` dice, do what follows, and then what the roll set off."""
        return await self.kernel.resolve(purpose, count, effects)

    def roll(self, purpose: Purpose, count: int = 1) -> Roll:
        """A roll that sets nothing off: Random Selection, wounds, Ambush."""
        return self.kernel.roll(purpose, count)

    def tell(self, fact: Fact, line: LogLine) -> None:
        """Tell everybody something that was secret."""
        self.kernel.tell(fact, line)

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
            dice=roll.dice if roll else (),
            mods=mods,
            result=result,
            secret=to is not Audience.PUBLIC,
        )
        self.kernel.log(line, to)
