"""Questions that a game answers without a step: each from what the asker knows, and no more."""

from collections.abc import Sequence

from rules.board.locations import LocationId
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game
from rules.kernel.ids import ShownId
from rules.kernel.world import Known
from rules.play.page.preview import Leg, PathCard, ReachCard, path, reach
from rules.play.page.sight import Sight, sight
from rules.play.ruleset import AslRules
from rules.position.knowledge import Knowledge


def los_card(game: Game, audience: Audience, source: str, target: str) -> Sight:
    """The LOS between two Locations, for anybody at the table. Raises Refused."""
    return sight(_position(game, audience), LocationId(source), LocationId(target))


def path_card(game: Game, side: Side, units: Sequence[str], legs: Sequence[Leg]) -> PathCard:
    """What a path would cost units of that side. Raises Refused."""
    position = _position(game, side.audience)
    with position.refusing():
        return position.as_read(path(position, side, tuple(map(ShownId, units)), tuple(legs)))


def reach_card(game: Game, side: Side, units: Sequence[str]) -> ReachCard:
    """Where units of that side could get to. Raises Refused."""
    position = _position(game, side.audience)
    with position.refusing():
        return position.as_read(reach(position, side, tuple(map(ShownId, units))))


def knowledge(game: Game, audience: Audience) -> Known:
    """The part of the world from which an audience is answered."""
    return game.faces.known(game.world, audience)


def _position(game: Game, audience: Audience) -> Knowledge:
    if not isinstance(game.rules, AslRules):
        raise TypeError("these questions are asked of an ASL game")
    return game.rules.knowledge(knowledge(game, audience))
