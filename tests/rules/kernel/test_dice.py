"""Dice that follow from what was committed to, and dice that a case says."""

import hashlib
from collections import Counter

import pytest

from rules.kernel.audience import Audience
from rules.kernel.dice import (
    DiceError,
    HmacDice,
    ScriptedDice,
    audience_seed,
    commitment,
    roll_dice,
)

MASTER = b"master"


def test_a_roll_follows_from_seed_number_and_entropy_alone() -> None:
    one, two = HmacDice(MASTER), HmacDice(MASTER)
    two.roll(Audience.A, 9, 2, "")
    assert one.roll(Audience.PUBLIC, 4, 2, "x") == two.roll(Audience.PUBLIC, 4, 2, "x")


def test_audiences_numbers_and_entropy_have_rolls_of_their_own() -> None:
    dice = HmacDice(MASTER)
    rolls = {
        tuple(dice.roll(audience, n, 12, entropy))
        for audience in Audience
        for n in (1, 2)
        for entropy in ("", "a line")
    }
    assert len(rolls) == 12


def test_anybody_can_verify_with_the_seed_that_the_commitment_named() -> None:
    seed = audience_seed(MASTER, Audience.PUBLIC)
    assert hashlib.sha256(seed).hexdigest() == commitment(MASTER).split(":")[0]
    assert HmacDice(MASTER).roll(Audience.PUBLIC, 7, 2, "e") == roll_dice(seed, 7, 2, "e")
    other = audience_seed(b"another", Audience.PUBLIC)
    rolls = range(20)
    assert [roll_dice(seed, n, 2, "") for n in rolls] != [roll_dice(other, n, 2, "") for n in rolls]


def test_every_face_comes_up_about_as_often() -> None:
    seed = audience_seed(MASTER, Audience.PUBLIC)
    counts = Counter(die for n in range(6_000) for die in roll_dice(seed, n, 2, ""))
    expected = 12_000 / 6
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert chi_squared < 20.5  # five degrees of freedom: passed by all but 1 in 1,000 fair seeds


def test_more_dice_than_one_block_gives() -> None:
    dice = roll_dice(MASTER, 1, 100, "")
    assert len(dice) == 100
    assert dice[:2] == roll_dice(MASTER, 1, 2, "")


def test_scripted_dice_fail_when_they_run_out_or_do_not_fit() -> None:
    dice = ScriptedDice([(3, 4)])
    with pytest.raises(DiceError):
        dice.roll(Audience.PUBLIC, 1, 1, "")
    dice.add([(1,)])
    assert dice.left == ((1,),)
    assert dice.roll(Audience.PUBLIC, 2, 1, "") == (1,)
    with pytest.raises(DiceError):
        dice.roll(Audience.PUBLIC, 3, 1, "")
