"""A12.152-A12.154 When a Search, or Mopping Up, tells of what was secret."""

from collections.abc import Sequence

from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.world import World
from rules.play.moving.searching import Search
from rules.play.rallying.mopping_up import MopUp


def is_searched(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
    """A12.152, A12.153: whether somebody Searches or Mops Up in this action."""
    return any(isinstance(command, Search | MopUp) for command in sent)
