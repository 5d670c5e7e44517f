"""A7.2 What multiplies a firer's FP."""

from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Factor:
    """One multiplication of a firer's FP (A7.2): why, and by what."""

    rule: str
    label: str
    times: Fraction
