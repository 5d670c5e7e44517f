"""Whoever may not know a secret of an event gets the same bytes, and planted leaks are found.

The largest share of the tests of clubs: every subject takes some sixty requests of each of two
worlds for each of the people who look on.
"""

from collections.abc import Iterator

import pytest

from games.leakcheck.clubs import PEOPLE, PLANTED, SUBJECTS, Twins, planted
from games.leakcheck.database import temporary_database
from games.leakcheck.still import standing_still

pytestmark = pytest.mark.django_db
LOOK = ("inspection", "inspection", "bid", "inspection")
SUBJECT = dict(zip(PLANTED, ("choice", "bid", *LOOK, "change"), strict=True))
LOOKS_ON = {
    "choice": ("opponent", "member"),
    "bid": ("opponent", "stranger"),
    "inspection": ("opponent", "nobody"),
    "inspection told at the end": ("opponent", "staff"),
    "change": ("opponent", "director"),
}
"""Who is compared each time: the opponent at every subject, everybody else at one."""
NOTICES = dict(zip(PLANTED, (*("opponent",) * 6, "director"), strict=True))
"""Somebody whom each planted leak is told."""


@pytest.fixture(autouse=True)
def _still() -> Iterator[None]:
    with temporary_database(), standing_still():
        yield


def test_everybody_looks_on_and_the_opponent_always() -> None:
    assert LOOKS_ON.keys() == set(SUBJECTS)
    assert {person for people in LOOKS_ON.values() for person in people} == set(PEOPLE)
    assert all("opponent" in people for people in LOOKS_ON.values())


@pytest.mark.parametrize("subject", SUBJECTS)
def test_twins_are_told_the_same(subject: str) -> None:
    _told_the_same(subject, LOOKS_ON[subject])


@pytest.mark.long
@pytest.mark.parametrize("subject", SUBJECTS)
def test_twins_are_told_the_same_whoever_looks_on(subject: str) -> None:
    _told_the_same(subject, PEOPLE)


def _told_the_same(subject: str, people: tuple[str, ...]) -> None:
    found = Twins((subject,), people).check(1, seed=7)
    assert not found.leaks
    assert found.counts["clubs:pairing"] == len(people)
    assert found.counts["socket event"] == len(people)


@pytest.mark.parametrize("name", PLANTED)
def test_planted_leaks_are_found(name: str) -> None:
    with planted(name):
        assert Twins((SUBJECT[name],), (NOTICES[name],)).check(1, seed=7).leaks
