"""Work, not time: how much is done for a request, counted in calls of the rules' own functions.

A clock measures the machine; calls are the same each time. What differs between worlds that
ought to look alike is reported as an observation, by package: time is outside the promise that
bytes are the same, and this says how far.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

_MINE = "rules."
_APART = ("rules.proof.", "rules.board.", "rules.position.adjacency")
"""The check itself, and what is kept in caches that all games share: who asks first, fills them."""


class Work:
    """Counts calls by module while it is entered."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def __enter__(self) -> "Work":
        self._before = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.setprofile(self._before)

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        if event != "call":
            return
        name = frame.f_globals.get("__name__", "")
        if name.startswith(_MINE) and not name.startswith(_APART):
            self.calls[name] += 1


class Counted:
    """What one input cost in each world."""

    def __init__(self) -> None:
        self._works: list[Work] = []

    def add(self, work: Work) -> None:
        self._works.append(work)

    def differences(self) -> Iterator[str]:
        """The modules of which more was asked in one world than in the other."""
        if len(self._works) != 2:  # noqa: PLR2004 - a pair
            return
        one, two = (work.calls for work in self._works)
        for module in sorted({*one, *two}):
            if one[module] != two[module]:
                yield module
