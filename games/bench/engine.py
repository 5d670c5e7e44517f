"""The rules alone: how fast random games are played, and how that grows with the units on a map.

Times are of the process, so that other programs matter little. What LOS needs is made ready before.
"""

import gc
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from games.bench.recording import spread
from rules.board.geometry import column_name
from rules.board.locations import HexId, location
from rules.board.terrain import Terrain
from rules.forces.entities import Clock, Control
from rules.forces.phases import Phase, Stage
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.seal import TokenSealer
from rules.kernel.world import World
from rules.mapmaking.maps import MapPlan
from rules.mapmaking.placing import Placement
from rules.play.engine import prepare, ruleset
from rules.play.opening import laid_out
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.proof.players import LAST, Form, Nouns, SupportsRandom, choose_command, fill
from rules.proof.simulation import STEP_CAP, Played, Player, at_random, next_command

CROWDS: Final = (20, 50, 100, 200)
"""How many units there are on the map, those of both sides together."""
PHASES: Final = {"move": Phase.MPH, "fire": Phase.PFPH}
"""The commands whose growth is told, and the phase in which each is given."""

_BOARDS: Final = ("so1", "so2", "so4", "so7")
_TYPES: Final = {Side.A: "ger-467", Side.B: "rus-447"}
_CARD: Final = "skirmish"
_ACROSS: Final = 32
_DOWN: Final = 10
"""How far the boards are moved that lie to the right of another, or below."""

_STACK: Final = 2
_TRIES: Final = 20
_DRAWS: Final = 20
_BETWEEN: Final = 2
_DEEP: Final = 7
"""How many hexrows lie between the sides, and how many each side stands in."""


@dataclass(frozen=True)
class Took:
    """The milliseconds of a command: until its bulletins are made, and until offers are as well."""

    told: float
    whole: float


def random_games(scenario: str, moves: int, seed: int) -> dict[str, Any]:
    """Whole random games of a scenario, until there are at least so many commands. A game before
    them is not counted: in it what is asked of the board alone is asked for the first time.
    """
    rules = ruleset(scenario)
    prepare(scenario)
    _warm(rules, seed)
    took: list[Took] = []
    games = 0
    with _Unfrozen():
        while len(took) < moves:
            rng = random.Random(f"{seed}:{games}")  # noqa: S311 - play, not cryptography
            game = _new(rules, games)
            took += [one for _, one in _played(game, rng)]
            games += 1
    return {"games": games, **_figures(took)}


def _warm(rules: AslRules, seed: int) -> None:
    rng = random.Random(f"{seed}:warm")  # noqa: S311 - play, not cryptography
    for _ in _played(_new(rules, -1), rng):
        pass


def growth(verb: str, crowds: Sequence[int], commands: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many commands of a verb on maps with that many units; each line says, too, the power with
    which the time has grown since the first.
    """
    first: tuple[int, float] | None = None
    for units in crowds:
        with _Unfrozen():
            took = list(_of_a_crowd(verb, units, commands, seed))
        mean = sum(one.whole for one in took) / len(took)
        first = first or (units, mean)
        power = None
        if units != first[0]:
            power = round(math.log(mean / first[1]) / math.log(units / first[0]), 2)
        yield {"verb": verb, "units": units, "power": power, **_figures(took)}


class _Unfrozen:
    """What has been made until now is left alone meanwhile by the collector of garbage."""

    def __enter__(self) -> None:
        gc.collect()
        gc.freeze()

    def __exit__(self, *_: object) -> None:
        gc.unfreeze()


def _figures(took: list[Took]) -> dict[str, Any]:
    whole = [one.whole for one in took]
    return {
        "commands": len(took),
        "commands_per_second": round(1000 * len(took) / sum(whole), 1),
        "command_ms": spread(whole),
        "command_ms_max": round(max(whole), 2),
        "until_told_ms": spread([one.told for one in took]),
    }


def _new(rules: AslRules, number: int) -> Game:
    return Game.new(rules, dice=HmacDice(f"bench:{number}".encode()), sealer=TokenSealer())


def _played(
    game: Game, rng: SupportsRandom, player: Player = at_random
) -> Iterator[tuple[str, Took]]:
    """Each command of a game to its end, and what it took."""
    for _ in range(STEP_CAP):
        if game.rules.is_over(game.world):
            return
        side, command = next_command(game, rng, Played(), player)
        start = time.process_time()
        game.play(side, command)
        told = time.process_time()
        for one in Side:
            game.offers(one.audience)
        yield command.verb, Took(1000 * (told - start), 1000 * (time.process_time() - start))


def _of_a_crowd(verb: str, units: int, commands: int, seed: int) -> Iterator[Took]:
    """The times of commands of that verb, begun anew where nobody can give it any more."""
    found = number = barren = 0
    while found < commands:
        rng = random.Random(f"{seed}:{units}:{number}")  # noqa: S311 - play, not cryptography
        game = crowded(units, PHASES[verb], rng)
        number, before = number + 1, found
        for said, took in _played(game, rng, _eager(verb)):
            if said == verb:
                found += 1
                yield took
            if found == commands or game.world.get(Clock, CLOCK).phase is not PHASES[verb]:
                break
        barren = barren + 1 if found == before else 0
        if barren == _TRIES:
            raise RuntimeError(f"nobody of {units} units could {verb}, {barren} times in a row")


def _eager(verb: str) -> Player:
    """A player who gives that command wherever he may, and lets everything else pass."""

    def player(
        game: Game, side: Side, forms: Sequence[Form], rng: SupportsRandom
    ) -> Iterator[Nouns]:
        for wanted in (verb, "pass", "end_move", "choose", "end_phase"):
            offered = [form for form in forms if form["verb"] == wanted]
            for form in rng.sample(offered, len(offered)) * _DRAWS:
                nouns = fill(rng, form)
                if nouns is not None:  # it may be refused as a combination
                    yield nouns
        yield choose_command(rng, [form for form in forms if form["verb"] not in LAST])

    return player


@cache
def _crowd_rules() -> AslRules:
    """A card on four boards, which says no more than who fights whom."""
    card = ruleset(_CARD).scenario
    first, second, third, fourth = _BOARDS
    placed = (
        Placement(first),
        Placement(second, _ACROSS, 0),
        Placement(third, 0, _DOWN),
        Placement(fourth, _ACROSS, _DOWN),
    )
    return AslRules(replace(card, plan=MapPlan(placed), ssr=()))


def crowded(units: int, phase: Phase, rng: random.Random) -> Game:
    """A game in the first turn with that many squads on four boards, two to a hex: one side's on
    the western half, the other's on the eastern.
    """
    rules = _crowd_rules()
    laid = (entity for entity in laid_out(rules.scenario) if not isinstance(entity, Control))
    world = World(laid)
    clock = world.get(Clock, CLOCK)
    world.change(clock, stage=Stage.PLAY, phase=phase, phasing=Side.A, active=Side.A)
    for side, hexes in _halves(rules).items():
        count = units // len(Side)
        for number, hex_id in enumerate(rng.sample(hexes, -(-count // _STACK)) * _STACK):
            if number < count:
                world.add(_squad(side, number, hex_id))
    world.take_changes()
    game = Game(rules, world, dice=HmacDice(f"bench:{units}".encode()), sealer=TokenSealer())
    game.refresh()
    return game


def _halves(rules: AslRules) -> dict[Side, list[HexId]]:
    """The dry hexes of each side's half, apart from the hexrows between them."""
    board = rules.board
    dry = [hex_id for hex_id in board.hexes if board.terrain(hex_id) is not Terrain.WATER]
    columns = {hex_id: board.cell(hex_id)[0] for hex_id in dry}
    west, east = _ACROSS - _BETWEEN // 2, _ACROSS + _BETWEEN // 2
    return {
        Side.A: [hex_id for hex_id in dry if west - _DEEP <= columns[hex_id] < west],
        Side.B: [hex_id for hex_id in dry if east < columns[hex_id] <= east + _DEEP],
    }


def _squad(side: Side, number: int, hex_id: HexId) -> Unit:
    name = f"u{side.value}{number}"
    return Unit(
        id=ShownId(name),
        side=side,
        counter=CounterId(name),
        type=_TYPES[side],
        letter=column_name(number),
        at=location(hex_id),
    )
