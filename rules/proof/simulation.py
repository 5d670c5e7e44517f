"""Legal play to the end of a scenario by simulated players, watched at every step."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from rules.board.locations import HexId, hex_of
from rules.forces.entities import Clock
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.dice import HmacDice
from rules.kernel.document import Document
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.seal import MerkleSealer
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.proof.invariants import Watch
from rules.proof.players import LAST, Form, NothingOffered, Nouns, SupportsRandom, choose_command
from rules.proof.sensible import sensible
from rules.proof.verified import Script, Witness

STEP_CAP = 6000
LONG_SETUP = 1500
"""Steps after which players clear away what need not be there, and seal their setup: a "?" laid
alone in its hex, or a line without mines, bars that again and again.
"""
NOT_NEEDED = frozenset(
    {"buy_traps", "deploy_at_setup", "lay_mines", "mark_line", "place_concealment", "record_mines",
     "unplace"}
)  # fmt: skip
PATIENCE = 200
REBUILD_SHARE = 0.02
ASIDE_SHARE = 0.01
RARE = frozenset(
    {"A15.1", "A15.3", "A15.4", "A15.46", "A19.1", "A19.12", "A19.132", "A20.3", "A20.5"}
)
"""Rules whose results are counted by their lines in the log, because chance seldom brings them."""
RESIGN_SHARE = 0.0005
BOLD_SHARE = 0.8


@dataclass
class Played:
    """What one game came to; `turn` is the Game Turn in which it ended, `rolls` how many were
    verified then.
    """

    steps: int = 0
    turn: int = 0
    refused: int = 0
    rebuilt: int = 0
    rolls: int = 0
    faults: list[str] = field(default_factory=list)
    verbs: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    winner: Side | None = None


Player: TypeAlias = Callable[[Game, Side, Sequence[Form], SupportsRandom], Iterator[Nouns]]
"""Makes of what a side is offered the commands that he would give, the one he likes best first."""


def at_random(
    game: Game, side: Side, forms: Sequence[Form], rng: SupportsRandom
) -> Iterator[Nouns]:
    """A player who takes anything."""
    try:
        yield choose_command(rng, _less_meek(game, rng, side, list(forms)))
    except NothingOffered:
        return


PLAYERS: dict[str, Player] = {"random": at_random, "sensible": sensible}

Players: TypeAlias = Player | Mapping[Side, Player]
"""Who plays: two players of a kind, or a player for each side."""


def play_randomly(rules: AslRules, rng: SupportsRandom, master: bytes) -> Played:
    """Play one game from setup to its result by random players; never raises for a fault, but says
    it.
    """
    return play(rules, rng, master)


def play(
    rules: AslRules,
    rng: SupportsRandom,
    master: bytes,
    players: Players = at_random,
    *,
    watched: bool = True,
    script: Script | None = None,
) -> Played:
    """Play one game by such players, and verify it at its end, also by the page's script if there
    is one; never raises for a fault, but says it. It is much faster if it is not `watched`.
    """
    played = Played()
    try:
        _play(rules, rng, master, played, players, watched=watched, script=script)
    except Exception as error:
        played.faults.append(f"step {played.steps + 1}: {type(error).__name__}: {error}")
    return played


def _play(
    rules: AslRules,
    rng: SupportsRandom,
    master: bytes,
    played: Played,
    players: Players,
    *,
    watched: bool,
    script: Script | None,
) -> None:
    game = Game.new(rules, dice=HmacDice(master), sealer=MerkleSealer(master), check=watched)
    watch = Watch(game, rules) if watched else None
    witness = Witness(game, rules.scenario.id, master)
    while not rules.is_over(game.world):
        if played.steps >= STEP_CAP:
            played.faults.append(f"no end after {STEP_CAP} steps")
            return
        side, command = next_command(game, rng, played, players)
        step = game.play(side, command)
        played.steps += 1
        witness.after(step)
        played.rolls += len(step.input.rolls)
        played.verbs[command.verb] += 1
        played.facts.update(told.fact.name for told in step.facts)
        played.results.update(
            f"{line.rule} {line.result}"
            for to, line in step.lines
            if to is Audience.PUBLIC and line.rule in RARE and line.result
        )
        if watch is not None:
            played.faults += [f"step {step.n}: {fault}" for fault in watch.after(step)]
            if rng.random() < REBUILD_SHARE:
                played.rebuilt += 1
                played.faults += [f"step {step.n}: {fault}" for fault in rebuild_faults(game)]
        if played.faults:
            return
    played.faults += witness.faults(script)
    clock = game.world.get(Clock, CLOCK)
    played.winner, played.turn = clock.winner, clock.turn


def next_command(
    game: Game, rng: SupportsRandom, played: Played, players: Players = at_random
) -> tuple[Side, Command]:
    """The next command: a standing order's, or one that some side was offered and that is not
    refused.

    What is offered noun by noun may be refused as a combination (A5.1, A7.55); then another is
    chosen.
    """
    standing = game.standing_command()
    if standing is not None:
        return standing
    for _ in range(PATIENCE):
        side = _who(game, rng, players)
        offers = msgspec.json.decode(game.offers(side.audience))
        for chosen in _player(players, side)(game, side, offers, rng):
            command = game.decode(msgspec.json.encode(chosen))
            try:
                game.check(side, command)
            except Refused:
                played.refused += 1
                continue
            return side, command
    raise RuntimeError(f"nobody could find a command in {PATIENCE} tries")


def _less_meek(game: Game, rng: SupportsRandom, side: Side, offers: list[Any]) -> list[Any]:
    """Nobody often ends the game by his word, and now and then everybody goes straight for a place
    on the board.

    Without that random games would end before the sides meet, and rare rules would never be
    reached.
    """
    if rng.random() > RESIGN_SHARE:
        offers = [offer for offer in offers if offer["verb"] not in LAST]
    if game.ledger.step > LONG_SETUP and rng.random() < BOLD_SHARE:
        offers = _forward(offers)
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


def _forward(offers: list[Any]) -> list[Any]:
    """What brings a setup nearer to its end, if anything does: counters that are not placed yet."""
    found = [offer for offer in offers if offer["verb"] not in NOT_NEEDED]
    for offer in found:
        if offer["form"] == "place":
            for group in offer["groups"]:
                group["pieces"] = [one for one in group["pieces"] if one not in offer["placed"]]
    return found or offers


def _held(game: Game, side: Side) -> list[HexId]:
    return sorted({hex_of(unit.at) for unit in game.world.all(Unit) if unit.side is side})


def _player(players: Players, side: Side) -> Player:
    return players[side] if isinstance(players, Mapping) else players


def _who(game: Game, rng: SupportsRandom, players: Players) -> Side:
    """Mostly the side that is asked; now and then the other, if it plays at random: it may have
    something to say too.
    """
    asked = msgspec.json.decode(game.documents[Audience.PUBLIC].now)["side"]
    side = Side(asked) if asked else rng.choice(tuple(Side))
    if game.ledger.request is not None:
        return game.ledger.request.by.enemy
    other = rng.random() < ASIDE_SHARE and _player(players, side.enemy) is at_random
    return side.enemy if other else side


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
        ours, theirs = game.offers(audience), again.offers(audience)
        if ours != theirs and b"ask_take_back" not in ours + theirs:
            yield f"a rebuilt game offers {audience.value} something else"


def _differences(audience: str, ours: Document, theirs: Document) -> Iterator[str]:
    if ours.faces != theirs.faces:
        yield f"a rebuilt game has other faces for {audience}"
    if ours.now != theirs.now:
        yield f"a rebuilt game asks {audience} something else"
