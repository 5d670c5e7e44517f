"""How long a standing order takes to answer: about as long, and as unevenly, as a quick human.

The distribution is public (docs/dice.md): log-normal, with a median of 1.8 seconds, drawn again
until it lies between 0.8 and 6 seconds. An answer of any length in that range may be a player's
own.
"""

import math
import secrets
from typing import Final, Protocol

from django.conf import settings

SHORTEST: Final = 0.8  # seconds
LONGEST: Final = 6.0
MEDIAN: Final = 1.8
SPREAD: Final = 0.55  # standard deviation of the logarithm


class Chance(Protocol):
    """Where chance comes from."""

    def lognormvariate(self, mu: float, sigma: float) -> float:
        """A number whose logarithm is normally distributed."""


_CHANCE: Final = secrets.SystemRandom()


def standing_delay(chance: Chance = _CHANCE) -> float:
    """How many seconds the next standing order takes; drawn anew for each."""
    while True:
        delay = chance.lognormvariate(math.log(MEDIAN), SPREAD)
        if SHORTEST <= delay <= LONGEST:
            return delay * settings.STANDING_DELAY_SCALE
