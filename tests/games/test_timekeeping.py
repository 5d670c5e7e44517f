"""What a clock says, by arithmetic."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.models.choices import Timing
from games.timekeeping import FREE, NEW_SESSION, Dial, Terms
from rules.kernel.audience import Side

A, B = Side
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def running(timing: Timing = Timing.TOTAL, increment: timedelta = timedelta()) -> Dial:
    """An hour a side, and A's time runs from now on, in its first Player Turn."""
    dial = Dial.new(Terms(timing, HOUR, increment), NOW)
    return dial.pressed(NOW, A, "1a", anew=False)


def test_the_first_seconds_of_a_decision_cost_nothing() -> None:
    dial = running()
    assert dial.left_at(A, NOW + FREE) == HOUR
    assert dial.left_at(A, NOW + FREE + MINUTE) == HOUR - MINUTE
    assert dial.left_at(B, NOW + FREE + MINUTE) == HOUR


def test_each_decision_has_its_own_free_seconds() -> None:
    dial, now = running(), NOW
    for _ in range(50):
        now += FREE
        dial = dial.pressed(now, A, "1a", anew=True)
    assert dial.left_at(A, now) == HOUR


def test_a_press_hands_the_time_over() -> None:
    now = NOW + FREE + MINUTE
    dial = running().pressed(now, B, "1a", anew=True)
    assert dial.runs is B
    assert dial.left == {A: HOUR - MINUTE, B: HOUR}
    assert dial.falls_at() == now + FREE + HOUR


def test_a_clock_that_stands_never_falls() -> None:
    dial = Dial.new(Terms(Timing.TOTAL, HOUR), NOW)
    assert dial.falls_at() is None
    assert dial.fallen(NOW + 900 * HOUR) == ()


def test_it_falls_when_it_says_that_it_does() -> None:
    dial = running()
    falls = dial.falls_at()
    assert falls is not None
    assert dial.fallen(falls - timedelta(milliseconds=1)) == ()
    assert dial.fallen(falls) == (A,)


def test_both_are_given_more_at_each_player_turn_and_at_the_first_nothing() -> None:
    dial = running(increment=5 * MINUTE)
    assert dial.left == {A: HOUR, B: HOUR}
    dial = dial.pressed(NOW, B, "1a", anew=True).pressed(NOW, B, "1b", anew=True)
    assert dial.left == {A: HOUR + 5 * MINUTE, B: HOUR + 5 * MINUTE}


def test_by_days_each_decision_has_the_whole_time() -> None:
    dial = running(Timing.DAYS).pressed(NOW + HOUR / 2, B, "1a", anew=True)
    assert dial.left_at(B, NOW + HOUR / 2) == HOUR
    dial = dial.pressed(NOW + 2 * HOUR, A, "1a", anew=True)
    assert dial.left_at(A, NOW + 2 * HOUR) == HOUR


def test_by_days_an_act_beside_gives_no_new_time() -> None:
    dial = running(Timing.DAYS).pressed(NOW + HOUR / 2, A, "1a", anew=False)
    assert dial.left[A] < HOUR


@pytest.mark.parametrize("until", [MINUTE, HOUR, 30 * HOUR])
def test_nobody_pays_for_a_break(until: timedelta) -> None:
    begun = NOW + FREE + MINUTE
    dial = running().broken(begun, begun + until)
    assert dial.left_at(A, begun + until + FREE) == HOUR - MINUTE
    assert dial.falls_at() == begun + until + FREE + HOUR - MINUTE
    for end in (begun + until, begun + until + timedelta(seconds=3)):
        assert dial.carried_on(end).left_at(A, end) == HOUR - MINUTE
        assert dial.carried_on(end).falls_at() == dial.falls_at()


def test_going_on_before_the_end_of_a_break_begins_the_decision_there() -> None:
    dial = running().broken(NOW, NOW + HOUR).carried_on(NOW + MINUTE)
    assert dial.falls_at() == NOW + MINUTE + FREE + HOUR


@pytest.mark.parametrize(("until", "whole"), [(NEW_SESSION, True), (NEW_SESSION - MINUTE, False)])
def test_a_long_break_begins_a_new_session(until: timedelta, whole: bool) -> None:
    begun = NOW + FREE + MINUTE
    dial = running(Timing.SESSION).broken(begun, begun + until)
    assert (dial.left[A] == HOUR) is whole
    assert running().broken(begun, begun + until).left[A] == HOUR - MINUTE


def test_time_in_which_nothing_was_served_is_on_nobodys_clock() -> None:
    dial, now = running(), NOW + 5 * HOUR
    assert dial.forgiven(NOW + MINUTE, now).left_at(A, now) == HOUR - (MINUTE - FREE)
    assert dial.forgiven(NOW - HOUR, now).left_at(A, now) == HOUR
    rests = replace(dial, until=NOW + 9 * HOUR)
    assert rests.forgiven(NOW, now).falls_at() == rests.falls_at()
