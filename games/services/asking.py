"""Questions about a game that change nothing: LOS, the cost of a path, what can be reached."""

from uuid import UUID

import msgspec

from games import rulesets
from games.models import Game
from games.services.playing import carry_out
from games.wire import AskLos, AskPath, AskReach, Question
from rules.kernel.audience import Audience, side_of
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused


def ask(*, game_id: UUID, audience: Audience, question: Question) -> msgspec.Struct:
    """The answer to a question, from what that audience knows. Raises Refused.

    Whoever only watches may ask for a LOS; paths are those of one's own units.
    """
    scenario = rulesets.scenario(Game.objects.values_list("scenario", flat=True).get(pk=game_id))
    found: list[msgspec.Struct] = []

    def look(game: LiveGame) -> None:
        found.append(_answer(scenario, game, audience, question))

    carry_out(game_id, look)
    return found[-1]


def _answer(
    scenario: rulesets.Scenario, game: LiveGame, audience: Audience, question: Question
) -> msgspec.Struct:
    if isinstance(question, AskLos):
        return scenario.los(game, audience, question.source, question.target)
    side = side_of(audience)
    if side is None:
        raise Refused("", "You are watching.", code="seat")
    match question:
        case AskPath():
            return scenario.path(game, side, question.units, question.legs)
        case AskReach():
            return scenario.reach(game, side, question.units)
