"""Whether a world that waits for an answer owes a Fact, whatever it is answered.

A Fact that one world tells at once, and the other only after a question, is told by both; so the
question is there in one of them alone, and stands for something that nobody was told of.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command, KernelCommand
from rules.kernel.fact import Fact
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.table import Told
from rules.kernel.view import wire
from rules.proof.players import LAST, NothingOffered, SupportsRandom, choose_command

_WAYS: Final = 4  # in which the questions are answered
_ANSWERS: Final = 12  # in one way, after which a Fact is not owed any more
_DRAWS: Final = 12  # commands drawn to find one that answers


def owes(
    game: Game, fact: Fact, heard: Sequence[Audience], rng_of: Callable[[int], SupportsRandom]
) -> bool:
    """Whether that Fact is the next that is told to any of those audiences, however the open
    question and those after it are answered; tried in a few ways. The game stays as it is.
    """
    return game.running is not None and all(
        next_told(fork(game), heard, rng_of(way)) == fact for way in range(_WAYS)
    )


def fork(game: Game) -> Game:
    """The same game at the same question, to be played on by itself."""
    running, ledger = game.running, game.ledger.copy()
    if running is None:
        raise ValueError("nothing is under way")
    world = running.start.copy()
    other = type(game)(game.rules, world, dice=game.dice, sealer=game.sealer, ledger=ledger)
    other.resume(running.inputs)
    return other


def next_told(game: Game, heard: Sequence[Audience], rng: SupportsRandom) -> Fact | None:
    """The first Fact that any of those is told as a game is played on; None if its action ends
    without one.
    """
    for _ in range(_ANSWERS):
        told = _answered(game, rng) if game.question is not None else None
        if told is None:
            return None
        for one in told:
            if one.audience in heard:
                return one.fact
    return None


def _answered(game: Game, rng: SupportsRandom) -> Sequence[Told] | None:
    """What is told as the open question is answered at random; None if no draw answers it."""
    for side in Side:
        forms: list[dict[str, Any]] = msgspec.json.decode(game.offers(side.audience))
        offers = [form for form in forms if form["verb"] not in LAST]
        for _ in range(_DRAWS if offers else 0):
            try:
                command = game.decode(wire(choose_command(rng, offers)))
            except NothingOffered:
                break
            if _answers(game, side, command):
                return game.play(side, command).facts
    return None


def _answers(game: Game, side: Side, command: Command) -> bool:
    """Whether a command may be given, and answers the open question."""
    if isinstance(command, KernelCommand) or game.rules.is_interjection(command):
        return False
    try:
        game.check(side, command)
    except Refused:
        return False
    return True
