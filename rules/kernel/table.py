"""The table: what a procedure works with. Dice, ids, facts, the log, and what a roll sets off."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from rules.kernel.audience import Audience, Side
from rules.kernel.counters import Counters, next_of
from rules.kernel.dice import Dice, DiceError, Roll
from rules.kernel.document import Faces
from rules.kernel.fact import Fact
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.seal import Sealer, drawn_number
from rules.kernel.view import LogLine, has_tokens, rendered_line
from rules.kernel.world import Known, World

T = TypeVar("T")

Interrupt = Callable[[], Procedure[None]]

Voices = dict[tuple[int, Audience], LogLine]
"""What a side reads in place of a public line, by the line's place among those of a step."""


class Divergence(RuntimeError):
    """A re-run did something else than what was recorded: the code changed meanwhile."""


@dataclass(frozen=True)
class Told:
    """A Fact and who was told it: after how many of the step's log lines and rolls, and what its
    readers knew by then.
    """

    audience: Audience
    fact: Fact
    line: int
    rolls: int
    known: Known

    def is_heard_by(self, side: Side) -> bool:
        """Whether a side hears at least that something was told."""
        return self.audience is not side.enemy.audience or not self.fact.unheard


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
    that makes it, `at` the id of the place where it is made, if what it may set off asks for that.
    """

    kind: str
    text: str
    rule: str
    by: Side
    at: str = ""

    @property
    def called(self) -> str:
        """How a roll is called: `MC: NMC of 4-6-7 sq`."""
        return f"{self.kind}: {self.text}"


class TableRules(Protocol):
    """What a table asks of a game's rules."""

    def settle(self, table: "Table") -> None:
        """Bring up to date what follows from the position by itself. Asks and rolls nothing, and
        changes nothing if it is called again.
        """

    def interrupts(self, table: "Table", purpose: Purpose, roll: Roll) -> Iterable[Interrupt]:
        """What a roll sets off once its effects are over (Snipers)."""

    def fact_line(self, fact: Fact, known: Known) -> LogLine:
        """How a Fact reads in the log, for readers who know that much: a function of the two and
        of nothing else.
        """

    def stamp(self, world: World, line: LogLine) -> LogLine:
        """A log line with the turn and phase of the moment."""

    def voice(self, known: Known, text: str, audience: Audience) -> str:
        """A text with tokens (`voices`) as that audience reads it, which knows that much."""


class Table:
    """Everything a procedure may use of the game it runs in."""

    def __init__(
        self,
        *,
        rules: TableRules,
        world: World,
        faces: Faces,
        counters: Counters,
        dice: Dice,
        sealer: Sealer,
        entropy: str | None = "",
    ) -> None:
        """`entropy` is what the players add to the dice; None: that is not settled yet."""
        self.rules = rules
        self.world = world
        self.sealer = sealer
        self._entropy = entropy
        self._faces = faces
        self.record = Record()
        self.playback: Playback | None = None
        self.facts: list[Told] = []
        self.lines: list[tuple[Audience, LogLine]] = []
        self.voices: Voices = {}
        self._counters = counters
        self._dice = dice
        self._depth = 0
        self._settled: int | None = None
        self._queue: deque[Interrupt] = deque()
        self._draining = False

    def turn_over(self, playback: Playback | None) -> None:
        """Start the record of another input of the same action."""
        self.record, self.facts, self.lines, self.voices = Record(), [], [], {}
        self.playback = playback

    def known(self, audience: Audience) -> Known:
        """The part of the world that an audience knows now."""
        return self._faces.known(self.world, audience)

    def new_id(self, audience: Audience, prefix: str) -> ShownId:
        """An id from the sequence of those it will be shown to, at this moment."""
        return self._issue(audience, prefix, lambda number: number)

    def drawn_id(self, audience: Audience, prefix: str) -> ShownId:
        """An id that tells nothing of any other, for what is or stands for a secret: its number is
        drawn, under the game's key, from so many that none comes twice.
        """
        context = f"id:{audience.value}:{prefix}"
        return self._issue(audience, prefix, lambda n: drawn_number(self.sealer, context, n))

    def _issue(self, audience: Audience, prefix: str, number: Callable[[int], int]) -> ShownId:
        stem = prefix if audience is Audience.PUBLIC else f"{prefix}{audience.value}"
        if self.playback is not None:
            if not self.playback.ids:
                raise Divergence(f"a re-run issued an id {stem!r}, which was not recorded")
            id_ = self.playback.ids.popleft()
            if id_.rstrip("0123456789") != stem:
                raise Divergence(f"a re-run issued an id {stem!r}, recorded {id_!r}")
        else:
            id_ = f"{stem}{number(next_of(self._counters.ids, audience))}"
        self.record.ids.append(id_)
        return ShownId(id_)

    def roll(self, purpose: Purpose, count: int, audience: Audience = Audience.PUBLIC) -> Roll:
        """Roll dice, in the sequence of those who see them. With effects, use `resolve`."""
        if self.playback is not None:
            if not self.playback.rolls:
                raise Divergence(f"a re-run rolled for {purpose.text!r}, which was not recorded")
            roll = self.playback.rolls.popleft()
            if (roll.purpose, roll.audience, len(roll.dice)) != (purpose.text, audience, count):
                raise Divergence(f"a re-run rolled for {purpose.text!r}, recorded {roll.purpose!r}")
        else:
            if self._entropy is None:
                raise DiceError(f"{purpose.text!r} is rolled before the players' lines are open")
            n = next_of(self._counters.rolls, audience)
            dice = self._dice.roll(audience, n, count, self._entropy, purpose.called)
            roll = Roll(audience=audience, n=n, dice=dice, purpose=purpose.text)
        self.record.rolls.append(roll)
        return roll

    async def resolve(
        self, purpose: Purpose, count: int, effects: Callable[[Roll], Procedure[T]]
    ) -> T:
        """Roll, carry out what follows, and then whatever the roll set off.

        Interrupts are found at the roll, queued when its effects are over, and run when the
        outermost `resolve` ends, first queued first run; one that arises meanwhile joins the end
        (A14.1). Before them the position is settled, but not within effects: what one roll does
        is simultaneous.
        """
        roll = self.roll(purpose, count)
        found = tuple(self.rules.interrupts(self, purpose, roll))
        self._depth += 1
        result = await effects(roll)
        self._depth -= 1
        self._queue.extend(found)
        if self._depth == 0:
            self.settle()
        if self._depth == 0 and not self._draining:
            await self._drain()
        return result

    @property
    def is_resolving(self) -> bool:
        """Whether the effects of a roll are under way."""
        return self._depth > 0

    def afterwards(self, procedure: Interrupt) -> None:
        """Have something done once the effects of the outermost roll are over, after what that roll
        and those within it have set off until now.
        """
        self._queue.append(procedure)

    def settle(self) -> None:
        """Bring up to date what follows from the position, if anything changed since it last was.

        The kernel calls it after a roll's effects, at each question and at the end of an action;
        a procedure that goes on to judge by what follows calls it itself.
        """
        if self._settled != self.world.version:
            self.rules.settle(self)
            self._settled = self.world.version

    async def _drain(self) -> None:
        self._draining = True
        while self._queue:
            await self._queue.popleft()()
        self._draining = False

    def tell(self, fact: Fact, to: Audience = Audience.PUBLIC) -> None:
        """Tell something that was secret. Nothing secret reaches others in any other way, and
        how it is put follows from the Fact and from what its readers know.

        Raises ValueError if what is for one side alone would be told to everybody.
        """
        if fact.private and to is Audience.PUBLIC:
            raise ValueError(f"{fact.name} is told to one side alone")
        known = self._faces.known(self.world, to)
        self.facts.append(Told(to, fact, len(self.lines), len(self.record.rolls), known))
        self.log(self.rules.fact_line(fact, known), to)

    def log(self, line: LogLine, to: Audience = Audience.PUBLIC) -> None:
        """Write a line into the log of an audience; what is public, everybody reads.

        A token in it is rendered at once, by what each audience knows now: `lines` has what the
        public reads, `voices` what a side reads in its place.
        """
        if line.roll is not None and line.roll.audience not in (Audience.PUBLIC, to):
            raise ValueError(f"{line.text!r} shows a roll of {line.roll.audience} to {to}")
        stamped = self.rules.stamp(self.world, line)
        if has_tokens(stamped):
            stamped = self._voiced(stamped, to)
        self.lines.append((to, stamped))

    def show_the_rest(self) -> None:
        """Write down each roll of this input that no line shows to those who see it."""
        shown = {(to, line.roll) for to, line in self.lines}
        for roll in self.record.rolls:
            if (roll.audience, roll.seen) not in shown:
                secret = roll.audience is not Audience.PUBLIC
                line = LogLine(kind="roll", text="Dice are rolled", roll=roll.seen, secret=secret)
                self.log(line, roll.audience)

    def _voiced(self, line: LogLine, to: Audience) -> LogLine:
        """The line as its audience reads it; a side's own reading of a public line is noted."""

        def heard(audience: Audience) -> LogLine:
            known = self.known(audience)
            return rendered_line(line, lambda text: self.rules.voice(known, text, audience))

        said = heard(to)
        if to is Audience.PUBLIC:
            for audience in (Audience.A, Audience.B):
                own = heard(audience)
                if own != said:
                    self.voices[len(self.lines), audience] = own
        return said
