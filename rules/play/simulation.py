"""Random legal play to the end of a scenario, watched at every step."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.board.locations import HexId, hex_of
from rules.forces.entities import Clock, Unit
from rules.forces.position import CLOCK
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.players import NothingOffered, SupportsRandom, choose_command
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.seal import MerkleSealer
from rules.play.invariants import Watch
from rules.play.ruleset import AslRules

STEP_CAP = 6000
PATIENCE = 200
REBUILD_SHARE = 0.02
ASIDE_SHARE = 0.01
RESIGN_SHARE = 0.0005
BOLD_SHARE = 0.8


@dataclass
class Played:
    """What one random game came to."""

    steps: int = 0
    refused: int = 0
    rebuilt: int = 0
    faults: list[str] = field(default_factory=list)
    verbs: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    winner: Side | None = None


def play_randomly(rules: AslRules, rng: SupportsRandom, master: bytes) -> Played:
    """Play one game from setup to its result by random players; never raises for a fault, but says
    it.
    """
    played = Played()
    try:
        _play(rules, rng, master, played)
    except Exception as error:
        played.faults.append(f"step {played.steps + 1}: {type(error).__name__}: {error}")
    return played


def _play(rules: AslRules, rng: SupportsRandom, master: bytes, played: Played) -> None:
    game = Game.new(rules, dice=HmacDice(master), sealer=MerkleSealer(master), check=True)
    watch = Watch(game, rules)
    while not rules.is_over(game.world):
        if played.steps >= STEP_CAP:
            played.faults.append(f"no end after {STEP_CAP} steps")
            return
        side, command = _next(game, rng, played)
        step = game.play(side, command)
        played.steps += 1
        played.verbs[command.verb] += 1
        played.facts.update(told.fact.name for told in step.facts)
        played.faults += [f"step {step.n}: {fault}" for fault in watch.after(step)]
        if rng.random() < REBUILD_SHARE:
            played.rebuilt += 1
            played.faults += [f"step {step.n}: {fault}" for fault in rebuild_faults(game)]
        if played.faults:
            return
    played.winner = game.world.get(Clock, CLOCK).winner


def _next(game: Game, rng: SupportsRandom, played: Played) -> tuple[Side, Command]:
    """The next command: a standing order's, or one that some side was offered and that is not
    refused.

    What is offered noun by noun may be refused as a combination (A5.1, A7.55); then another is
    chosen.
    """
    standing = game.standing_command()
    if standing is not None:
        return standing
    for _ in range(PATIENCE):
        side = _who(game, rng)
        offers = msgspec.json.decode(game.documents[side.audience].offers)
        offers = _less_meek(game, rng, side, offers)
        try:
            chosen = choose_command(rng, offers)
        except NothingOffered:
            continue
        command = game.decode(msgspec.json.encode(chosen))
        try:
            game.check(side, command)
        except Refused:
            played.refused += 1
            continue
        return side, command
    raise RuntimeError(f"nobody could find a command in {PATIENCE} tries")


def _less_meek(game: Game, rng: SupportsRandom, side: Side, offers: list[Any]) -> list[Any]:
    """Nobody resigns often, and now and then everybody goes straight for a place on the board.

    Without that random games would end before the sides meet, and rare rules would never be
    reached.
    """
    if rng.random() > RESIGN_SHARE:
        offers = [offer for offer in offers if offer["verb"] != "resign"]
    if rng.random() > BOLD_SHARE or not isinstance(game.rules, AslRules):
        return offers
    board, goals = game.rules.board, [*game.rules.scenario.victory.hexes, *_held(game, side.enemy)]
    goal = rng.choice(goals)
    for offer in offers:
        if offer["form"] == "units_to":
            for unit, places in offer["units"].items():
                near = min(places, key=lambda at: (board.distance(hex_of(at), goal), at))
                offer["units"][unit] = {near: places[near]}
    return offers


def _held(game: Game, side: Side) -> list[HexId]:
    return sorted({hex_of(unit.at) for unit in game.world.all(Unit) if unit.side is side})


def _who(game: Game, rng: SupportsRandom) -> Side:
    """Mostly the side that is asked; now and then the other, which may have something to
    say too.
    """
    asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
    side = Side(asked) if asked else rng.choice(tuple(Side))
    if game.ledger.request is not None:
        return game.ledger.request.by.enemy
    return side.enemy if rng.random() < ASIDE_SHARE else side


def rebuild_faults(game: Game) -> Iterator[str]:
    """Rebuild a game as another process would and say what differs."""
    start = game.running.start if game.running else game.world
    again = Game(
        game.rules,
        game.codec.decode_world(game.codec.encode_world(start)),
        dice=game.dice,
        sealer=game.sealer,
        ledger=game.ledger.copy(),
    )
    again.resume(game.running.inputs if game.running else ())
    if game.codec.encode_world(again.world) != game.codec.encode_world(game.world):
        yield "a rebuilt game has another world"
    for audience, document in game.documents.items():
        yield from _differences(audience.value, document, again.documents[audience])


def _differences(audience: str, ours: Document, theirs: Document) -> Iterator[str]:
    if ours.faces != theirs.faces:
        yield f"a rebuilt game has other faces for {audience}"
    if ours.now != theirs.now:
        yield f"a rebuilt game asks {audience} something else"
    if ours.offers != theirs.offers and b"ask_take_back" not in ours.offers + theirs.offers:
        yield f"a rebuilt game offers {audience} something else"
