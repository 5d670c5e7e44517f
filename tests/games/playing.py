"""Random games through the service, chosen from the stored documents alone."""

import json
import random
from collections.abc import Collection, Iterator
from contextlib import suppress
from uuid import UUID

import msgspec

from games.models import Game
from games.services import Outcome, play
from games.services.loading import game_load
from games.services.offering import offered
from rules.forces.entities import Clock
from rules.forces.phases import Stage
from rules.kernel.audience import Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused
from rules.position.position import CLOCK
from rules.proof.players import NothingOffered, choose_command


def command(verb: str, **nouns: object) -> bytes:
    """A command's JSON."""
    return json.dumps({"verb": verb, **nouns}).encode()


def loaded(game_id: UUID) -> LiveGame:
    """The game as another process would have it: from its rows."""
    return game_load(Game.objects.defer(None).get(pk=game_id))


def random_command(
    rng: random.Random, game_id: UUID, leave_out: Collection[str] = ()
) -> tuple[Side, bytes, int] | None:
    """Something that one of the sides may do now, and the number that it has seen."""
    for side in rng.sample(tuple(Side), 2):
        seen, found = offered(game_id, side.audience)
        try:
            offers = json.loads(found)
            chosen = choose_command(rng, [o for o in offers if o["verb"] not in leave_out])
        except NothingOffered:
            continue
        return side, msgspec.json.encode(chosen), seen
    return None


def set_up(game_id: UUID) -> None:
    """Set both sides of a scenario up at random, up to the beginning of play."""
    rng = random.Random(5)
    while loaded(game_id).world.get(Clock, CLOCK).stage is Stage.SETUP:
        side = loaded(game_id).world.get(Clock, CLOCK).active
        offers = json.loads(offered(game_id, side.audience)[1])
        sealing = [offer for offer in offers if offer["verb"] == "seal_setup"]
        placing = [offer for offer in offers if offer["verb"] == "place"]
        with suppress(Refused):  # a weapon before its carrier
            chosen = choose_command(rng, sealing or placing)
            play(game_id=game_id, side=side, data=msgspec.json.encode(chosen), seen=None)


def random_game(game_id: UUID, seed: int, steps: int) -> Iterator[Outcome]:
    """Play that many steps, or to the end."""
    rng = random.Random(seed)
    for _ in range(steps):
        chosen = random_command(rng, game_id)
        if chosen is None:
            return
        side, data, seen = chosen
        yield play(game_id=game_id, side=side, data=data, seen=seen)
