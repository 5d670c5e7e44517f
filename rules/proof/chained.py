"""Daisy Chains laid beside enemies who do not see them, in a position of their own, and leaks about
them that the check must find.
"""

from collections.abc import Callable, Mapping
from typing import Final

from rules.forces.phases import Phase
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game
from rules.kernel.unseal import unseal
from rules.play.ruleset import AslRules
from rules.position.daisy_chains import LaidChain
from rules.proof.plants import Form, SpoiltDocument
from rules.proof.players import SupportsRandom
from rules.proof.subjects.covers import COVERS
from rules.proof.subjects.daisy_chains import DAISY_CHAINS, vary_chains
from rules.proof.subjects.subject import Subject
from rules.proof.trials import TrialGame, trial
from rules.proof.twins import Maker, Variation
from rules.proof.variations import variations

OWNER: Final = Side.A
_TRIAL: Final = trial("chains")


class ChainedGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return _begun(Phase.MPH, OWNER.enemy, cls)


def _begun(phase: Phase, phasing: Side, kind: type[Game] = Game) -> Game:
    return _TRIAL.game(kind, phase=phase, phasing=phasing, active=phasing)


def start(maker: Maker, rng: SupportsRandom) -> Game:
    """The MPh of the enemy, or a part of their owner's Player Turn; some are laid already."""
    phase, phasing = rng.choice(_PARTS)
    game = _begun(phase, phasing)
    for _ in range(rng.randrange(3)):
        vary_chains(_TRIAL.rules, game.world, OWNER.enemy.audience, rng)
    game.world.take_changes()
    game.refresh()
    return game


_PARTS: Final = (
    (Phase.MPH, OWNER.enemy),
    (Phase.MPH, OWNER.enemy),
    (Phase.MPH, OWNER),
    (Phase.PFPH, OWNER),
    (Phase.RPH, OWNER),
)

_CHAINS: Final = Subject(
    lambda rules: (Variation("Daisy Chain", lambda *given: vary_chains(rules, *given)),),
    told={**COVERS.told, **DAISY_CHAINS.told},
)

VARIATIONS: Final = variations(_TRIAL.rules, (_CHAINS,), start)
"""How the secrets of such a game may vary: by what is laid."""


class LaidOnTheCounter(SpoiltDocument):
    """Shows on a counter in the open that its Daisy Chain is laid."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        laid = {unseal(one.what).weapon for one in self.world.all(LaidChain) if not one.shown}
        for weapon in self.world.all(Weapon):
            key = f"weapon:{weapon.id}"
            if key in faces and weapon.counter in laid:
                faces[key]["status"] = ["laid"]


class LighterOnceLaid(SpoiltDocument):
    """Gives who has laid a Daisy Chain the MF back that its weight had cost him."""

    def spoil(self, audience: Audience, now: Form, faces: dict[str, Form]) -> None:
        laid = {unseal(one.what).weapon for one in self.world.all(LaidChain)}
        for weapon in self.world.all(Weapon):
            key = f"unit:{weapon.holder}"
            if key in faces and weapon.counter in laid:
                faces[key]["mf"] = 4


LEAKS: Final[Mapping[str, Callable[[], Maker]]] = {
    "Daisy Chains: laid, on the counter": lambda: Maker(_TRIAL.rules, LaidOnTheCounter),
    "Daisy Chains: who is lighter": lambda: Maker(_TRIAL.rules, LighterOnceLaid),
}
"""What is planted about them, by name."""


def sound() -> Maker:
    """The same without a leak."""
    return Maker(_TRIAL.rules, ChainedGame)
