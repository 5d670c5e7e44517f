"""A10.1 One check against the Morale Level, by any name: MC, TC, LLMC and LLTC (A10.2), that of
Interdiction (A10.53), and Rally (A10.6).

Who rolls, against what, with which ledger, and what follows in which order is said by a `Check` and
the procedures handed over with it. The order is always the same: the DR; the verdict; its line in
the log; what follows; and then, outside, what the roll sets off.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.chapters.concealment.covers import surface, uncover
from rules.chapters.morale.a10_morale_level import morale_level
from rules.forces.units import Unit
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import NamedQuestion, Rule
from rules.position.position import (
    Position,
    audience_of,
    best_leader,
    good_order,
    is_dummy,
    is_leader,
    leadership,
    name,
    values,
    vantage,
)
from rules.position.purposes import purpose_of

TWO = 2
TWELVE = 12


@dataclass(frozen=True)
class Kind:
    """A family of checks: what its DR is for, the log's kind of line, the rule, and the highest
    Original DR that can pass.
    """

    purpose: str
    log: str
    rule: str
    highest: int


MORALE_CHECK = Kind("MC", "check", "A10.1", TWELVE - 1)  # A10.31: an Original 12 never passes
TASK_CHECK = Kind("TC", "check", "A10.1", TWELVE)
RALLY_ATTEMPT = Kind("rally", "rally", "A10.6", TWELVE - 1)  # an Original 12 is Fate


@dataclass(frozen=True)
class Words:
    """How the log says the result; `twelve` where an Original 12 has a word of its own."""

    passed: str = "passes"
    failed: str = "fails"
    twelve: str | None = None


@dataclass(frozen=True)
class Check:
    """A check about to be made by a unit.

    `rule` is the one that calls for it where that is not the kind's own, and `logged` the one its
    line names. `pins` says whether the highest DR that passes pins the unit (A7.8), or None if it
    never does. `surely` is an Original DR that passes in any case; `may_heat` says whether an
    Original 2 brings Heat of Battle (A15.1).
    """

    kind: Kind
    unit: CounterId
    label: str
    mods: tuple[Modifier, ...]
    rule: str = ""
    logged: str = ""
    pins: Callable[[Position, Unit], bool] | None = None
    surely: int | None = None
    words: Words = Words()
    may_heat: bool = True


@dataclass(frozen=True)
class Outcome:
    """A check that was made: against which Morale Level, and what came of it."""

    check: Check
    roll: Roll
    level: int
    passed: bool
    pinned: bool

    @property
    def total(self) -> int:
        """The Final DR."""
        return self.roll.total + sum(mod.value for mod in self.check.mods)

    @property
    def words(self) -> str:
        words = self.check.words
        if words.twelve is not None and self.roll.total == TWELVE:
            return words.twelve
        said = words.passed if self.passed else words.failed
        return f"{said}, pinned" if self.pinned else said


Follows: TypeAlias = Callable[[AslTable, Outcome], Procedure[None]]
"""A part of what follows from a check; each looks at the outcome and does its own or nothing."""


async def make_check(table: AslTable, check: Check, follows: Iterable[Follows]) -> Outcome:
    """A10.1: roll, judge, tell, and do what follows, in the order given."""
    unit = table.unit(check.unit)
    rule = check.rule or check.kind.rule
    text = f"{check.label} of {name(unit)}"
    purpose = purpose_of(unit, check.kind.purpose, text, rule)

    async def effects(roll: Roll) -> Outcome:
        return await check_by(table, check, roll, follows)

    return await table.resolve(purpose, 2, effects)


async def check_by(
    table: AslTable, check: Check, roll: Roll, follows: Iterable[Follows]
) -> Outcome:
    """A8.31: the same with a DR that was made already, which sets off nothing further."""
    outcome = judge(table.truth, check, roll)
    if is_dummy(table.unit(check.unit)):
        _check_of_dummy(table, outcome)
        return outcome
    if table.unit(check.unit).under is not None and _shows(outcome):
        surface(table, check.unit)
    _log(table, outcome)
    for follow in follows:
        await follow(table, outcome)
    return outcome


def _shows(outcome: Outcome) -> bool:
    """A12.121, case F: whether a check costs a unit that nobody sees its "?": a MC that it fails,
    or one that brings Heat of Battle (docs/rulings.md).
    """
    is_mc = outcome.check.kind is MORALE_CHECK
    return is_mc and (not outcome.passed or outcome.roll.total == TWO)


def _check_of_dummy(table: AslTable, outcome: Outcome) -> None:
    """A12.14: a Dummy's DR is like any other's; if it fails or is pinned, its stack goes."""
    unit = table.unit(outcome.check.unit)
    _log(table, outcome)
    if unit.under and (outcome.pinned or not outcome.passed):
        uncover(table, unit.under)


def judge(position: Position, check: Check, roll: Roll) -> Outcome:
    """A10.1, A7.8: whether a DR passes, and whether it is the highest that does and so pins."""
    unit = position.unit_of(check.unit)
    level = morale_level(position, unit)
    highest = min(level - sum(mod.value for mod in check.mods), check.kind.highest)
    passed = roll.total <= highest or roll.total == check.surely
    pinned = check.pins is not None and roll.total == highest and check.pins(position, unit)
    return Outcome(check, roll, level, passed, pinned)


def _log(table: AslTable, outcome: Outcome) -> None:
    """Of a check under a "?" everybody hears the DR, and its side alone the rest (A12.14)."""
    check = outcome.check
    unit = table.unit(check.unit)
    text = f"{check.label} {name(unit)}: {outcome.total} against Morale Level {outcome.level}"
    rule = check.logged or check.rule or check.kind.rule
    if unit.under is not None:
        said = f"{check.label} {name(unit)}"
        table.log(check.kind.log, said, side=unit.side, rule=rule, at=(unit.at,), roll=outcome.roll)
    table.log(
        check.kind.log, text, side=unit.side, rule=rule, at=(unit.at,), roll=outcome.roll,
        mods=check.mods, result=outcome.words, to=audience_of(unit),
    )  # fmt: skip


@dataclass(frozen=True)
class Checking:
    """A unit that takes a MC or TC: what the DRM are asked of.

    `companions` are those whose leader may help, `given` what the cause of the check adds.
    """

    position: Position
    unit: Unit
    companions: tuple[Unit, ...] = ()
    given: tuple[Modifier, ...] = ()


McDrm: TypeAlias = Callable[[Checking], Iterable[Modifier]]


def _given(checking: Checking) -> tuple[Modifier, ...]:
    """A7.304, A10.2: what the result of the attack, or the leader lost, adds."""
    return checking.given


def _leader(checking: Checking) -> tuple[Modifier, ...]:
    """A10.21: one leader's leadership.

    A leader is helped only by one of higher Morale Level, never by himself (A10.22); nobody by the
    enemy's, who may be among the companions in a Melee; in Crest status only by who is so too, and
    IN the hex by who is IN (B20.9). The berserk (A15.42) and Commissars are helped by nobody, and
    where a Commissar is no other leader helps (A25.221).
    """
    position, unit = checking.position, checking.unit
    if unit.berserk or values(unit).commissar:
        return ()
    there = tuple(u for u in checking.companions if vantage(u) == vantage(unit))
    able = tuple(u for u in there if u.id != unit.id and u.side is unit.side)
    commissars = tuple(u for u in able if values(u).commissar and good_order(u) and not u.pinned)
    able = commissars or able
    if is_leader(unit):
        own = morale_level(position, unit)
        able = tuple(u for u in able if morale_level(position, u) > own)
    leader = best_leader(able)
    if leader is None or not leadership(leader):
        return ()
    return (Modifier("A10.21", f"{name(leader)} leads", leadership(leader)),)


MC_DRM: NamedQuestion[McDrm] = NamedQuestion(
    "MC_DRM", (Rule("A7.304", _given), Rule("A10.21", _leader))
)
"""The DRM of a MC or TC."""


def check_modifiers(checking: Checking) -> tuple[Modifier, ...]:
    """A10.21: the ledger of a MC or TC."""
    return checking.position.law.ledger(MC_DRM, checking)
