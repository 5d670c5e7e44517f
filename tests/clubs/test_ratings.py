"""Ratings against the paper's worked example, and the lean of scenarios."""

from math import exp, log

import pytest

from games.clubs.core.balance import PRIOR, Decided, lean
from games.clubs.core.glicko import SCALE, Bout, Rating, chance, rated


def test_the_papers_worked_example_to_the_printed_digit() -> None:
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999.

    The paper goes on with what it has printed: from -0.2069 it comes to 1464.06, where unrounded
    numbers give 1464.0507. Of the volatility, 0.059996, it prints five digits without rounding.
    """
    bouts = [
        Bout(Rating(1400, 30), 1),
        Bout(Rating(1550, 100), 0),
        Bout(Rating(1700, 300), 0),
    ]
    after = rated(Rating(1500, 200, 0.06), bouts, tau=0.5)
    assert f"{after.mu:.4f}" == "-0.2069"
    assert f"{SCALE * float(f'{after.mu:.4f}') + 1500:.2f}" == "1464.06"
    assert f"{after.rating:.4f}" == "1464.0507"
    assert f"{after.phi:.4f}" == "0.8722"
    assert f"{after.deviation:.2f}" == "151.52"
    assert int(after.volatility * 100_000) == 5999


def test_who_does_not_play_only_grows_less_certain() -> None:
    before = Rating(1600, 60, 0.06)
    after = rated(before, [])
    assert after.rating == before.rating
    assert after.volatility == before.volatility
    assert 60 < after.deviation < 62
    assert rated(Rating(), []).deviation == pytest.approx(350)


def test_a_rating_is_provisional_until_enough_is_known() -> None:
    assert Rating().is_provisional
    assert not Rating(1500, 80).is_provisional


def test_equals_win_as_often_and_the_stronger_more() -> None:
    assert chance(Rating(), Rating()) == 0.5
    assert chance(Rating(1700, 50), Rating(1500, 50)) > 0.7


def test_without_games_a_scenario_leans_nowhere_and_the_prior_says_how_sure_that_is() -> None:
    found = lean([])
    assert found.share == 0.5
    assert found.high == pytest.approx(1 / (1 + 2.718281828 ** -(1.96 * PRIOR)), abs=1e-6)
    assert found.low == pytest.approx(1 - found.high)


def test_the_lean_is_where_the_slope_is_nought() -> None:
    """By a search over a fine grid, instead of Newton's method."""
    games = [Decided(True, 100), Decided(True, -50), Decided(False, 200), Decided(True, 0)]

    def likely(at: float) -> float:
        odds = [at + one.difference * log(10) / 400 for one in games]
        told = sum(
            -log(1 + exp(-o if one.first_won else o)) for o, one in zip(odds, games, strict=True)
        )
        return told - at**2 / (2 * PRIOR**2)

    best = max((n / 10_000 for n in range(-20_000, 20_000)), key=likely)
    assert lean(games).share == pytest.approx(1 / (1 + exp(-best)), abs=1e-4)


def test_a_side_that_wins_by_strength_alone_is_no_better_side() -> None:
    strong = lean([Decided(True, 400)] * 10 + [Decided(False, 400)])
    plain = lean([Decided(True, 0)] * 10 + [Decided(False, 0)])
    assert 0.4 < strong.share < 0.6 < plain.share
