"""Standings against a reckoning of their own, and what each criterion gives."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clubs.core.rounds import Number, Outcome, Played
from games.clubs.core.standings import (
    CLASSIC,
    Buchholz,
    Criterion,
    FirstLoss,
    HeadToHead,
    Lot,
    OpponentsWins,
    Points,
    SonnebornBerger,
    TenAndTwo,
    standings,
)

OUTCOMES = (Outcome.ONE, Outcome.OTHER, Outcome.DRAW, Outcome.NEITHER)


def game(round_: int, one: int, other: int | None, outcome: Outcome = Outcome.ONE) -> Played:
    return Played(
        round=round_,
        one=Number(one),
        other=None if other is None else Number(other),
        outcome=Outcome.OPEN if other is None else outcome,
    )


def order(criteria: Sequence[Criterion], players: int, played: Sequence[Played]) -> list[list[int]]:
    """Who stands where: those who share a place together."""
    rows = standings(criteria, [Number(n) for n in range(1, players + 1)], played, seed=b"seed")
    places = sorted({row.rank for row in rows})
    return [[row.player for row in rows if row.rank == rank] for rank in places]


def value(criterion: Criterion, player: int, players: int, played: Sequence[Played]) -> float:
    rows = standings([Points(), criterion], [Number(n) for n in range(1, players + 1)], played)
    score = next(row for row in rows if row.player == player).scores[1]
    assert score is not None
    assert score.value == sum(term.value for term in score.terms)
    return score.value


# Two rounds of four: 1 beat 2, 3 beat 4; 1 beat 3, 2 drew with 4.
FOUR = (game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), game(2, 2, 4, Outcome.DRAW))


@pytest.mark.parametrize(
    ("criterion", "values"),
    [
        (TenAndTwo(), [10 + 0 + 10 + 2, 0, 10 + 0, 0]),
        (Buchholz(), [1 + 3, 6 + 1, 1 + 6, 3 + 1]),
        (Buchholz(worst=1), [3, 6, 6, 3]),
        (Buchholz(best=1), [1, 1, 1, 1]),
        (Buchholz(best=1, worst=1), [0, 0, 0, 0]),
        (SonnebornBerger(), [1 + 3, 0.5, 1, 0.5]),
        (OpponentsWins(), [0 + 1, 2 + 0, 0 + 2, 1 + 0]),
        (FirstLoss(), [3, 1, 2, 1]),
    ],
    ids=lambda one: getattr(one, "title", None),
)
def test_criteria(criterion: Criterion, values: list[float]) -> None:
    assert [value(criterion, player, 4, FOUR) for player in (1, 2, 3, 4)] == values


def test_points_are_what_the_event_says() -> None:
    rows = standings([Points(win=2, draw=1, loss=0.5)], [Number(n) for n in (1, 2, 3, 4)], FOUR)
    assert {row.player: row.scores[0].value for row in rows if row.scores[0]} == {
        1: 4,
        2: 1.5,
        3: 2.5,
        4: 1.5,
    }


def test_what_two_did_against_each_other_is_asked_if_exactly_two_are_tied() -> None:
    three = [game(1, 1, 2), game(2, 2, 3), game(3, 3, 1)]
    assert order([Points(), HeadToHead()], 3, three) == [[1, 2, 3]]
    pair = [game(1, 2, 1), game(2, 1, 3), game(2, 4, 2), game(3, 4, 1)]
    assert order([Points()], 4, pair) == [[4], [1, 2], [3]]
    assert order([Points(), HeadToHead()], 4, pair) == [[4], [2], [1], [3]]


def test_a_bye_counts_as_a_win_and_as_an_opponent_like_oneself() -> None:
    played = [game(1, 1, 2), game(1, 3, None), game(2, 3, 1), game(2, 2, None)]
    assert value(Buchholz(), 3, 3, played) == 6 + 3
    assert order([Points()], 3, played) == [[3], [1, 2]]


def test_both_may_lose_and_what_is_open_counts_for_nobody() -> None:
    played = [game(1, 1, 2, Outcome.NEITHER), game(1, 3, 4, Outcome.OPEN)]
    assert order([Points()], 4, played) == [[1, 2, 3, 4]]
    assert value(FirstLoss(), 1, 4, played) == 1
    assert value(FirstLoss(), 3, 4, played) == 2


def test_a_lot_is_the_same_each_time_and_leaves_no_tie() -> None:
    first = order([Points(), Lot()], 8, [])
    assert first == order([Points(), Lot()], 8, [])
    assert [len(place) for place in first] == [1] * 8


def test_nobody_is_drawn_a_lot_for_without_need() -> None:
    rows = standings([Points(), Lot()], [Number(1), Number(2)], [game(1, 1, 2)], seed=b"seed")
    assert [row.scores[1] for row in rows] == [None, None]


# --- a reckoning of its own: dictionaries and loops, nothing of the code above ---


def _reckoned(
    players: int, rows: Sequence[tuple[int, int, int | None, str]]
) -> list[tuple[float, ...]]:
    """Points, Buchholz without best and worst, Sonneborn-Berger, opponents' wins, first loss."""
    points, wins = dict.fromkeys(range(1, players + 1), 0), dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, list[tuple[int | None, float]]] = {n: [] for n in points}
    first = dict.fromkeys(points, max((row[0] for row in rows), default=0) + 1)
    for round_, one, other, came in rows:
        if other is None:
            points[one] += 3
            wins[one] += 1
            met[one].append((None, 1))
            continue
        share = {"one": (1.0, 0.0), "other": (0.0, 1.0), "draw": (0.5, 0.5)}.get(came, (0.0, 0.0))
        for me, him, mine in ((one, other, share[0]), (other, one, share[1])):
            points[me] += {1.0: 3, 0.5: 1, 0.0: 0}[mine]
            wins[me] += mine == 1.0
            met[me].append((him, mine))
            if mine == 0.0:
                first[me] = min(first[me], round_)
    found: list[tuple[float, ...]] = []
    for me in points:
        worth = [points[me if him is None else him] for him, _ in met[me]]
        middle = sorted(worth)[1:-1]
        berger = sum(w * mine for w, (_, mine) in zip(worth, met[me], strict=True))
        theirs = sum(wins[him] for him, _ in met[me] if him is not None)
        found.append((points[me], sum(middle), berger, theirs, first[me]))
    return found


@st.composite
def _events(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, int | None, str]]]:
    players = draw(st.integers(4, 12))
    rows: list[tuple[int, int, int | None, str]] = []
    for round_ in range(1, draw(st.integers(3, 6)) + 1):
        seats = draw(st.permutations(range(1, players + 1)))
        for i in range(0, players, 2):
            other = seats[i + 1] if i + 1 < players else None
            rows.append((round_, seats[i], other, draw(st.sampled_from(OUTCOMES)).value))
    return players, rows


@given(_events())
@settings(max_examples=80)
def test_standings_are_as_somebody_else_reckons_them(
    event: tuple[int, list[tuple[int, int, int | None, str]]],
) -> None:
    players, rows = event
    played = [game(round_, one, other, Outcome(came)) for round_, one, other, came in rows]
    criteria = [one for one in CLASSIC if not isinstance(one, HeadToHead | Lot)]
    expected = _reckoned(players, rows)
    found = standings(criteria, [Number(n) for n in range(1, players + 1)], played)
    for row in found:
        mine = expected[row.player - 1]
        assert tuple(score.value for score in row.scores if score) == mine
        assert row.rank == 1 + sum(other > mine for other in expected)
