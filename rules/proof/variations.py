"""What is secret in an ASL game, as the secrecy check sees it: a list of subjects to join."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from rules.kernel.command import Command
from rules.kernel.fact import Fact
from rules.kernel.game import Game
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.proof.asking import cards
from rules.proof.players import SupportsRandom
from rules.proof.positions import start
from rules.proof.subjects.control import CONTROL
from rules.proof.subjects.covers import COVERS
from rules.proof.subjects.daisy_chains import DAISY_CHAINS
from rules.proof.subjects.fortifications import FORTIFICATIONS
from rules.proof.subjects.inspection import INSPECTION
from rules.proof.subjects.laid import LAID
from rules.proof.subjects.mines import MINES
from rules.proof.subjects.orders import ORDERS
from rules.proof.subjects.setups import SETUPS
from rules.proof.subjects.subject import Subject
from rules.proof.subjects.waiting import WAITING
from rules.proof.twins import Maker, Variations

Starts: TypeAlias = Callable[[Maker, SupportsRandom], Game | None]

SUBJECTS: Final[tuple[Subject, ...]] = (
    MINES,
    LAID,
    SETUPS,
    ORDERS,
    COVERS,
    CONTROL,
    INSPECTION,
    FORTIFICATIONS,
    DAISY_CHAINS,
    WAITING,
)
"""Every kind of secret: how it may vary, what is told of it, and when."""

FACTS: Final[tuple[type[Fact], ...]] = tuple(kind for one in SUBJECTS for kind in one.told)


def variations(
    rules: AslRules, subjects: tuple[Subject, ...] = SUBJECTS, starts: Starts = start
) -> Variations:
    """What may differ in a game of that scenario, as far as those subjects are concerned."""
    told = {kind: due for one in subjects for kind, due in one.told.items()}

    def stir(world: World, command: Command, rng: SupportsRandom) -> bool:
        return any(one.stir(rules, world, command, rng) for one in subjects if one.stir)

    def audit(world: World) -> Iterator[str]:
        for one in subjects:
            yield from one.audit(rules, world) if one.audit else ()

    def is_due(fact: Fact, before: World, now: World, sent: Sequence[Command]) -> bool:
        due = told.get(type(fact))
        return due is not None and due(fact, before, now, sent)

    return Variations(
        kinds=tuple(kind for one in subjects for kind in one.kinds(rules)),
        facts=tuple(told),
        stir=stir,
        starts=starts,
        due=is_due,
        audit=audit,
        cards=cards,
    )
