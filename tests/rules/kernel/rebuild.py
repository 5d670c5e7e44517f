"""Rebuild a stored game in another process and print what it then looks like."""

import sys
from collections.abc import Sequence

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.codec import EntityCodec
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game, Input, Ledger
from rules.kernel.seal import MerkleSealer
from rules.proof.toy import toy_rules
from tests.rules.kernel.playing import MASTER


class Stored(msgspec.Struct):
    """What a game in the middle of an action is kept as."""

    world: bytes
    ledger: Ledger
    inputs: Sequence[Input]


def rebuilt(stored: bytes) -> Game:
    """A game in fresh objects, from bytes alone."""
    parts, rules = msgspec.json.decode(stored, type=Stored), toy_rules()
    game = Game(
        rules,
        EntityCodec(rules.kinds).decode_world(parts.world),
        dice=HmacDice(MASTER),
        sealer=MerkleSealer(MASTER),
        ledger=parts.ledger,
    )
    game.resume(parts.inputs)
    return game


def looks(game: Game) -> str:
    """Everything that must be the same after a rebuild: world, documents, question, numbers."""
    documents = [
        [game.documents[one].now, *game.documents[one].faces.values(), game.offers(one)]
        for one in Audience
    ]
    shown = [
        game.codec.encode_world(game.world).decode(),
        [[part.decode() for part in parts] for parts in documents],
        repr(game.question),
        msgspec.to_builtins(game.ledger),
    ]
    return msgspec.json.encode(shown).decode()


if __name__ == "__main__":
    sys.stdout.write(looks(rebuilt(sys.stdin.buffer.read())))
