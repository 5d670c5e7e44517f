"""How long a standing order takes to answer: about as long, and as unevenly, as a quick human.

The distribution is public (docs/dice.md): log-normal, with a median of 1.8 seconds, drawn again
until it lies between 0.8 and 6 seconds. An answer of any length in that range may be a player's
own.
"""

import math
import random
from typing import Final, Protocol
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

SHORTEST: Final = 0.8  # seconds
LONGEST: Final = 6.0
MEDIAN: Final = 1.8
SPREAD: Final = 0.55  # standard deviation of the logarithm


class Chance(Protocol):
    """Where chance comes from."""

    def lognormvariate(self, mu: float, sigma: float) -> float:
        """A number whose logarithm is normally distributed."""


def standing_delay(game_id: UUID, step: int) -> float:
    """How many seconds the standing order takes that follows a step of a game.

    It is drawn by a key of the site's, so that every process that sees to the order waits as long:
    of several draws the shortest would be shorter than people are. Nobody can foresee it.
    """
    key = salted_hmac("games.delays", f"{game_id}:{step}", algorithm="sha256").digest()
    return drawn_delay(random.Random(key))  # noqa: S311 - seeded by a key that is secret


def drawn_delay(chance: Chance) -> float:
    """A delay of the public distribution, in seconds."""
    while True:
        delay = chance.lognormvariate(math.log(MEDIAN), SPREAD)
        if SHORTEST <= delay <= LONGEST:
            return delay * settings.STANDING_DELAY_SCALE
