"""Recorded games play again move for move, and what no longer does is told."""

import gzip
import random
from functools import cache
from pathlib import Path

import msgspec

from rules.play.engine import ruleset
from rules.proof.recording import RecordedGame, first_difference, record

SCENARIO = "skirmish"


@cache
def whole() -> RecordedGame:
    """One game, played once for all who ask how it began."""
    return record(ruleset(SCENARIO), SCENARIO, random.Random("recording"), 1)


def recorded(moves: int) -> RecordedGame:
    return msgspec.structs.replace(whole(), moves=whole().moves[:moves])


def test_what_is_sent_has_not_changed() -> None:
    """Faster is not otherwise. Where a rule has changed what is sent, record the game anew:
    `manage.py recorded record tests/rules/proof/skirmish.jsonl.gz --scenario skirmish --moves 1`.
    """
    with gzip.open(Path(__file__).with_name("skirmish.jsonl.gz")) as lines:
        games = [msgspec.json.decode(line, type=RecordedGame) for line in lines]
    assert sum(len(game.moves) for game in games) > 100
    assert [first_difference(ruleset(game.scenario), game) for game in games] == [None]


def test_a_recorded_game_plays_again_move_for_move() -> None:
    assert first_difference(ruleset(SCENARIO), recorded(60)) is None


def test_other_dice_are_found_where_they_first_matter() -> None:
    game = recorded(200)
    number, move = next((n, m) for n, m in enumerate(game.moves) if m.dice)
    other = tuple(tuple(7 - die for die in dice) for dice in move.dice)
    moves = (*game.moves[:number], msgspec.structs.replace(move, dice=other))

    found = first_difference(ruleset(SCENARIO), msgspec.structs.replace(game, moves=moves))

    assert found is not None
    assert found.move == number + 1


def test_a_move_that_is_refused_now_is_told_with_its_reason() -> None:
    game = recorded(3)
    foreign = msgspec.structs.replace(game.moves[1], side=game.moves[1].side.enemy)
    moves = (game.moves[0], foreign)

    found = first_difference(ruleset(SCENARIO), msgspec.structs.replace(game, moves=moves))

    assert found is not None
    assert (found.move, found.what) == (2, "refused")
