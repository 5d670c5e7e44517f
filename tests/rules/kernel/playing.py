"""Random games of the test world, for the kernel's tests."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Dice, HmacDice
from rules.kernel.game import Game, Step
from rules.kernel.seal import MerkleSealer
from rules.proof.players import choose_command
from rules.proof.toy import toy_rules

MASTER = b"a master seed for tests"


def chance(seed: int | str) -> random.Random:
    """A generator that begins alike each time."""
    return random.Random(seed)


def new_game(dice: Dice | None = None) -> Game:
    """A game of the test world whose every change passes through the codec."""
    dice = dice or HmacDice(MASTER)
    return Game.new(toy_rules(), dice=dice, sealer=MerkleSealer(MASTER), check=True)


def offers(game: Game, side: Side) -> list[dict[str, Any]]:
    """What a side is offered, as its browser reads it."""
    found: list[dict[str, Any]] = msgspec.json.decode(game.offers(side.audience))
    return found


def command(**fields: Any) -> bytes:
    return msgspec.json.encode(fields)


def send(game: Game, side: Side, **fields: Any) -> Step:
    """Play a command given by its fields. Raises Refused."""
    return game.play(side, game.decode(command(**fields)))


def random_steps(game: Game, seed: int, limit: int = 400) -> Iterator[Step]:
    """Play at random until the game is over, yielding every step."""
    rng, used = chance(seed), dict[str, int]()
    for _ in range(limit):
        if game.rules.is_over(game.world):
            return
        chosen = choose_command(rng, offers(game, side := actor(game, rng)), used)
        used[chosen["verb"]] = used.get(chosen["verb"], 0) + 1
        yield send(game, side, **chosen)


def actor(game: Game, rng: random.Random) -> Side:
    """The side that is asked, or sometimes the other one if it is offered anything."""
    now = msgspec.json.decode(game.documents[Audience.PUBLIC].now)
    side = Side(now["side"])
    return side.enemy if rng.random() < 0.2 and offers(game, side.enemy) else side
