"""Whatever is offered names its rule, what it costs, and by what its dice are read, in whole games
that are played at random.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.seal import TokenSealer
from rules.play.engine import ruleset
from rules.play.errands import ERRANDS
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.proof.simulation import Played, next_command
from tests.rules.everything import EVERYTHING

STEPS = 400
SCENARIOS = ("everything", "first-light", "ferryman", "watering-the-horses", "tannery-row")

OF_THE_TABLE = frozenset(
    {
        "accept_draw",
        "commit_entropy",
        "decline_draw",
        "decline_entropy",
        "offer_draw",
        "open_entropy",
        "resign",
        "withdraw_draw",
    }
)
"""What is about the game as such: no rule of the game is behind it."""

ROLLED = frozenset(
    {
        "clear_away",
        "climb",
        "deploy",
        "dig",
        "kindle",
        "molotov",
        "recover",
        "repair",
        "scrounge",
        "search",
        "smoke",
        "swim",
    }
)
"""What is tried with dice of its own, beside fire and CC, whose odds are a card."""

AUTOMATIC = {("deploy", "A20.5"), ("swim", "E6.2")}
"""What is done without dice all the same: by a guard, and by who swims already."""

_RULE = re.compile(r"[A-Z]\d*(\.\d+)*[a-z]?|.*SSR.*")
_MF = re.compile(r"[\d½ ]+MF|ALL MF|[Aa]ll MF")
_DICE = re.compile(r"\b(dr|DR|[N1-9]?TC|\d+/36)\b|on \d+\+")


def _rules(name: str) -> AslRules:
    return AslRules(EVERYTHING) if name == "everything" else ruleset(name)


def _offers(name: str) -> Iterator[dict[str, Any]]:
    """What both sides are offered in a random game."""
    rules, rng = _rules(name), random.Random(f"offers:{name}")
    game = Game.new(rules, dice=HmacDice(name.encode()), sealer=TokenSealer())
    for _ in range(STEPS):
        if rules.is_over(game.world):
            return
        game.play(*next_command(game, rng, Played()))
        for side in Side:
            moving = game.world.get(Clock, CLOCK).phase is Phase.MPH
            for offer in msgspec.json.decode(game.offers(side.audience)):
                yield {**offer, "in_mph": moving}


def _faults(offer: dict[str, Any], paid: frozenset[str]) -> Iterator[str]:
    verb, rule, said = offer["verb"], offer.get("rule", ""), str(offer)
    costs = offer["form"] == "units_to" or (offer["in_mph"] and verb in paid)
    if verb not in OF_THE_TABLE and not _RULE.fullmatch(rule):
        yield f"{verb}: no rule: {offer['label']}"
    notes = [note for places in _places(offer) for note in places.values()] or [said]
    if costs and not all(map(_MF.search, notes)):
        yield f"{verb}: no MF: {offer['label']}"
    if verb in ROLLED and (verb, rule) not in AUTOMATIC and not _DICE.search(said):
        yield f"{verb}: no odds: {offer['label']}"


def _places(offer: dict[str, Any]) -> list[dict[str, str]]:
    """Where units may go, each place with its note."""
    return list(offer["units"].values()) if offer["form"] == "units_to" else []


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_offer_names_its_rule_its_cost_and_its_dice(name: str) -> None:
    spending = {errand.command.__struct_config__.tag for errand in ERRANDS if errand.cost}
    paid = frozenset({*spending, "exit", "dash", "double_time"})
    offers = list(_offers(name))
    assert {fault for offer in offers for fault in _faults(offer, paid)} == set()
    assert {"move", "fire", "place"} <= {offer["verb"] for offer in offers}
