"""The secrecy check: the test world is clean, and every planted leak is found."""

from itertools import chain

import pytest

from rules.kernel.audience import Audience
from rules.kernel.fact import Fact
from rules.kernel.game import Step
from rules.kernel.world import World
from rules.play.engine import ruleset
from rules.proof.lockstep import attempt
from rules.proof.planted import leaks as planted_in
from rules.proof.planted import peeks
from rules.proof.planted_verbs import SLIPS, slips_in
from rules.proof.players import SupportsRandom
from rules.proof.toy import toy_rules
from rules.proof.toy.entities import clock
from rules.proof.toy.planted import LEAKS, search
from rules.proof.toy.questions import FACTS, PieceRevealed
from rules.proof.toy.variations import VARIATIONS
from rules.proof.twins import Extent, Maker, Pair, Variation, Variations, compare_games
from tests.rules.kernel.playing import chance

CLEAN = Maker(toy_rules())


@pytest.mark.parametrize("pairs", [300, pytest.param(1000, marks=pytest.mark.long)])
def test_the_test_world_keeps_its_secrets(pairs: int) -> None:
    tally = compare_games(CLEAN, VARIATIONS, chance, Extent(seed=11, pairs=pairs))
    assert tally.leaks == []
    assert tally.pairs == pairs
    claims = tally.claims(kind.kind for kind in VARIATIONS.kinds)
    assert {claim: count for claim, count in claims.items() if count == 0} == {}


QUICK = (
    "shared dice count",
    "offers from the world",
    "empty bulletins",
    "log: a modifier of 0",
    "log: a number left out",
    "offers: their order",
    "take-back by mines near",
    "now: a blank",
    "faces: float or int",
    "refusal or not",
    "refusal: rule",
    "bulletin: an empty field",
    "digest of secrets",
    "roll: one more",
    "id: one more",
    "Fact: its words",
    "Fact: told too early",
    "salt: numbers",
    "leaf: path as long as there are mines",
    "leaf: a hash without its salt",
)
"""One or two of every channel; the others by `manage.py leakcheck --planted`."""


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_leak_is_found(name: str) -> None:
    (found,) = search(chance, {name: LEAKS[name]}, VARIATIONS, Extent(seed=7, pairs=1000))
    assert found.leak is not None


def test_of_every_channel_some_are_planted() -> None:
    channels = {name.partition(":")[0] for name in LEAKS if ":" in name}
    assert channels >= {"log", "offers", "now", "faces", "refusal", "bulletin", "roll", "id"}
    assert channels >= {"Fact", "salt", "leaf"}
    assert len(LEAKS) > 60


def test_a_leak_is_found_again_in_its_game() -> None:
    name = "shared ids"
    (found,) = search(chance, {name: LEAKS[name]}, VARIATIONS, Extent(seed=7, pairs=1000))
    assert found.leak is not None
    extent = Extent(seed=7, pairs=1000, first=found.leak.game, until_leak=True)
    again = compare_games(LEAKS[name](), VARIATIONS, chance, extent)
    assert again.leaks == [found.leak]


def test_a_kind_of_fact_that_is_not_listed_is_a_leak() -> None:
    fewer = tuple(kind for kind in FACTS if kind is not PieceRevealed)
    extent = Extent(seed=1, pairs=1000, until_leak=True)
    unlisted = Variations(kinds=VARIATIONS.kinds, facts=fewer)
    (leak,) = compare_games(CLEAN, unlisted, chance, extent).leaks
    assert leak.what == "a Fact that is not listed"
    assert "PieceRevealed" in leak.one


def test_a_variation_that_shows_is_a_leak() -> None:
    """What X does know is not skipped when it differs: it is reported at once."""

    def vary_turn(world: World, x: Audience, rng: SupportsRandom) -> bool:
        world.change(clock(world), turn=7)
        return True

    shown = Variations(kinds=(Variation("turn", vary_turn),), facts=FACTS)
    extent = Extent(seed=1, pairs=200, until_leak=True)
    (leak,) = compare_games(CLEAN, shown, chance, extent).leaks
    assert leak.what.startswith("at once, the document of")


def test_a_pair_can_be_played_again_elsewhere() -> None:
    """What an observer is given leads both worlds through the same steps."""
    played = []

    def observe(pair: Pair) -> list[tuple[str, str, str]]:
        for number in (0, 1):
            world, ledger = pair.worlds[number].copy(), pair.ledgers[number].copy()
            game = CLEAN.at_rest(pair.master, world, ledger)
            sent = [(moment.one, moment.two)[number] for moment in pair.moments]
            results = [attempt(game, one) for one in sent if one is not None]
            played.append(sum(isinstance(result, Step) for result in results))
        return []

    compare_games(CLEAN, VARIATIONS, chance, Extent(seed=3, pairs=50), observe=observe)
    assert len(played) == 100
    assert sum(played) > 200


def test_what_an_observer_finds_is_a_leak() -> None:
    def observe(pair: Pair) -> list[tuple[str, str, str]]:
        return [("a page", "one", "two")]

    extent = Extent(seed=3, pairs=2)
    tally = compare_games(CLEAN, VARIATIONS, chance, extent, observe=observe)
    assert [leak.what for leak in tally.leaks] == ["a page", "a page"]


@pytest.mark.parametrize("kind", FACTS)
def test_a_fact_says_its_rule_and_what_it_gives_away(kind: type[Fact]) -> None:
    assert kind.rule
    assert kind.gives_away


@pytest.mark.parametrize("scenario_id", ["skirmish", "first-light"])
def test_what_is_planted_in_a_scenario_takes_what_it_stands_for(scenario_id: str) -> None:
    rules = ruleset(scenario_id)
    verbs = (slips_in(rules, subject, peeks(rules.board)) for subject in SLIPS)
    for make in chain(planted_in(rules.scenario).values(), *(one.values() for one in verbs)):
        with make().within():
            pass
