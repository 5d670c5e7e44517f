"""Ratings: Glicko-2, as Mark Glickman's paper has it ("Example of the Glicko-2 system", 2013).

A rating period is an event; whoever did not play in it only grows less certain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
START: Final = 1500.0
START_DEVIATION: Final = 350.0
START_VOLATILITY: Final = 0.06
TAU: Final = 0.5
PROVISIONAL: Final = 110.0
"""A rating with a greater deviation is marked: it says little yet."""
_CLOSE: Final = 1e-6


@dataclass(frozen=True)
class Rating:
    """What is known of somebody's strength."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL

    @property
    def mu(self) -> float:
        return (self.rating - START) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


@dataclass(frozen=True)
class Bout:
    """A game against somebody: 1 for a win, a half for a draw, 0 for a loss."""

    against: Rating
    score: float


def rated(player: Rating, bouts: Sequence[Bout], tau: float = TAU) -> Rating:
    """A rating after a rating period."""
    if not bouts:
        phi = min(sqrt(player.phi**2 + player.volatility**2), START_DEVIATION / SCALE)
        return Rating(player.rating, SCALE * phi, player.volatility)
    weights = [_g(one.against.phi) for one in bouts]
    expected = [_expected(player, one.against) for one in bouts]
    v = 1 / sum(g**2 * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    gained = sum(g * (one.score - e) for g, e, one in zip(weights, expected, bouts, strict=True))
    sigma = _volatility(player, v, v * gained, tau)
    phi_star = sqrt(player.phi**2 + sigma**2)
    phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    return Rating(SCALE * (player.mu + phi**2 * gained) + START, SCALE * phi, sigma)


def chance(one: Rating, other: Rating) -> float:
    """How likely one is to win against another, with both deviations counted."""
    phi = sqrt(one.phi**2 + other.phi**2)
    return 1 / (1 + exp(-_g(phi) * (one.mu - other.mu)))


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(player: Rating, other: Rating) -> float:
    return 1 / (1 + exp(-_g(other.phi) * (player.mu - other.mu)))


def _volatility(player: Rating, v: float, delta: float, tau: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    a, phi = log(player.volatility**2), player.phi

    def f(x: float) -> float:
        top = exp(x) * (delta**2 - phi**2 - v - exp(x))
        return top / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        new = low + (low - high) * f_low / (f_high - f_low)
        f_new = f(new)
        if f_new * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = new, f_new
    return exp(low / 2)
