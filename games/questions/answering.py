"""Answers from a glimpse, by the same rules as in play. Nothing here can change a game."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games import rulesets
from games.questions.glimpse import Glimpse
from games.wire import AskAny, AskLos, AskOdds, AskPath, AskReach
from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.command import Command
from rules.kernel.dice import ScriptedDice
from rules.kernel.entity import Entity
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.seal import TokenSealer
from rules.kernel.world import World


class Choose(msgspec.Struct, frozen=True, tag_field="t", tag="choose"):
    """What the computer would do, of the offers of its side: asked by the server alone, never by a
    browser. `chance` is what it throws its coins by.
    """

    offers: msgspec.Raw
    chance: str


Card = msgspec.Struct | Mapping[str, Any]


class Asked(Game):
    """A game as far as one audience knows it: it can be asked, but there are no dice to play on."""

    def __init__(
        self,
        scenario_id: str,
        entities: Iterable[Entity],
        question: Question[Any] | None,
        waits_for: Side | None,
    ) -> None:
        rules = rulesets.scenario(scenario_id).rules
        super().__init__(rules, World(entities), dice=ScriptedDice(), sealer=TokenSealer())
        self._asks, self._asked_side = question, waits_for

    @property
    def question(self) -> Question[Any] | None:
        return self._asks

    def check(self, side: Side, command: Command, seen: int | None = None) -> None:
        if self._asked_side not in {None, side}:
            raise Refused("A3", "It is the other side's decision.", code="seat")
        super().check(side, command, seen)


def asked(scenario_id: str, glimpse: Glimpse) -> Asked:
    """A glimpse as a game that can be asked."""
    return Asked(scenario_id, glimpse.entities, glimpse.question, glimpse.waits_for)


def answer(scenario_id: str, game: Game, audience: Audience, question: AskAny | Choose) -> Card:
    """The answer to a question. Raises Refused.

    Whoever only watches may ask for a LOS; all else is asked about one's own units.
    """
    scenario = rulesets.scenario(scenario_id)
    if isinstance(question, AskLos):
        return scenario.los(game, audience, question.source, question.target)
    side = asking_side(audience)
    match question:
        case AskPath():
            return scenario.path(game, side, question.units, question.legs)
        case AskReach():
            return scenario.reach(game, side, question.units)
        case AskOdds():
            return scenario.odds(game, side, game.decode(bytes(question.cmd)))
        case Choose():
            return _chosen(scenario, game, side, question)


def _chosen(scenario: rulesets.Scenario, game: Game, side: Side, choose: Choose) -> Card:
    """The command that the computer gives for a side. Raises Refused if it finds none."""
    known = game.faces.known(game.world, side.audience)
    forms = msgspec.json.decode(choose.offers)
    rng = random.Random(choose.chance)  # noqa: S311 - play, not cryptography
    decide = scenario.decide
    nouns = decide(known, side, game.question, forms, rng) if decide else None
    if nouns is None:
        raise Refused("", "The computer finds nothing to do.")
    return nouns


def asking_side(audience: Audience) -> Side:
    """Whose units are asked about. Raises Refused for whoever only watches."""
    side = side_of(audience)
    if side is None:
        raise Refused("", "You are watching.", code="seat")
    return side
