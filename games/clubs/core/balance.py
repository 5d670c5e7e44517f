"""How even a scenario is once the strength of who played it is taken out.

The log odds that the first side wins are the scenario's own lean and the difference of ratings.
The lean has a prior: normal around 0 with a deviation of `PRIOR`, as if most scenarios lay within
38 and 62 in a hundred. What is given is the most likely lean and the width of it (Laplace).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

PRIOR: Final = 0.5
"""Of the lean, in log odds."""
_PER_POINT: Final = log(10) / 400
_Z: Final = 1.96
_TURNS: Final = 50
_CLOSE: Final = 1e-10


@dataclass(frozen=True)
class Decided:
    """A game that somebody won: whether the first side did, and how much higher its player was
    rated.
    """

    first_won: bool
    difference: float


@dataclass(frozen=True)
class Lean:
    """How likely the first side is to win between equals, and where 95 in a hundred lie."""

    share: float
    low: float
    high: float


def lean(games: Iterable[Decided]) -> Lean:
    """The lean of a scenario, by Newton's method: the function is concave and has one top."""
    rows = [(one.first_won, one.difference * _PER_POINT) for one in games]
    at, curve = 0.0, 1 / PRIOR**2
    for _ in range(_TURNS):
        chances = [_share(at + offset) for _, offset in rows]
        slope = sum(won - p for (won, _), p in zip(rows, chances, strict=True)) - at / PRIOR**2
        curve = sum(p * (1 - p) for p in chances) + 1 / PRIOR**2
        step = slope / curve
        at += step
        if abs(step) < _CLOSE:
            break
    width = _Z / sqrt(curve)
    return Lean(_share(at), _share(at - width), _share(at + width))


def _share(odds: float) -> float:
    return 1 / (1 + exp(-odds))
