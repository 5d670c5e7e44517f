"""Recorded games: what was played, and whether it still plays move for move the same.

A recording holds the inputs of random games with the dice that came up, and what each of them
led to: the log lines that everybody read, and a digest of every frame. Played again by other
code, each input must be accepted and lead to the same; the first one that does not is told. Dice
come from the recording, so that the way in which they are made may change between the two.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice, ScriptedDice, commitment
from rules.kernel.game import Game, Step
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Ruleset
from rules.kernel.seal import TokenSealer
from rules.play.old_commands import as_now
from rules.proof.players import SupportsRandom
from rules.proof.simulation import STEP_CAP, Played, next_command


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """An input and what it led to. `frames` is a digest of what all audiences were sent."""

    side: Side
    command: msgspec.Raw
    dice: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]
    frames: str


class RecordedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game from setup on."""

    scenario: str
    number: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Divergent:
    """The first input of a game that no longer leads to what it led to."""

    scenario: str
    number: int
    move: int
    what: str
    was: str
    now: str


def record(rules: Ruleset, scenario: str, rng: SupportsRandom, number: int) -> RecordedGame:
    """Play a random game and keep it."""
    game = Game.new(rules, dice=HmacDice(_master(number)), sealer=TokenSealer())
    moves: list[Move] = []
    while not rules.is_over(game.world) and len(moves) < STEP_CAP:
        side, command = next_command(game, rng, Played())
        moves.append(_move(game.play(side, command)))
    return RecordedGame(scenario=scenario, number=number, moves=tuple(moves))


def first_difference(rules: Ruleset, recorded: RecordedGame) -> Divergent | None:
    """Play a recorded game again, or None if all of it is the same."""
    dice = ScriptedDice()
    dice.commitment = commitment(_master(recorded.number))
    game = Game.new(rules, dice=dice, sealer=TokenSealer())
    for number, move in enumerate(recorded.moves, start=1):
        dice.add(move.dice)
        found = _difference(game, move, dice)
        if found is not None:
            return Divergent(recorded.scenario, recorded.number, number, *found)
    return None


def _master(number: int) -> bytes:
    return f"recorded:{number}".encode()


def _difference(game: Game, move: Move, dice: ScriptedDice) -> tuple[str, str, str] | None:
    try:
        step = game.play(move.side, game.decode(as_now(bytes(move.command))))
    except Refused as refused:
        return "refused", bytes(move.command).decode(), f"{refused.why} {refused.rule}"
    again = _move(step)
    if dice.left:
        return "dice left over", str(move.dice), str(dice.left)
    for what, was, now in _parts(move, again):
        if was != now:
            return what, was, now
    return None


def _parts(was: Move, now: Move) -> Iterator[tuple[str, str, str]]:
    yield "lines", " | ".join(was.lines), " | ".join(now.lines)
    yield "frames", was.frames, now.frames


def _move(step: Step) -> Move:
    return Move(
        side=step.input.side,
        command=step.input.command,
        dice=tuple(roll.dice for roll in step.input.rolls),
        lines=tuple(line.text for to, line in step.lines if to is Audience.PUBLIC),
        frames=_digest([bulletin.frame for bulletin in step.bulletins]),
    )


def _digest(frames: Sequence[bytes]) -> str:
    return hashlib.sha256(b"\n".join(frames)).hexdigest()[:16]
