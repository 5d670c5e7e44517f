"""How often a game asks: acts of its players and hand-overs between them, in a game of simulated
players who use what spares them questions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.forces.entities import Clock
from rules.forces.phases import Stage
from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.seal import MerkleSealer
from rules.opponent.wishes import best_route
from rules.play.moving.move_commands import END_MOVE
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.proof.players import Form, Nouns, SupportsRandom
from rules.proof.sensible import seat_at, sensible
from rules.proof.simulation import Played, Player, next_command


@dataclass
class Sitting:
    """What a game has asked of its players since setup, steps by standing orders apart.

    `acts` are the commands that they gave, `hand_overs` how often another player than before had
    to act, `steps` of moves are hexes entered in the MPh, `turns` the Player Turns begun.
    """

    acts: int = 0
    hand_overs: int = 0
    steps: int = 0
    turns: int = 0


def sit(rules: AslRules, rng: SupportsRandom, master: bytes, player: Player) -> Sitting:
    """Play a game to its end and count."""
    game = Game.new(rules, dice=HmacDice(master), sealer=MerkleSealer(master))
    found, last, turns = Sitting(), None, set()
    while not rules.is_over(game.world):
        by_order = game.standing_command() is not None
        clock = game.world.get(Clock, CLOCK)
        side, command = next_command(game, rng, Played(), player)
        if clock.stage is Stage.PLAY:
            found.steps += command.verb == "move"
            turns.add((clock.turn, clock.phasing))
            if not by_order:
                found.acts += 1
                found.hand_overs += side is not last
                last = side
        game.play(side, command)
    found.turns = len(turns)
    return found


def drawing(game: Game, side: Side, forms: Sequence[Form], rng: SupportsRandom) -> Iterator[Nouns]:
    """The sensible player, who draws the whole of each move, and passes a stack once for all of it
    where he could do nothing but pass.
    """
    for nouns in sensible(game, side, forms, rng):
        if nouns["verb"] == "pass" and not any(form["form"] == "fire" for form in forms):
            yield {"verb": "pass_unit"}
        if nouns["verb"] == "move":
            yield {**nouns, **_rest(game, side, forms, nouns)}
        yield nouns


def _rest(game: Game, side: Side, forms: Sequence[Form], move: Nouns) -> Nouns:
    """How the units go on after the first step of the way that they like best."""
    seat = seat_at(game, side, forms)
    route = best_route(seat, tuple(seat.position.unit(one) for one in move["units"]))
    if route.first is None or route.first.to != move["to"] or move.get("assault"):
        return {}
    step = {"verb": move["verb"], "units": move["units"]}
    then = [{**step, "to": one.to, "manner": one.manner} for one in route.then]
    return {"then": [*then, {"verb": END_MOVE.verb}]}
