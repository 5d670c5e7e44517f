"""How time is counted at a table: what a clock says from its terms and its last press.

A clock is pressed when everybody is told of an act by which the decision passes or begins anew,
and at nothing else: it shows no step of which somebody was not told. The first seconds of every
decision cost nobody anything; as many as a standing order takes at most (`games.delays`), so that
what the server does for a player costs him no time, and looks like a player who is as quick.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from games.delays import LONGEST
from games.models.choices import Timing
from rules.kernel.audience import Side

FREE: Final = timedelta(seconds=LONGEST)
"""Of every decision."""
NEW_SESSION: Final = timedelta(hours=4)
"""A break of as much ends the session."""
NOTHING: Final = timedelta()


@dataclass(frozen=True)
class Terms:
    """What a clock gives: to each side in all, for each session or for each decision; and to both
    sides at the beginning of each Player Turn.
    """

    timing: Timing
    base: timedelta
    increment: timedelta = NOTHING


@dataclass(frozen=True)
class Dial:
    """A clock after its last press. `left` is what each side had then, and may be negative; `runs`
    is the side whose time has run since, `turn` the Player Turn, `until` the end of a break.
    """

    terms: Terms
    left: Mapping[Side, timedelta]
    runs: Side | None
    since: datetime
    turn: str = ""
    until: datetime | None = None

    @classmethod
    def new(cls, terms: Terms, now: datetime) -> "Dial":
        """A clock that does not run yet."""
        return cls(terms, dict.fromkeys(Side, terms.base), None, now)

    def elapsed(self, now: datetime) -> timedelta:
        """How long the present decision has taken, without the break that it began in."""
        begun = max(self.since, self.until) if self.until else self.since
        return max(NOTHING, now - begun)

    def left_at(self, side: Side, now: datetime) -> timedelta:
        """What a side has left."""
        spent = max(NOTHING, self.elapsed(now) - FREE) if side is self.runs else NOTHING
        return self.left[side] - spent

    def falls_at(self) -> datetime | None:
        """When the time that runs is out; None if none runs."""
        if self.runs is None:
            return None
        begun = max(self.since, self.until) if self.until else self.since
        return begun + FREE + self.left[self.runs]

    def fallen(self, now: datetime) -> tuple[Side, ...]:
        """The sides whose time is out."""
        return tuple(side for side in Side if self.left_at(side, now) <= NOTHING)

    def pressed(self, now: datetime, runs: Side | None, turn: str, *, anew: bool) -> "Dial":
        """After a press: whose time runs from now on, and whether he has a new decision to make."""
        left = {side: self.left_at(side, now) for side in Side}
        anew = anew or runs is not self.runs
        if self.terms.timing is Timing.DAYS and runs is not None and anew:
            left[runs] = self.terms.base
        if turn and self.turn and turn != self.turn:
            left = {side: time + self.terms.increment for side, time in left.items()}
        return replace(self, left=left, runs=runs, since=now, turn=turn or self.turn)

    def broken(self, now: datetime, until: datetime) -> "Dial":
        """At the beginning of a break. A long one ends the session: both begin the next afresh."""
        left = {side: self.left_at(side, now) for side in Side}
        if self.terms.timing is Timing.SESSION and until - now >= NEW_SESSION:
            left = dict.fromkeys(Side, self.terms.base)
        return replace(self, left=left, since=now, until=until)

    def carried_on(self, now: datetime) -> "Dial":
        """At the end of a break, be it reached or agreed on before."""
        begun = min(now, self.until) if self.until else now
        return replace(self, since=max(begun, self.since), until=None)

    def forgiven(self, before: datetime, now: datetime) -> "Dial":
        """Without the time from `before` on, in which nothing was served."""
        return replace(self, since=self.since + max(NOTHING, now - max(self.since, before)))
