"""What is changed by agreement tells others nothing that they may not see; leaks are found."""

import random

import pytest

from rules.proof.agreed import LEAKS, difference

PAIRS = 12


def test_worlds_that_are_changed_otherwise_where_one_side_alone_sees_are_sent_the_same() -> None:
    for seed in range(PAIRS):
        assert difference(random.Random(seed)) is None


@pytest.mark.parametrize("name", LEAKS)
def test_what_is_planted_is_found(name: str) -> None:
    with LEAKS[name]():
        assert any(difference(random.Random(seed)) is not None for seed in range(PAIRS))
