"""A7.2 What multiplies a firer's FP, and what is added to it."""

from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)
NOTHING = Fraction(0)


@dataclass(frozen=True)
class Factor:
    """One multiplication of a firer's FP (A7.2): why, and by what."""

    rule: str
    label: str
    times: Fraction


@dataclass(frozen=True)
class Addition:
    """What is added to a firer's FP when all is multiplied (A7.36): why, and how much; `flat` if it
    does not depend on what that is (A22.611).
    """

    rule: str
    label: str
    fp: int
    flat: bool = False
