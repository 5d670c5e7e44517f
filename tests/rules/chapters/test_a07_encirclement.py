"""A7.7 Encirclement: which fire comes from all around."""

import pytest

from rules.chapters.fire.a07_encirclement import ABOVE, BELOW, closes, entry_of
from tests.rules.helpers import Bench, at


@pytest.mark.rule("A7.7")
@pytest.mark.parametrize(
    ("entries", "closed"),
    [
        ((), False),
        ((0,), False),
        ((0, 6), True),
        ((4, 10), True),
        ((1, 7), True),
        ((3, 9), True),
        ((0, 5), False),
        ((1, 6), False),
        ((0, 4), False),
        ((0, 4, 8), True),
        ((2, 6, 10), True),
        ((0, 2, 4), False),
        ((1, 5, 9), False),
        ((0, 4, 10), True),
        ((ABOVE, 6), False),
        ((ABOVE, BELOW), True),
    ],
)
def test_what_closes_the_ring(entries: tuple[int, ...], closed: bool) -> None:
    assert closes(entries) is closed


@pytest.mark.rule("A7.71")
@pytest.mark.parametrize(
    ("origin", "entry"), [("E1", 0), ("E5", 6), ("E3", None), ("G3", 3), ("C3", 9)]
)
def test_where_a_los_comes_in(origin: str, entry: int | None) -> None:
    assert entry_of(Bench("size 9 x 6", []).public, at(origin), at("E3")) == entry
