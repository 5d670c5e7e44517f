"""Worlds that differ under a "?" look alike to who may not know, and planted leaks are found."""

import json
import random

import pytest
from msgspec.structs import replace

from rules.forces.entities import Unit, Veiled
from rules.kernel.audience import Audience
from rules.kernel.unseal import unseal
from rules.proof import covers
from rules.proof.covers import LEAKS, MASTER, sound, trial, trial_rules
from rules.proof.forging import renamed
from rules.proof.subjects.covers import vary_ids
from rules.proof.toy.covers import COVER_LEAKS
from rules.proof.toy.planted import search
from rules.proof.toy.variations import VARIATIONS as TOY
from rules.proof.twins import Extent, Maker, Variation, Variations, compare_games

PAIRS = 50
MOST_PAIRS = 200  # for the rarest: that two are revealed at once
SEED = 7
SEED_OF_COVERS = 9
VARIED = covers.VARIATIONS


@pytest.mark.parametrize("kind", VARIED.kinds, ids=lambda kind: kind.kind)
@pytest.mark.parametrize("x", [Audience.B, Audience.PUBLIC])
def test_documents_are_the_same_whatever_is_under_a_mark(kind: Variation, x: Audience) -> None:
    game = trial()
    maker, worlds = Maker(trial_rules()), set()
    for seed in range(20):
        world, rng = game.world.copy(), random.Random(f"{kind.kind} {seed}")
        assert kind.vary(world, x, rng)
        worlds.add(game.codec.encode_world(world))
        twin = maker.at_rest(MASTER, world, game.ledger.copy())
        assert twin.documents[x] == game.documents[x]
    assert len(worlds) > 1


def test_pairs_of_worlds_that_differ_under_marks_are_sent_the_same() -> None:
    tally = compare_games(sound(), VARIED, random.Random, Extent(seed=SEED, pairs=2 * PAIRS))
    assert not tally.leaks
    assert {kind.kind for kind in VARIED.kinds} <= set(tally.varied)
    assert set(tally.facts) == {fact.__name__ for fact in VARIED.facts}


def found_after(
    leaks: dict[str, Maker],
    name: str,
    variations: Variations,
    *,
    seed: int = SEED,
    pairs: int = PAIRS,
) -> int | None:
    """The pairs after which a planted leak was found."""
    plant = {name: lambda: leaks[name]}
    (found,) = search(random.Random, plant, variations, seed=seed, pairs=pairs)
    return None if found.leak is None else found.pairs


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_about_a_concealed_stack_is_found(name: str) -> None:
    leak = {name: LEAKS[name]()}
    found = found_after(leak, name, VARIED, seed=SEED_OF_COVERS, pairs=MOST_PAIRS)
    assert found is not None


@pytest.mark.parametrize("name", COVER_LEAKS)
def test_a_leak_about_a_cover_of_the_test_world_is_found(name: str) -> None:
    assert found_after({name: COVER_LEAKS[name]()}, name, TOY) is not None


def test_a_command_finds_the_same_units_under_other_ids() -> None:
    game = trial()
    twin = game.world.copy()
    assert vary_ids(twin, Audience.B, random.Random(3))
    units = [one for one in game.world.all(Veiled) if isinstance(unseal(one.what), Unit)]
    for veiled in units:
        data = json.dumps({"units": [veiled.id], "to": "nowhere"}).encode()
        (found,) = json.loads(renamed(game.world, twin, data))["units"]
        one, two = unseal(veiled.what), unseal(twin.get(Veiled, found).what)
        assert replace(one, id=two.id) == two
