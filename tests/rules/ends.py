"""Games just before an end, of the test world and of a scenario, and every command there is."""

import enum
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from rules.forces.entities import Clock, Objective, SideState
from rules.forces.phases import Stage
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.dice import HmacDice
from rules.kernel.game import OWN_COMMANDS, Game
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Ruleset
from rules.kernel.seal import MerkleSealer
from rules.kernel.table import Table
from rules.kernel.view import ButtonOffer, Offer
from rules.kernel.world import View, World
from rules.play.engine import ruleset
from rules.play.reaction import FireWindow
from rules.play.ruleset import AslRules
from rules.position.position import CLOCK
from rules.proof.players import NothingOffered, choose_command
from rules.proof.toy.entities import clock
from rules.proof.toy.questions import Window
from rules.proof.toy.rules import Toy
from tests.rules.everything import EVERYTHING
from tests.rules.kernel.playing import chance, offers, send

A, B = Side
MASTER = b"the end"
_AROUND = {
    "resign",
    "offer_draw",
    "accept_draw",
    "ask_take_back",
    "commit_entropy",
    "decline_entropy",
}


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give the test world up."""


class Resignable(Toy):
    """The test world with an end by interjection, as real scenarios have one."""

    commands = (*Toy.commands, Resign)

    def is_interjection(self, command: Command) -> bool:
        return isinstance(command, Resign) or super().is_interjection(command)

    def offers(self, known: View, side: Side, question: Any) -> list[Offer]:
        beside = [] if clock(known).over else [ButtonOffer(verb="resign", label="Resign")]
        return [*super().offers(known, side, question), *beside]

    def refuse(self, known: View, side: Side, question: Any, command: Command) -> None:
        if not isinstance(command, Resign):
            super().refuse(known, side, question, command)

    def interject(self, table: Table, side: Side, command: Command) -> None:
        if isinstance(command, Resign):
            table.world.change(clock(table.world), over=True, winner=side.enemy)
        else:
            super().interject(table, side, command)


class InSetup(Resignable):
    """The same before its setup is over: lines for the dice can still be committed to."""

    def dice_are_due(self, world: World) -> bool:
        return False


@dataclass(frozen=True)
class End:
    """A game and what ends it: the side and the fields of its command."""

    game: Game
    side: Side
    command: dict[str, Any]

    def come(self) -> None:
        """Let the game end."""
        send(self.game, self.side, **self.command)


def all_commands(rules: Ruleset) -> Iterator[tuple[Side, Command]]:
    """Every command of a ruleset and of the kernel, by either side, with some nouns."""
    for kind in (*rules.commands, *OWN_COMMANDS):
        for side in Side:
            yield side, sample(kind)


def sample(kind: type[Command]) -> Command:
    """A command with nouns of the right types."""
    hints = typing.get_type_hints(kind)
    fields = {
        field.name: _noun(hints[field.name])
        for field in msgspec.structs.fields(kind)
        if field.required
    }
    return kind(**fields)


def _noun(hint: Any) -> Any:
    if typing.get_origin(hint) in {types.UnionType, typing.Union}:
        return None
    if typing.get_origin(hint) is tuple:
        return ("pa1",)
    if isinstance(hint, enum.EnumType):
        return next(iter(hint))
    supertype = getattr(hint, "__supertype__", hint)
    return {str: "B1", int: 6, bool: False}[supertype]


def _rules_of(scenario: str) -> AslRules:
    return AslRules(EVERYTHING) if scenario == EVERYTHING.id else ruleset(scenario)


def new_game(rules: Ruleset) -> Game:
    return Game.new(rules, dice=HmacDice(MASTER), sealer=MerkleSealer(MASTER))


@cache
def _stored_play(scenario: str) -> tuple[bytes, bytes]:
    """A scenario's world and ledger at the beginning of play, set up at random."""
    game, rng = new_game(_rules_of(scenario)), chance(scenario)
    while game.world.get(Clock, CLOCK).stage is Stage.SETUP:
        side = game.world.get(Clock, CLOCK).active
        found = [offer for offer in offers(game, side) if offer["verb"] not in _AROUND]
        sealing = [offer for offer in found if offer["verb"] == "seal_setup"]
        with suppress(Refused):  # a weapon before its carrier
            send(game, side, **choose_command(rng, sealing or found))
    return game.codec.encode_world(game.world), msgspec.json.encode(game.ledger)


def in_play(scenario: str = "skirmish") -> Game:
    """A scenario at the beginning of play."""
    world, ledger = _stored_play(scenario)
    rules = _rules_of(scenario)
    game = new_game(rules)
    again = Game(
        rules,
        game.codec.decode_world(world),
        dice=HmacDice(MASTER),
        sealer=MerkleSealer(MASTER),
        ledger=msgspec.json.decode(ledger, type=type(game.ledger)),
    )
    again.refresh()
    return again


def to_window(game: Game) -> Side:
    """Play on until one side is asked to fire; that side."""
    rng = chance("window")
    for _ in range(400):
        if isinstance(game.question, Window | FireWindow):
            return game.question.side
        asked = Side(msgspec.json.decode(game.documents[A.audience].now)["side"])
        found = [o for o in offers(game, asked) if o["verb"] not in _AROUND]
        moves = [o for o in found if o["verb"] == "move"]
        ends = [o for o in found if o["verb"] in {"end_phase", "end_turn"}]
        try:
            send(game, asked, **choose_command(rng, moves or ends or found))
        except NothingOffered:
            send(game, asked, **choose_command(rng, ends))
    raise AssertionError("no window opened")


def to_last_turn(game: Game, verb: str) -> End:
    """End phases or turns until the next one ends the game."""
    rng = chance("last")
    while True:
        stored = game.codec.encode_world(game.world), game.ledger.copy()
        asked = Side(msgspec.json.decode(game.documents[A.audience].now)["side"])
        found = [o for o in offers(game, asked) if o["verb"] not in _AROUND]
        ends = [o for o in found if o["verb"] == verb]
        chosen = choose_command(rng, ends or found)
        send(game, asked, **chosen)
        if game.rules.is_over(game.world):
            again = Game(
                game.rules,
                game.codec.decode_world(stored[0]),
                dice=game.dice,
                sealer=game.sealer,
                ledger=stored[1],
            )
            again.refresh()
            return End(again, asked, chosen)


def _won_at_once() -> End:
    """A game whose condition that counts at once is met as the first phase ends."""
    game = in_play(EVERYTHING.id)
    for objective in game.world.all(Objective):
        if objective.at_once:
            game.world.change(objective, at_least=0)
    game.refresh()
    return to_last_turn(game, "end_phase")


def _toy_at_rest() -> End:
    game = new_game(Resignable())
    send(game, A, verb="end_turn")
    return End(game, B, {"verb": "resign"})


def _toy_in_window() -> End:
    game = new_game(Resignable())
    return End(game, to_window(game).enemy, {"verb": "resign"})


def _toy_in_setup() -> End:
    return End(new_game(InSetup()), A, {"verb": "resign"})


def _real_at_rest() -> End:
    game = in_play()
    send(game, A, verb="end_phase")
    return End(game, B, {"verb": "resign"})


def _in_play_with_all_windows() -> Game:
    """The skirmish, but as if its sides might have units that nobody sees: all windows open."""
    game = in_play()
    for state in game.world.all(SideState):
        game.world.change(state, unseen=True)
    game.refresh()
    return game


def _real_in_window() -> End:
    game = _in_play_with_all_windows()
    return End(game, to_window(game), {"verb": "resign"})


def _drawn(game: Game, offering: Side) -> End:
    send(game, offering, verb="offer_draw")
    return End(game, offering.enemy, {"verb": "accept_draw"})


def _drawn_at_rest() -> End:
    game = in_play()
    send(game, A, verb="end_phase")
    return _drawn(game, A)


def _drawn_in_window() -> End:
    game = _in_play_with_all_windows()
    return _drawn(game, to_window(game))


def _resigned_with_a_draw_offered() -> End:
    game = _drawn_at_rest().game
    return End(game, A, {"verb": "resign"})


def _kept(make: Callable[[], End]) -> Callable[[], End]:
    """The same end, played to once; who asks for it gets a game of his own."""
    played = cache(make)

    def again() -> End:
        end = played()
        made, running = end.game, end.game.running
        game = Game(
            made.rules,
            (made.world if running is None else running.start).copy(),
            dice=made.dice,
            sealer=made.sealer,
            ledger=made.ledger.copy(),
            undo=made.undo if running is None else (),
        )
        game.resume(() if running is None else running.inputs)
        return End(game, end.side, end.command)

    return again


_WAYS: dict[str, Callable[[], End]] = {
    "toy: resigned at rest": _toy_at_rest,
    "toy: resigned in a window": _toy_in_window,
    "toy: resigned in setup": _toy_in_setup,
    "toy: last turn": lambda: to_last_turn(new_game(Toy()), "end_turn"),
    "skirmish: resigned at rest": _real_at_rest,
    "skirmish: resigned in a window": _real_in_window,
    "skirmish: drawn at rest": _drawn_at_rest,
    "skirmish: drawn in a window": _drawn_in_window,
    "skirmish: resigned with a draw offered": _resigned_with_a_draw_offered,
    "everything: won at once": _won_at_once,
    "everything: last turn": lambda: to_last_turn(in_play(EVERYTHING.id), "end_phase"),
    "skirmish: last turn": lambda: to_last_turn(in_play(), "end_phase"),
}

ENDS = {name: _kept(make) for name, make in _WAYS.items()}
"""Each way in which a game comes to an end, just before it."""
