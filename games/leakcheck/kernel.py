"""The kernel's bytes alone: what each audience is sent, offered and answered, without rows, sockets
and pages. A pair costs a fraction of one through the application, so that many can be played, in
all scenarios and in the standing positions of `rules/proof`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final

from games import rulesets
from games.leakcheck.worlds import STANDING, Ground, chance, own_grounds, scenario_ids
from rules.proof.tally import Tally
from rules.proof.twins import Extent, compare_games

POSITIONS: Final = "positions"
"""What the standing positions are called together, where a scenario could be named."""
SCENARIOS: Final = (rulesets.TOY, *rulesets.scenario_ids())


def fields(wanted: str) -> tuple[str, ...]:
    """The names of what is meant by a scenario, or a version of one, or a standing position, by
    `positions` or by `all`. Raises KeyError.
    """
    standing = tuple(ground.name for ground in STANDING)
    if wanted == "all":
        return SCENARIOS + standing
    if wanted == POSITIONS:
        return standing
    return (wanted,) if wanted in standing else scenario_ids(wanted)


def ground_of(name: str) -> Ground:
    """A scenario's ground, or a standing position."""
    return next(iter(grounds_of(name)))


def grounds_of(name: str) -> Iterable[Ground]:
    """Where the leaks of a scenario are planted that are its own, or those of a position."""
    standing = tuple(ground for ground in STANDING if ground.name == name)
    return standing or own_grounds(name)


def compared(names: Iterable[str], extent: Extent, jobs: int) -> Iterator[tuple[str, Tally]]:
    """What is found in each of them, in their order, in so many processes."""
    tasks = [(name, extent) for name in names]
    if jobs == 1:
        yield from map(_compared, tasks)
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(_compared, tasks)


def _compared(task: tuple[str, Extent]) -> tuple[str, Tally]:
    name, extent = task
    ground = ground_of(name)
    if ground.sound is None:
        raise ValueError(f"{name} is played as part of another ground")
    return name, compare_games(ground.sound, ground.variations, chance, extent)


@dataclass
class Met:
    """What all of them together varied and told, and what of it never was."""

    varied: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, tally: Tally) -> None:
        """Count what was met there, and note what could have been."""
        variations = ground_of(name).variations
        self.varied.update({kind.kind: 0 for kind in variations.kinds})
        self.facts.update({fact.__name__: 0 for fact in variations.facts})
        self.varied.update(tally.varied)
        self.facts.update(tally.facts)

    def lines(self) -> Iterator[str]:
        """Each kind of variation and each Fact with how often it was met."""
        for before, counts in (("varied: ", self.varied), ("Fact told: ", self.facts)):
            for what, count in sorted(counts.items()):
                yield f"  {count:>8}  {before}{what}" if count else f"never met: {before}{what}"
