"""Facts of an ASL game: how they read in the log is their own affair, and only theirs."""

from abc import abstractmethod

from rules.kernel.fact import Fact
from rules.kernel.view import LogLine
from rules.position.knowledge import Knowledge


class AslFact(Fact, frozen=True, kw_only=True):
    """Something told of what was secret on a board."""

    @abstractmethod
    def line(self, position: Knowledge) -> LogLine:
        """How it reads, for those who know that position."""
