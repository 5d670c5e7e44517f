"""A roll, what follows, and what it sets off: in which order they come."""

import pytest

from rules.kernel.audience import Side
from rules.kernel.dice import DiceError, ScriptedDice
from rules.kernel.game import Game, Step
from rules.proof.toy.entities import SAN
from tests.rules.kernel.playing import new_game, send

SNIPER_B = (2, SAN[Side.B] - 2)
SNIPER_A = (3, SAN[Side.A] - 3)


def game_with_a_shot(*rolls: tuple[int, ...]) -> tuple[Game, ScriptedDice, Step]:
    """Side A's hidden squad in B1 fires at the squad and the dummy in C1, with those dice."""
    dice = ScriptedDice([*rolls])
    game = new_game(dice)
    step = send(game, Side.A, verb="fire", units=["pa6"], at="C1")
    return game, dice, step


def rolled(step: Step) -> list[tuple[str, tuple[int, ...]]]:
    return [(roll.purpose, roll.dice) for roll in step.input.rolls]


def test_a_roll_that_sets_off_nothing() -> None:
    _, dice, step = game_with_a_shot((6, 4))
    assert rolled(step) == [("Fire at C1", (6, 4))]
    assert dice.left == ()


def test_the_sniper_of_an_inner_roll_comes_before_that_of_the_outer() -> None:
    """Fire wakes B's Sniper; the check it leads to wakes A's. A's comes first, after both rolls."""
    _, dice, step = game_with_a_shot(SNIPER_B, SNIPER_A, (5,), (6,))
    assert rolled(step) == [
        ("Fire at C1", SNIPER_B),
        ("Morale check", SNIPER_A),
        ("Sniper", (5,)),
        ("Sniper", (6,)),
    ]
    assert sniper_sides(step) == ["a", "b"]
    assert dice.left == ()


def test_what_a_sniper_sets_off_joins_the_end_of_the_queue() -> None:
    """A's Sniper hits a cover; the check under it wakes A's again, which waits for B's first."""
    _, dice, step = game_with_a_shot(
        SNIPER_B,  # fire: hits, B's Sniper is queued when its effects are over
        SNIPER_A,  # its check: A's Sniper is queued first
        (1,),  # A's Sniper hits …
        (2,),  # … the first of c3 and c4
        SNIPER_A,  # the check under that cover: A's Sniper again, last in the queue
        (6,),  # B's Sniper
        (6,),  # A's second
    )
    assert sniper_sides(step) == ["a", "b", "a"]
    assert dice.left == ()


def sniper_sides(step: Step) -> list[str]:
    lines = [line for _, line in step.lines if line.text == "Sniper" and len(line.dice) == 1]
    return [line.side.value for line in lines if line.side and line.result in {"hit", "miss"}]


def test_missing_dice_are_loud() -> None:
    with pytest.raises(DiceError):
        game_with_a_shot(SNIPER_B)
