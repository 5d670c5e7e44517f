"""One thing that is secret in a game, as the secrecy check sees it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.proof.players import SupportsRandom
from rules.proof.telling import Due
from rules.proof.twins import Variation


@dataclass(frozen=True)
class Subject:
    """A kind of secret: how it may vary in a game of some rules, and when its Facts are told.

    `stir` lays something secret where a command is about to find it, if there could have been
    something, and says whether the command tells of it; `audit` names what is wrong with a world
    by itself.
    """

    kinds: Callable[[AslRules], tuple[Variation, ...]]
    told: Mapping[type[Fact], Due] = field(default_factory=dict)
    stir: Callable[[AslRules, World, Command, SupportsRandom], bool] | None = None
    audit: Callable[[AslRules, World], Iterator[str]] | None = None


def hidden_sides(x: Audience) -> tuple[Side, ...]:
    """The sides whose secrets that audience may not know."""
    return tuple(side for side in Side if side.audience is not x)
