"""Planted leaks are looked for close to where they were found last; sound games tell every Fact.

How soon random play meets a leak is chance, and some are met once in hundreds of pairs. So
`starts.yaml` has for each the game in which it is found within a few pairs. A search begins
there and goes on as long as any other: where play has changed, it is found all the same, only
later. `told.yaml` has the same for Facts. `make starts` brings the numbers up to date.
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

from rules.kernel.fact import Fact
from rules.proof.tally import Tally
from rules.proof.toy.planted import Found, search
from rules.proof.twins import Extent, Maker, Variations, compare_games

SEEDS: Final = 6  # of which one by one is played until every Fact was told
MOST_PAIRS: Final = 1000  # no leak may need more
STARTS: Final = Path(__file__).with_name("starts.yaml")
TOLD: Final = Path(__file__).with_name("told.yaml")
_IN_GAME: Final = 6  # pairs in which a leak is found in its game, or a Fact told
_NEAR: Final = 24  # pairs from there on, before whole games are played

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


@dataclass(frozen=True)
class Telling:
    """Facts that sound pairs of one ground must tell: each of the `ways` is played for so many
    pairs, from a seed on. Those that come up late are looked for where they were told last.
    """

    ground: str
    facts: tuple[type[Fact], ...]
    sound: Callable[[], Maker]
    ways: tuple[tuple[Variations, int], ...]
    seed: int = 1

    def never_told(self, *, anew: bool = False, at_once: bool = False) -> set[str]:
        """The Facts that no pair told, by name. All pairs of the first way are played, or,
        `at_once`, none once all have been told. Fails if anything leaks.
        """
        missing = {one.__name__ for one in self.facts}
        if not at_once:
            missing -= self._told(0, Extent(seed=self.seed, pairs=self.ways[0][1]))
        if not anew:
            for name, (way, seed, game) in told().get(self.ground, {}).items():
                if name in missing:
                    missing -= self._told(way, self._near({name}, seed, game))
        for seed, way in self._rest(at_once=at_once):
            if missing:
                until = frozenset(missing)
                extent = Extent(seed=seed, pairs=self.ways[way][1], until_told=until)
                missing -= self._told(way, extent)
        return missing

    def places(self) -> dict[str, list[int]]:
        """Where each Fact is told within a few pairs of a game: the way, the seed and the game."""
        missing = {one.__name__ for one in self.facts}
        found: dict[str, list[int]] = {}
        for way in range(len(self.ways)):
            extent = replace(self._near(missing - found.keys(), self.seed), pairs=MOST_PAIRS)

            def note(tally: Tally, way: int = way) -> None:
                new = missing & tally.facts.keys() - found.keys()
                found.update({name: [way, self.seed, tally.game] for name in new})

            self._told(way, extent, note)
        return found

    def _rest(self, *, at_once: bool) -> Iterator[tuple[int, int]]:
        """Every seed and way, but for those that were played whole."""
        for offset, way in product(range(SEEDS), range(len(self.ways))):
            if at_once or (offset, way) != (0, 0):
                yield self.seed + offset, way

    def _near(self, names: Collection[str], seed: int, first: int = 0) -> Extent:
        until = frozenset(names)
        return Extent(seed=seed, pairs=_NEAR, first=first, in_game=_IN_GAME, until_told=until)

    def _told(
        self, way: int, extent: Extent, progress: Callable[[Tally], None] = lambda tally: None
    ) -> set[str]:
        variations, _ = self.ways[way]
        tally = compare_games(self.sound(), variations, random.Random, extent, progress=progress)
        assert not tally.leaks
        return set(tally.facts)


@cache
def told() -> dict[str, dict[str, list[int]]]:
    """By ground and Fact, the way, the seed and the game in which it is told early."""
    read: dict[str, dict[str, list[int]]] = YAML(typ="safe").load(TOLD) or {}
    return read


def never_told(
    wanted: Iterable[type[Fact]],
    maker: Maker,
    ways: Sequence[tuple[Variations, int]],
    seed: int,
) -> set[str]:
    """The Facts that no sound pair told, by name, where none of them comes up late."""
    return Telling("", tuple(wanted), lambda: maker, tuple(ways), seed).never_told(anew=True)
