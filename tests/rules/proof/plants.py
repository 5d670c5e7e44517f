"""Tests of planted leaks share: their parameters, and sound games that tell every Fact."""

import random
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest

from rules.kernel.fact import Fact
from rules.proof.twins import Extent, Maker, Variations, compare_games

SEEDS = 6  # of which one by one is played until every Fact was told


def each(names: Iterable[str], late: Collection[str] = ()) -> list[Any]:
    """A parameter for each planted leak, by name; those that are `late` are marked `long`."""
    marks = {True: [pytest.mark.long], False: []}
    return [pytest.param(name, marks=marks[name in late]) for name in sorted(names)]


def never_told(
    wanted: Iterable[type[Fact]], maker: Maker, ways: Sequence[tuple[Variations, int]], seed: int
) -> set[str]:
    """The Facts that no sound pair told, by name: of each way so many pairs, from a seed on until
    there is none left. Fails if anything leaks.
    """
    missing = {one.__name__ for one in wanted}
    for offset in range(SEEDS):
        for variations, pairs in ways:
            extent = Extent(seed=seed + offset, pairs=pairs)
            tally = compare_games(maker, variations, random.Random, extent)
            assert not tally.leaks
            missing -= set(tally.facts)
        if not missing:
            break
    return missing
