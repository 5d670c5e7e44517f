"""The table: what a procedure works with. Dice, ids, facts, the log, and what a roll sets off."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.counters import Counters, next_of
from rules.kernel.dice import Dice, Roll
from rules.kernel.document import Faces
from rules.kernel.fact import Fact
from rules.kernel.procedure import Procedure
from rules.kernel.seal import Sealer
from rules.kernel.view import LogLine
from rules.kernel.world import Known, World

if TYPE_CHECKING:
    from rules.kernel.ruleset import Ruleset

T = TypeVar("T")

Interrupt = Callable[[], Procedure[None]]


class Divergence(RuntimeError):
    """A re-run did something else than what was recorded: the code changed meanwhile."""


class Told(msgspec.Struct, frozen=True):
    """A Fact and who was told it, after how many of the step's log lines."""

    audience: Audience
    fact: Fact
    line: int = 0


@dataclass
class Record:
    """What one input led to: the rolls made and the ids issued, in order."""

    rolls: list[Roll] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)


@dataclass
class Playback:
    """The rest of a recorded input, while it is re-run."""

    rolls: deque[Roll]
    ids: deque[str]

    def must_be_empty(self) -> None:
        """Raises Divergence if the re-run asked for less than was recorded."""
        if self.rolls or self.ids:
            raise Divergence(f"left over: {len(self.rolls)} rolls, {len(self.ids)} ids")


@dataclass(frozen=True)
class Purpose:
    """What a roll is for: said with every roll, and asked by what a roll may set off.

    `kind` is the family that rules ask about (`IFT`, `MC`, `TC`, `rally`, …); `by` is the side
    that makes it.
    """

    kind: str
    text: str
    rule: str
    by: Side


class Table:
    """Everything a procedure may use of the game it runs in."""

    def __init__(
        self,
        *,
        rules: "Ruleset",
        world: World,
        faces: Faces,
        counters: Counters,
        dice: Dice,
        sealer: Sealer,
    ) -> None:
        self.rules = rules
        self.world = world
        self.sealer = sealer
        self._faces = faces
        self.record = Record()
        self.playback: Playback | None = None
        self.facts: list[Told] = []
        self.lines: list[tuple[Audience, LogLine]] = []
        self._counters = counters
        self._dice = dice
        self._depth = 0
        self._queue: deque[Interrupt] = deque()
        self._draining = False

    def turn_over(self, playback: Playback | None) -> None:
        """Start the record of another input of the same action."""
        self.record, self.facts, self.lines = Record(), [], []
        self.playback = playback

    def known(self, side: Side) -> Known:
        """The part of the world that a side knows now."""
        return self._faces.known(self.world, side.audience)

    def new_id(self, audience: Audience, prefix: str) -> str:
        """An id from the sequence of those it will be shown to, at this moment."""
        stem = prefix if audience is Audience.PUBLIC else f"{prefix}{audience.value}"
        if self.playback is not None:
            if not self.playback.ids:
                raise Divergence(f"a re-run issued an id {stem!r}, which was not recorded")
            id_ = self.playback.ids.popleft()
            if id_.rstrip("0123456789") != stem:
                raise Divergence(f"a re-run issued an id {stem!r}, recorded {id_!r}")
        else:
            id_ = f"{stem}{next_of(self._counters.ids, audience)}"
        self.record.ids.append(id_)
        return id_

    def roll(self, purpose: Purpose, count: int, audience: Audience = Audience.PUBLIC) -> Roll:
        """Roll dice, in the sequence of those who see them. With effects, use `resolve`."""
        if self.playback is not None:
            if not self.playback.rolls:
                raise Divergence(f"a re-run rolled for {purpose.text!r}, which was not recorded")
            roll = self.playback.rolls.popleft()
            if (roll.purpose, roll.audience, len(roll.dice)) != (purpose.text, audience, count):
                raise Divergence(f"a re-run rolled for {purpose.text!r}, recorded {roll.purpose!r}")
        else:
            n = next_of(self._counters.rolls, audience)
            dice = self._dice.roll(audience, n, count, self.rules.entropy(self.world))
            roll = Roll(audience=audience, n=n, dice=dice, purpose=purpose.text)
        self.record.rolls.append(roll)
        return roll

    async def resolve(
        self, purpose: Purpose, count: int, effects: Callable[[Roll], Procedure[T]]
    ) -> T:
        """Roll, carry out what follows, and then whatever the roll set off.

        Interrupts are found at the roll, queued when its effects are over, and run when the
        outermost `resolve` ends, first queued first run; one that arises meanwhile joins the end
        (A14.1).
        """
        roll = self.roll(purpose, count)
        found = tuple(self.rules.interrupts(self, purpose, roll))
        self._depth += 1
        result = await effects(roll)
        self._depth -= 1
        self._queue.extend(found)
        if self._depth == 0 and not self._draining:
            await self._drain()
        return result

    async def _drain(self) -> None:
        self._draining = True
        while self._queue:
            await self._queue.popleft()()
        self._draining = False

    def tell(self, fact: Fact, line: LogLine, to: Audience = Audience.PUBLIC) -> None:
        """Tell something that was secret. Nothing secret reaches others in any other way."""
        self.facts.append(Told(to, fact, len(self.lines)))
        self.log(line, to)

    def log(self, line: LogLine, to: Audience = Audience.PUBLIC) -> None:
        """Write a line into the log of an audience; what is public, everybody reads."""
        self.lines.append((to, self.rules.stamp(self.world, line)))
