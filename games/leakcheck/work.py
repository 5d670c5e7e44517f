"""What a request costs, counted instead of timed: the same each time it is made.

Queries, rows and bytes read, times at which the event loop went round, bytes sent, and in some
pairs the calls of functions of the rules. What depends on secrets here is what a stopwatch could
find, or a part of it.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import rules
from games.leakcheck.database import READ
from games.leakcheck.loop import here

MEASURES: Final = ("queries", "rows", "bytes read", "turns", "rule calls")

_RULES: Final = str(Path(rules.__path__[0]))


class Meter:
    """Counts the work done in one world, by what it was done for."""

    def __init__(self, *, profiled: bool) -> None:
        self.profiled = profiled
        self.done: dict[str, tuple[int, ...]] = {}
        self._calls = 0
        self._of_rules: dict[CodeType, bool] = {}

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Count what is done within the block, under that name."""
        before = self._now()
        if self.profiled:
            sys.setprofile(self._called)
        try:
            yield
        finally:
            if self.profiled:
                sys.setprofile(None)
            spent = zip(before, self._now(), strict=True)
            self.done[name] = tuple(late - early for early, late in spent)

    def _now(self) -> tuple[int, ...]:
        return READ.queries, READ.rows, READ.size, here().turns, self._calls

    def _called(self, frame: FrameType, event: str, arg: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        known = self._of_rules.get(code)
        if known is None:
            known = self._of_rules[code] = code.co_filename.startswith(_RULES)
        self._calls += known


class Costs:
    """In how many measurements of each channel two worlds cost differently, and by how much."""

    def __init__(self) -> None:
        self.measured: Counter[str] = Counter()
        self.differing: Counter[tuple[str, str]] = Counter()
        self.most: Counter[tuple[str, str]] = Counter()

    def compare(self, one: Meter, two: Meter) -> Iterator[tuple[str, str, int, int]]:
        """Note the differences; yields name, measure, and both counts of each."""
        for name, done in one.done.items():
            kind = name.split(" #", 1)[0]
            self.measured[kind] += 1
            for measure, a, b in zip(MEASURES, done, two.done[name], strict=True):
                if a != b:
                    self.differing[kind, measure] += 1
                    self.most[kind, measure] = max(self.most[kind, measure], abs(a - b))
                    yield name, measure, a, b

    def lines(self) -> Iterator[str]:
        """A table of what differed."""
        for (kind, measure), count in sorted(self.differing.items()):
            of, most = self.measured[kind], self.most[kind, measure]
            yield f"  {count:>8}  work: {kind}: {measure} differ (of {of}; by {most} at most)"
