"""Rounds: whoever draws them again draws the same, and nothing avoidable happens."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clubs.core.matching import cheapest_matching
from games.clubs.core.pairing import Field, Kind, NoRound, draw
from games.clubs.core.rounds import Number, Outcome, Pair, Played, losses
from games.clubs.core.tables import berger_rounds, ladder, may_challenge

DECIDED = (Outcome.ONE, Outcome.OTHER)


def numbers(count: int) -> tuple[Number, ...]:
    return tuple(Number(n) for n in range(1, count + 1))


def play(pairs: Sequence[Pair], round_: int, results: Iterator[Outcome]) -> list[Played]:
    return [
        Played(
            round=round_,
            one=pair.one,
            other=pair.other,
            outcome=next(results) if pair.other is not None else Outcome.OPEN,
        )
        for pair in pairs
    ]


def met(played: Sequence[Played]) -> set[frozenset[Number]]:
    return {frozenset((one.one, one.other)) for one in played if one.other is not None}


def can_be_paired(players: Sequence[Number], against: set[frozenset[Number]]) -> bool:
    """Whether all can be paired without those who met: by trying, not by the library."""
    if not players:
        return True
    first, *rest = players
    return any(
        can_be_paired([one for one in rest if one != other], against)
        for other in rest
        if frozenset((first, other)) not in against
    )


sizes, rounds = st.integers(4, 40), st.integers(3, 8)
coins = st.integers(0, 2**32 - 1)


def outcomes(seed: int) -> Iterator[Outcome]:
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield DECIDED[seed >> 63]


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ACCELERATED])
@given(size=sizes, length=rounds, seed=coins)
@settings(max_examples=40)
def test_swiss(kind: Kind, size: int, length: int, seed: int) -> None:
    players, played, results = numbers(size), list[Played](), outcomes(seed)
    for round_ in range(1, length + 1):
        field = Field(round_, players, tuple(played))
        pairs = draw(kind, field)
        assert draw(kind, field) == pairs
        there = Counter(one for pair in pairs for one in (pair.one, pair.other) if one is not None)
        assert there == Counter(players)
        byes = [pair.one for pair in pairs if pair.other is None]
        assert len(byes) == size % 2
        had = {one.one for one in played if one.is_bye}
        assert all(one not in had for one in byes) or len(had) == size
        again = [pair for pair in pairs if frozenset((pair.one, pair.other)) in met(played)]
        if again:
            _nobody_could_avoid_it(players, byes, played)
        played += play(pairs, round_, results)


def _nobody_could_avoid_it(
    players: Sequence[Number], byes: Sequence[Number], played: Sequence[Played]
) -> None:
    """With the bye as it fell; whoever has had one may not have another."""
    had = {one.one for one in played if one.is_bye}
    resting = [one for one in players if one not in had] if byes else [None]
    against = met(played)
    for rests in resting:
        assert not can_be_paired([one for one in players if one != rests], against)


def _floats(pairs: Sequence[Pair], points: dict[Number, int]) -> int:
    """How far apart those who meet stand, in score groups, squared."""
    groups = sorted(set(points.values()))
    place = {player: groups.index(points[player]) for player in points}
    return sum((place[one.one] - place[one.other]) ** 2 for one in pairs if one.other is not None)


def _all_rounds(players: Sequence[Number]) -> Iterator[list[Pair]]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for more in _all_rounds([one for one in rest if one != other]):
            yield [Pair(first, other), *more]


@given(size=st.sampled_from((4, 6, 8)), seed=coins)
@settings(max_examples=40)
def test_floats_are_as_few_as_can_be(size: int, seed: int) -> None:
    players, played, results = numbers(size), list[Played](), outcomes(seed)
    for round_ in (1, 2, 3):
        pairs = draw(Kind.SWISS, Field(round_, players, tuple(played)))
        field = Field(round_, players, tuple(played))
        points = {one: field.points(one) for one in players}
        known = met(played)

        def rematches(drawn: Sequence[Pair], known: set[frozenset[Number]] = known) -> int:
            return sum(frozenset((one.one, one.other)) in known for one in drawn)

        fewest = min(rematches(one) for one in _all_rounds(players))
        best = min(_floats(one, points) for one in _all_rounds(players) if rematches(one) == fewest)
        assert (rematches(pairs), _floats(pairs, points)) == (fewest, best)
        played += play(pairs, round_, results)


def test_the_bye_goes_to_the_lowest_of_those_who_had_none() -> None:
    players = numbers(5)
    played = (
        Played(round=1, one=Number(1), other=Number(3), outcome=Outcome.ONE),
        Played(round=1, one=Number(2), other=Number(4), outcome=Outcome.ONE),
        Played(round=1, one=Number(5)),
    )
    pairs = draw(Kind.SWISS, Field(2, players, played))
    assert [pair.one for pair in pairs if pair.other is None] == [4]


def test_the_upper_half_meets_the_lower_half_first() -> None:
    pairs = draw(Kind.SWISS, Field(1, numbers(8)))
    assert [(pair.one, pair.other) for pair in pairs] == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_accelerated_first_rounds_keep_the_halves_apart() -> None:
    pairs = draw(Kind.ACCELERATED, Field(1, numbers(8)))
    assert [(pair.one, pair.other) for pair in pairs] == [(1, 3), (2, 4), (5, 7), (6, 8)]


def test_what_is_forbidden_is_never_drawn_and_what_is_fixed_always() -> None:
    players = numbers(6)
    forbidden = frozenset({frozenset((Number(1), Number(4)))})
    fixed = (Pair(Number(2), Number(3)),)
    pairs = draw(Kind.SWISS, Field(1, players, (), forbidden, fixed))
    assert pairs[0] == fixed[0]
    assert all({pair.one, pair.other} != {1, 4} for pair in pairs)


def test_what_is_forbidden_may_leave_no_round() -> None:
    players = numbers(4)
    forbidden = frozenset(frozenset((Number(1), other)) for other in players[1:])
    with pytest.raises(NoRound, match="without an opponent"):
        draw(Kind.SWISS, Field(1, players, (), forbidden))


@pytest.mark.parametrize("size", range(4, 41))
def test_in_a_round_robin_everybody_meets_everybody_once(size: int) -> None:
    players, seen, byes = numbers(size), Counter[frozenset[Number]](), Counter[Number]()
    for round_ in range(1, berger_rounds(size) + 1):
        for pair in draw(Kind.ROUND_ROBIN, Field(round_, players, (), everybody=players)):
            if pair.other is None:
                byes[pair.one] += 1
            else:
                seen[frozenset((pair.one, pair.other))] += 1
    assert seen == Counter(frozenset(pair) for pair in combinations(players, 2))
    assert byes == Counter(players if size % 2 else ())
    with pytest.raises(NoRound):
        draw(Kind.LEAGUE, Field(berger_rounds(size) + 1, players, (), everybody=players))


def test_whose_opponent_of_the_table_has_left_has_a_bye() -> None:
    everybody = numbers(4)
    here = tuple(one for one in everybody if one != 4)
    resting = [
        pair.one
        for round_ in (1, 2, 3)
        for pair in draw(Kind.ROUND_ROBIN, Field(round_, here, (), everybody=everybody))
        if pair.other is None
    ]
    assert sorted(resting) == [1, 2, 3]


@pytest.mark.parametrize("kind", [Kind.SINGLE, Kind.DOUBLE])
@given(size=sizes, seed=coins)
@settings(max_examples=40)
def test_knock_outs_leave_one(kind: Kind, size: int, seed: int) -> None:
    lives = 1 if kind is Kind.SINGLE else 2
    everybody, played, results = numbers(size), list[Played](), outcomes(seed)
    for round_ in range(1, 4 * size):
        left = tuple(one for one in everybody if losses(one, played) < lives)
        if len(left) == 1:
            break
        pairs = draw(kind, Field(round_, everybody, tuple(played), everybody=everybody))
        there = [one for pair in pairs for one in (pair.one, pair.other) if one is not None]
        assert sorted(there) == sorted(left)
        played += play(pairs, round_, results)
    assert len([one for one in everybody if losses(one, played) < lives]) == 1
    games = [one for one in played if not one.is_bye]
    total = sum(losses(one, played) for one in everybody)
    assert len(games) == total
    assert (size - 1) * lives <= total <= size * lives - 1


def test_the_bracket_keeps_the_first_two_seeds_apart_and_gives_byes_to_the_highest() -> None:
    pairs = draw(Kind.SINGLE, Field(1, numbers(6), everybody=numbers(6)))
    assert [(pair.one, pair.other) for pair in pairs] == [(4, 5), (3, 6), (1, None), (2, None)]


def test_a_knock_out_waits_for_every_game() -> None:
    played = (Played(round=1, one=Number(1), other=Number(2)),)
    with pytest.raises(NoRound, match="not decided"):
        draw(Kind.SINGLE, Field(2, numbers(4), played, everybody=numbers(4)))


def test_a_mini_is_for_four_or_eight_and_nobody_is_out() -> None:
    with pytest.raises(NoRound, match="four or eight"):
        draw(Kind.MINI, Field(1, numbers(6)))
    players, played = numbers(8), list[Played]()
    for round_ in (1, 2, 3):
        field = Field(round_, players, tuple(played))
        pairs = draw(Kind.MINI, field)
        assert all(field.points(p.one) == field.points(p.other or p.one) for p in pairs)
        played += play(pairs, round_, outcomes(round_))
    assert sorted(sum(one.won_by(n) for one in played) for n in players) == [0, 1, 1, 1, 2, 2, 2, 3]


def test_whoever_beats_somebody_above_him_takes_his_rung() -> None:
    players = numbers(4)
    played = [Played(round=1, one=Number(4), other=Number(2), outcome=Outcome.ONE)]
    assert ladder(players, played) == (1, 4, 2, 3)
    assert ladder(
        players, [Played(round=1, one=Number(1), other=Number(3), outcome=Outcome.ONE)]
    ) == (players)
    assert may_challenge(players, Number(3), Number(1), 2)
    assert not may_challenge(players, Number(4), Number(1), 2)
    assert not may_challenge(players, Number(1), Number(2), 2)
    with pytest.raises(NoRound):
        draw(Kind.LADDER, Field(1, players))


@given(st.data(), st.integers(2, 7))
@settings(max_examples=60)
def test_the_matching_is_the_cheapest_there_is(data: st.DataObject, size: int) -> None:
    """Against every matching there is, with costs as large as they become."""
    edges = list(combinations(range(size), 2))
    costs = data.draw(
        st.fixed_dictionaries({}, optional={e: st.integers(0, 10**30) for e in edges})
    )
    found = cheapest_matching(size, costs)
    every = [
        chosen
        for many in range(size // 2 + 1)
        for chosen in combinations(costs, many)
        if len({v for edge in chosen for v in edge}) == 2 * many
    ]
    most = max(len(one) for one in every)
    assert len(found) == most
    assert sum(costs[e] for e in found) == min(
        sum(costs[e] for e in one) for one in every if len(one) == most
    )


def test_a_round_of_two_hundred_is_drawn_at_once() -> None:
    """All costs stay within what the library reckons with."""
    players, played = numbers(200), list[Played]()
    for round_ in range(1, 8):
        pairs = draw(Kind.SWISS, Field(round_, players, tuple(played)))
        assert not any(frozenset((p.one, p.other)) in met(played) for p in pairs)
        played += play(pairs, round_, outcomes(round_))
