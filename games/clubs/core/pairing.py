"""Kinds of events, and how each draws its rounds."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import Final

from games.clubs.core.rounds import Pair
from games.clubs.core.swiss import Field, NoRound, swiss
from games.clubs.core.tables import (
    by_hand,
    double_elimination,
    mini,
    round_robin,
    single_elimination,
)

__all__ = ["Field", "Kind", "NoRound", "draw"]

FEWEST: Final = 2
MOST: Final = 200


class Kind(StrEnum):
    """What an event is."""

    SWISS = "swiss"
    ACCELERATED = "accelerated"
    ROUND_ROBIN = "round_robin"
    SINGLE = "single"
    DOUBLE = "double"
    MINI = "mini"
    LEAGUE = "league"
    LADDER = "ladder"


_DRAWS: Final[Mapping[Kind, Callable[[Field], tuple[Pair, ...]]]] = {
    Kind.SWISS: swiss,
    Kind.ACCELERATED: partial(swiss, accelerated=True),
    Kind.ROUND_ROBIN: round_robin,
    Kind.SINGLE: single_elimination,
    Kind.DOUBLE: double_elimination,
    Kind.MINI: mini,
    Kind.LEAGUE: round_robin,
    Kind.LADDER: by_hand,
}


def draw(kind: Kind, field: Field) -> tuple[Pair, ...]:
    """Who meets whom in a round: the same for the same field. Raises NoRound."""
    if len(field.players) < FEWEST:
        raise NoRound("A round needs two players.")
    if len(field.players) > MOST:
        raise NoRound("An event has %(most)s players at most.", most=MOST)
    here = set(field.players)
    for pair in field.fixed:
        if not {pair.one, *filter(None, (pair.other,))} <= here:
            raise NoRound("Somebody paired by hand does not play this round.")
        if pair.other is not None and not field.may_meet(pair.one, pair.other):
            raise NoRound("Two who are paired by hand may not meet.")
    return _DRAWS[kind](field)
