"""The computer's player (`rules/opponent`) at a simulated table."""

from collections.abc import Iterator, Sequence

from rules.kernel.audience import Side
from rules.kernel.game import Game
from rules.opponent.forms import Form, Nouns, SupportsRandom
from rules.opponent.seat import Seat
from rules.opponent.wishes import wishes
from rules.play.ruleset import AslRules


def seat_at(game: Game, side: Side, forms: Sequence[Form]) -> Seat:
    """What a side of a game is sent. Raises TypeError for a game of other rules."""
    if not isinstance(game.rules, AslRules):
        raise TypeError("a sensible player knows one game")
    asked = game.question
    return Seat(
        rules=game.rules,
        known=game.faces.known(game.world, side.audience),
        side=side,
        question=asked if asked is not None and asked.side is side else None,
        forms=forms,
    )


def sensible(game: Game, side: Side, forms: Sequence[Form], rng: SupportsRandom) -> Iterator[Nouns]:
    """Commands for what a side is offered, what it would like best first; some may be refused."""
    yield from wishes(seat_at(game, side, forms), rng)
