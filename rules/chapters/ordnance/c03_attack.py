"""C3 An attack of ordnance whose To Hit DR is known."""

from dataclasses import dataclass
from fractions import Fraction

from rules.chapters.fire.a07_attack import Attack


@dataclass(frozen=True, kw_only=True)
class ToHitAttack(Attack):
    """One that is rolled To Hit: `he` is the FP with which it has hit, None if it has not."""

    he: Fraction | None
