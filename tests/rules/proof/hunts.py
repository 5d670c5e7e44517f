"""Planted leaks are looked for close to where they were found last; sound games tell every Fact.

How soon random play meets a leak is chance, and some are met once in hundreds of pairs. So
`starts.yaml` has for each the game in which it is found within a few pairs. A search begins
there and goes on as long as any other: where play has changed, it is found all the same, only
later. `make starts` brings the numbers up to date.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

from rules.kernel.fact import Fact
from rules.proof.toy.planted import Found, search
from rules.proof.twins import Extent, Maker, Variations, compare_games

SEEDS: Final = 6  # of which one by one is played until every Fact was told
MOST_PAIRS: Final = 1000  # no leak may need more
STARTS: Final = Path(__file__).with_name("starts.yaml")
_IN_GAME: Final = 6  # pairs in which a leak is found in its game

Closer = Mapping[str, tuple[str, ...]]
"""What a leak that is met late is about: verbs, and kinds of variation."""


@dataclass(frozen=True)
class Hunt:
    """Leaks of one ground: how they are played, how secrets vary, and what is sound there."""

    ground: str
    leaks: Mapping[str, Callable[[], Maker]]
    variations: Variations
    sound: Callable[[], Maker]
    closer: Mapping[str, Closer] = field(default_factory=dict)
    seed: int = 1

    def find(self, name: str, *, anew: bool = False) -> Found:
        """Look for one of them: from where it was found last on, or `anew` in whole games."""
        near = self.variations.closer(**self.closer.get(name, {}))
        extent = Extent(seed=self.seed, pairs=MOST_PAIRS)
        if not anew:
            first = starts().get(self.ground, {}).get(name, 0)
            extent = replace(extent, first=first, in_game=_IN_GAME)
        planted = {name: self.leaks[name]}
        (found,) = search(random.Random, planted, near, extent, sound=self.sound())
        return found


@cache
def starts() -> dict[str, dict[str, int]]:
    """By ground and leak, the game in which it was found last."""
    read: dict[str, dict[str, int]] = YAML(typ="safe").load(STARTS) or {}
    return read


def each(names: Iterable[str], late: Collection[str] = ()) -> list[Any]:
    """A parameter for each planted leak, by name; those that are `late` are marked `long`: no game
    is known in which they are met soon.
    """
    marks = {True: [pytest.mark.long], False: []}
    return [pytest.param(name, marks=marks[name in late]) for name in sorted(names)]


def never_told(
    wanted: Iterable[type[Fact]],
    maker: Maker,
    ways: Sequence[tuple[Variations, int]],
    seed: int,
    *,
    at_once: bool = False,
) -> set[str]:
    """The Facts that no sound pair told, by name: of each way so many pairs, from a seed on until
    there is none left, or, `at_once`, not even those once all have been told. Fails if anything
    leaks.
    """
    missing = {one.__name__ for one in wanted}
    for offset, (variations, pairs) in product(range(SEEDS), ways):
        if not missing:
            break
        until = frozenset(missing) if at_once else frozenset()
        extent = Extent(seed=seed + offset, pairs=pairs, until_told=until)
        tally = compare_games(maker, variations, random.Random, extent)
        assert not tally.leaks
        missing -= set(tally.facts)
    return missing
