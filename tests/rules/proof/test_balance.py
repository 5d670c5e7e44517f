"""How even games are: shares, how sure they are, and what the command says."""

from io import StringIO

import pytest
from django.core.management import call_command

from rules.kernel.audience import Side
from rules.proof.balance import balance_of, wilson
from rules.proof.simulation import Played


def test_what_games_came_to() -> None:
    games = [Played(steps=100, turn=3, winner=Side.A) for _ in range(3)]
    games += [Played(steps=50, turn=6, winner=Side.B), Played(steps=50, turn=1)]
    found = balance_of([*games, Played(faults=["the sky falls"])])
    assert (found.games, found.wins[Side.A], found.wins[Side.B], found.drawn) == (5, 3, 1, 1)
    assert found.mean_turns == pytest.approx(16 / 5)
    assert found.mean_steps == pytest.approx(80)
    assert found.share(Side.A)[0] == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 20, 0.0, 0.161), (10, 20, 0.299, 0.701), (100, 200, 0.431, 0.569), (20, 20, 0.839, 1.0)],
)
def test_the_interval(wins: int, games: int, low: float, high: float) -> None:
    """Against Wilson's interval as tables have it."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.001)


def test_the_command_says_what_a_card_needs() -> None:
    out = StringIO()
    call_command("balance", "skirmish", games=2, stdout=out)
    said = out.getvalue()
    assert "skirmish: German (attacks)" in said
    assert "measured: {games: 2, a:" in said


def test_simulate_takes_the_player() -> None:
    out = StringIO()
    call_command("simulate", "skirmish", games=1, player="sensible", stdout=out)
    assert "1 games" in out.getvalue()
    assert "0 faults" in out.getvalue()


def test_one_kind_against_another_from_either_side() -> None:
    out = StringIO()
    call_command("balance", "skirmish", games=1, against="random", stdout=out)
    said = out.getvalue()
    assert "skirmish: German (attacks)" in said
    assert "skirmish: Russian (defends)" in said
    assert said.count("sensible against random") == 2
