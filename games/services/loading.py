"""A game from its rows: the world at rest, the counters, and the half-done action re-run."""

import hashlib
import hmac
from itertools import chain
from typing import Final

import msgspec

from games import rulesets
from games.models import Game, Piece, SecretRecord, StepRow
from games.services.memory import Kept
from rules.kernel.audience import Side
from rules.kernel.codec import EntityCodec
from rules.kernel.dice import Dice, HmacDice, Roll
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Input, Ledger, read_ledger
from rules.kernel.seal import MerkleSealer, Sealer
from rules.kernel.world import Change, World
from rules.play.old_commands import as_now

_ROLLS = msgspec.json.Decoder(tuple[Roll, ...])
_IDS = msgspec.json.Decoder(tuple[str, ...])

MOST_STEPS: Final = 60
"""A game that is farther behind than that is loaded: reading its entities is less work then."""


def game_load(row: Game) -> LiveGame:
    """The game of a locked row. Raises Divergence if a half-done action no longer re-runs."""
    game = game_at_rest(row)
    game.resume(inputs_since_rest(row))
    return game


def game_as_stored(row: Game, kept: Kept | None) -> LiveGame:
    """The game of a locked row, made of what this process kept of it if that is not too far behind.
    Raises Divergence as `game_load` does.
    """
    if kept is not None and kept.game.ledger.step == row.step:
        return kept.game
    if kept is None or kept.row is None or row.step - kept.row.rest_step > MOST_STEPS:
        return game_load(row)
    return _caught_up(row, kept.game, kept.row)


def _caught_up(row: Game, game: LiveGame, behind: Game) -> LiveGame:
    """A game that other processes have played on since it was stored as `behind` by this one."""
    went_on = row.rest_step == behind.rest_step
    since = behind.step if went_on else behind.rest_step
    steps = StepRow.objects.filter(game=row, number__gt=since).order_by("number")
    done = [step for step in steps if step.number <= row.rest_step]
    if done:
        changes = [game.codec.decode_changes(bytes(step.changes)) for step in done]
        undo = game.codec.decode_changes(bytes(done[-1].undo))
        game.go_on_from_rest(chain.from_iterable(changes), undo)
    game.ledger = ledger_of(row)
    game.resume([_input(step) for step in steps if step.number > row.rest_step])
    return game


def game_at_rest(row: Game) -> LiveGame:
    """The game as it was when it last was at rest, with the counters of now."""
    rules = rulesets.scenario(row.scenario).rules
    codec = EntityCodec(rules.kinds)
    return LiveGame(
        rules,
        _world(row, codec),
        dice=make_dice(bytes(row.master_seed)),
        sealer=make_sealer(bytes(row.master_seed)),
        ledger=ledger_of(row),
        undo=_undo(row, codec),
    )


def ledger_of(row: Game) -> Ledger:
    """The numbers of a game, its open requests, and whether it has ended for good."""
    return read_ledger(bytes(row.ledger))


def make_dice(master: bytes) -> Dice:
    """The dice of a game with that master seed."""
    return HmacDice(master)


def make_sealer(master: bytes) -> Sealer:
    """The sealer of a game: its key follows from the master seed, and no dice follow from it."""
    return MerkleSealer(hmac.new(master, b"seals", hashlib.sha256).digest())


def inputs_since_rest(row: Game) -> list[Input]:
    """The recorded inputs of the action under way, none at rest."""
    steps = StepRow.objects.filter(game=row, number__gt=row.rest_step).order_by("number")
    return [_input(step) for step in steps]


def _input(step: StepRow) -> Input:
    return Input(
        side=Side(step.actor),
        question=step.question or None,
        command=msgspec.Raw(as_now(bytes(step.command))),
        rolls=_ROLLS.decode(step.rolls),
        ids=_IDS.decode(step.ids),
    )


def _world(row: Game, codec: EntityCodec) -> World:
    pieces = Piece.objects.filter(game=row).values_list("payload", flat=True)
    records = SecretRecord.objects.filter(game=row).values_list("payload", flat=True)
    return World(codec.decode(bytes(payload)) for payload in chain(pieces, records))


def _undo(row: Game, codec: EntityCodec) -> tuple[Change, ...]:
    found = StepRow.objects.filter(game=row, number=row.rest_step).values_list("undo", flat=True)
    return codec.decode_changes(bytes(found[0])) if found else ()
