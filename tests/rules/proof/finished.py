"""Finished games that many tests look at: each is played once."""

import random
from functools import cache
from typing import Final

from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.seal import MerkleSealer
from rules.kernel.verifying import Labels
from rules.play.engine import ruleset
from rules.proof.sensible import sensible
from rules.proof.simulation import Played, next_command
from rules.proof.toy import toy_rules
from rules.proof.verified import Witness
from tests.rules.kernel.playing import random_steps

MASTER: Final = b"a finished game"
FOUGHT: Final = "skirmish"
TOY: Final = "toy"


@cache
def finished(name: str) -> Witness:
    """A game that was played to its end: a scenario by sensible players, or one of the small test
    world, at random.
    """
    rules = toy_rules() if name == TOY else ruleset(name)
    game = Game.new(rules, dice=HmacDice(MASTER), sealer=MerkleSealer(MASTER))
    witness, rng = Witness(game, name, MASTER), random.Random(3)
    if name == TOY:
        for step in random_steps(game, 3, 500):
            witness.after(step)
    while not game.ended:
        side, command = next_command(game, rng, Played(), sensible)
        witness.after(game.play(side, command))
    return witness


def labels(name: str) -> Labels:
    """What each side seals there."""
    rules = toy_rules() if name == TOY else ruleset(name)
    return {side: rules.sealed_labels(side) for side in Side}
