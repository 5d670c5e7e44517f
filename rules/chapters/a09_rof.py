"""A9.2 Multiple ROF: whether a support weapon may fire again in the phase."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.chapters.a07_resolution import Attack
from rules.chapters.a07_shot import FireKind, Firing
from rules.chapters.a08_again import Again, fires_as
from rules.chapters.a21_captured import captured_rate
from rules.chapters.c09_mortars import keeps_rate_alone
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule

Rate: TypeAlias = Callable[[Firing], Iterable[Modifier]]


def _printed(part: Firing) -> Iterable[Modifier]:
    """A9.2: what is on the counter; inherent FP has none."""
    if part.type is not None:
        yield Modifier("A9.2", "ROF", part.type.rof)


RATE: NamedQuestion[Rate] = NamedQuestion(
    "RATE", (Rule("A9.2", _printed), Rule("A21.12", captured_rate))
)
"""The ROF of a weapon in an attack."""


def rate_of(part: Firing) -> int:
    """A9.2, A21.12: the highest coloured die with which something fires again."""
    return part.position.law.total(RATE, part)


def keeps_rate(attack: Attack, part: Firing) -> bool:
    """A9.2: a weapon may fire again if the coloured die is no more than its ROF; not while its unit
    is pinned or cowers, in the AFPh but for Opportunity Fire, with Sustained Fire, or if it has
    given that up (A8.23).
    """
    if not attack.roll.dice or attack.roll.dice[0] > rate_of(part):
        return False
    if part.id in {*attack.stopped, *attack.given_up}:
        return False
    if part.unit.pinned or part.unit.counter in attack.cowered:
        return False
    if not keeps_rate_alone(part):
        return False
    in_time = attack.shot.kind is not FireKind.ADVANCING or part.is_opportunity
    return in_time and fires_as(part) is Again.NO
