"""Worlds that differ under a "?" look alike to who may not know, and planted leaks are found."""

import json
import random
from functools import cache

import pytest
from msgspec.structs import replace

from rules.chapters.concealment.a12_shown_watchers import WatcherShown
from rules.chapters.concealment.a12_unseen_facts import RecoveryFromCover
from rules.chapters.concealment.a12_unseen_tries import TriedFromCover
from rules.chapters.concealment.a12_unseen_weapons import WeaponFromCover
from rules.chapters.concealment.covers import ActorNamed
from rules.chapters.water.e06_facts import SwimFromCover
from rules.forces.sealed import Veiled
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.unseal import unseal
from rules.proof import covers
from rules.proof.covered import covered, trial_rules
from rules.proof.covers import LEAKS, UNSEEN_LEAKS, sound
from rules.proof.forging import renamed
from rules.proof.subjects.covers import COVERS, vary_ids
from rules.proof.tally import Tally
from rules.proof.toy.covers import COVER_LEAKS
from rules.proof.toy.planted import search
from rules.proof.toy.variations import VARIATIONS as TOY
from rules.proof.twins import Extent, Maker, Variation, compare_games
from tests.rules.proof.hunts import Hunt, Telling

PAIRS = 50
SEED = 7
SEED_OF_PAIRS = 4  # one that comes to every Fact soon
ELSEWHERE = {
    WeaponFromCover,
    TriedFromCover,
    ActorNamed,
    WatcherShown,
    SwimFromCover,
    RecoveryFromCover,
}
"""Told in the positions of `test_unseen.py`, `test_handing.py` and `test_swimming_leaks.py`."""
VARIED = covers.VARIATIONS
KINDS = [kind for kind in VARIED.kinds if kind.kind != "who rides under a ?"]
"""Nobody has horses here: who rides is varied in the position of `test_swimming_leaks.py`."""
STACKS = Hunt(
    "covers", LEAKS, VARIED, sound, {"covers: what a Search asks": {"verbs": ("search",)}}
)
WHO = covers.SNIPED.closer(("fire", "choose"), ("who is under a ?",))
SNIPED = Hunt("sniped", covers.SNIPER_LEAKS, WHO, sound)
TELLING = Telling(
    "covers",
    tuple(fact for fact in COVERS.told if fact not in ELSEWHERE),
    sound,
    ((covers.UNSEEN, 3 * PAIRS), (covers.SEARCHED, 2 * PAIRS), (VARIED, 2 * PAIRS)),
    SEED_OF_PAIRS,
)
UNSEEN = Hunt("acting", UNSEEN_LEAKS, covers.UNSEEN.closer(("fire", "smoke")), sound)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
@pytest.mark.parametrize("x", [Audience.B, Audience.PUBLIC])
def test_documents_are_the_same_whatever_is_under_a_mark(kind: Variation, x: Audience) -> None:
    game = covered()
    maker, worlds = Maker(trial_rules()), set()
    for seed in range(20):
        world, rng = game.world.copy(), random.Random(f"{kind.kind} {seed}")
        assert kind.vary(world, x, rng)
        worlds.add(game.codec.encode_world(world))
        twin = maker.at_rest(b"covered", world, game.ledger.copy())
        assert twin.documents[x] == game.documents[x]
    assert len(worlds) > 1


@cache
def pairs() -> Tally:
    """Sound games, played once for both tests that ask what came of them."""
    extent = Extent(seed=SEED_OF_PAIRS, pairs=2 * PAIRS)
    return compare_games(sound(), VARIED, random.Random, extent)


def test_pairs_of_worlds_that_differ_under_marks_are_sent_the_same() -> None:
    assert not pairs().leaks
    assert {kind.kind for kind in KINDS} <= set(pairs().varied)


def test_every_fact_about_marks_is_told(*, anew: bool) -> None:
    assert TELLING.never_told(anew=anew, at_once=True) <= set(pairs().facts)


def test_what_one_owner_is_refused_and_the_other_is_not_is_no_leak() -> None:
    extent = Extent(seed=1, pairs=20, first=4)  # a Fire Group that only one of them can form
    assert not compare_games(sound(), VARIED, random.Random, extent).leaks


@pytest.mark.planted
@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_about_a_concealed_stack_is_found(name: str, *, anew: bool) -> None:
    assert STACKS.find(name, anew=anew).leak is not None


@pytest.mark.planted
@pytest.mark.parametrize("name", covers.SNIPER_LEAKS)
def test_a_leak_about_a_stack_that_a_sniper_hits_is_found(name: str, *, anew: bool) -> None:
    assert SNIPED.find(name, anew=anew).leak is not None


@pytest.mark.planted
@pytest.mark.parametrize("name", UNSEEN_LEAKS)
def test_a_leak_about_a_stack_that_acts_unseen_is_found(name: str, *, anew: bool) -> None:
    assert UNSEEN.find(name, anew=anew).leak is not None


@pytest.mark.parametrize("name", COVER_LEAKS)
def test_a_leak_about_a_cover_of_the_test_world_is_found(name: str) -> None:
    leak = {name: COVER_LEAKS[name]}
    (found,) = search(random.Random, leak, TOY, Extent(seed=SEED, pairs=2 * PAIRS))
    assert found.leak is not None


def test_a_command_finds_the_same_units_under_other_ids() -> None:
    game = covered()
    twin = game.world.copy()
    assert vary_ids(twin, Audience.B, random.Random(3))
    units = [one for one in game.world.all(Veiled) if isinstance(unseal(one.what), Unit)]
    for veiled in units:
        data = json.dumps({"units": [veiled.id], "to": "nowhere"}).encode()
        (found,) = json.loads(renamed(game.world, twin, data))["units"]
        one, two = unseal(veiled.what), unseal(twin.get(Veiled, found).what)
        assert replace(one, id=two.id) == two
