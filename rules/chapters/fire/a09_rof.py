"""A9.2 Multiple ROF: whether a support weapon may fire again in the phase."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.chapters.fire.a07_attack import Attack
from rules.chapters.fire.a08_again import Again, fires_as
from rules.chapters.fire.a21_captured import captured_rate
from rules.chapters.terms.a07_shot import FiredPart, FireKind
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule

Rate: TypeAlias = Callable[[FiredPart], Iterable[Modifier]]


def _printed(part: FiredPart) -> Iterable[Modifier]:
    """A9.2: what is on the counter; inherent FP has none."""
    if not part.is_inherent:
        yield Modifier("A9.2", "ROF", part.rof)


RATE: NamedQuestion[Rate] = NamedQuestion(
    "RATE", (Rule("A9.2", _printed), Rule("A21.12", captured_rate))
)
"""The ROF of a weapon or piece of ordnance in an attack."""


def rate_of(part: FiredPart) -> int:
    """A9.2, A21.12: the highest coloured die with which something fires again."""
    return part.position.law.total(RATE, part)


def keeps_rate(attack: Attack, part: FiredPart) -> bool:
    """A9.2: what has a ROF may fire again if the coloured die is no more than that; not while who
    fires it is pinned or cowers, in the AFPh but for Opportunity Fire, with Sustained Fire, or if
    it has given that up (A8.23).
    """
    if not attack.roll.dice or attack.roll.dice[0] > rate_of(part):
        return False
    if part.id in attack.spent or any(unit.pinned for unit in part.crew):
        return False
    in_time = attack.shot.kind is not FireKind.ADVANCING or part.is_opportunity
    return in_time and fires_as(part) is Again.NO
