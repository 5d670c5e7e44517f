"""Whoever may not know a secret of an event gets the same bytes, and planted leaks are found."""

from collections.abc import Iterator

import pytest

from games.leakcheck.clubs import PLANTED, SUBJECTS, Twins, planted
from games.leakcheck.database import temporary_database
from games.leakcheck.still import standing_still

pytestmark = pytest.mark.django_db
SUBJECT = dict(zip(PLANTED, ("choice", "bid", "inspection", "change"), strict=True))


@pytest.fixture(autouse=True)
def _still() -> Iterator[None]:
    with temporary_database(), standing_still():
        yield


@pytest.mark.parametrize("subject", SUBJECTS)
def test_twins_are_told_the_same(subject: str) -> None:
    found = Twins((subject,)).check(1, seed=7)
    assert not found.leaks
    assert found.counts["clubs:pairing"] == 6
    assert found.counts["socket event"] == 6


@pytest.mark.parametrize("name", PLANTED)
def test_planted_leaks_are_found(name: str) -> None:
    with planted(name):
        assert Twins((SUBJECT[name],)).check(1, seed=7).leaks
