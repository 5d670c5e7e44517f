"""Forged commands name everything there is, and what there is not."""

import msgspec

from rules.kernel.audience import Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.game import Game
from rules.kernel.secret import Secret
from rules.proof.forging import Forger
from rules.proof.toy.entities import Mines
from tests.rules.kernel.playing import chance, new_game


def pair() -> tuple[Game, Game]:
    """Two games, in the second of which there are more mines."""
    one, two = new_game(ScriptedDice()), new_game(ScriptedDice())
    at, strength = Secret("A2", Side.B), Secret(11, Side.B)
    two.world.add(Mines(id="mb99", side=Side.B, at=at, strength=strength))
    return one, two


def test_places_are_those_by_which_worlds_differ() -> None:
    one, two = pair()
    assert Forger((one, one), chance(1)).places() == []
    forger = Forger((one, two), chance(1))
    forger.forged(b'{"verb":"pass"}')
    assert forger.places() == ["A2"]


def test_ids_of_secrets_and_places_that_are_not_there_are_named() -> None:
    one, two = pair()
    forger = Forger((one, two), chance(3))
    move = b'{"verb":"move","units":["pa1"],"to":"B1"}'
    texts = b"\n".join(forger.forged(move) for _ in range(600))
    for noun in (b'"mb99"', b'"A2/0"', b'"A2/9"', b'"ZZ99"', b'"pb', b'"sneak"', b'"listen"'):
        assert noun in texts


def test_lists_are_emptied_cut_and_repeated() -> None:
    forger = Forger(pair(), chance(7))
    move = b'{"verb":"move","units":["pa1","pa2"],"to":"B1"}'
    said = {forger.forged(move) for _ in range(600)}
    for units in (b"[]", b'["pa2"]', b'["pa2","pa1"]', b'["pa1","pa2","pa1"]'):
        assert any(b'"units":' + units in one for one in said), units


def test_every_verb_is_tried_with_nouns_of_its_own() -> None:
    forger = Forger(pair(), chance(5))
    verbs = {kind.__struct_config__.tag for kind in new_game().rules.commands}
    tried = set()
    for _ in range(600):
        try:
            tried.add(msgspec.json.decode(forger.forged(None))["verb"])
        except (msgspec.DecodeError, TypeError, KeyError):
            continue
    assert verbs <= {verb for verb in tried if isinstance(verb, str)}
