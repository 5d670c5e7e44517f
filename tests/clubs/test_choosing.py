"""How two come to a scenario and to sides."""

from collections.abc import Mapping

import msgspec
import pytest

from games.clubs.core.choosing import (
    STRIKES_AND_BIDS,
    Agreed,
    Answer,
    Asked,
    BadAnswer,
    Bid,
    Chair,
    Fixed,
    Offered,
    Pick,
    Ranked,
    Step,
    check,
    decide,
)
from games.clubs.core.lots import die, lot

THREE = ("first", "second", "third")


class Lots:
    """Lots that are written down beforehand; each must be drawn."""

    def __init__(self, **given: int) -> None:
        self.given = given

    def __call__(self, purpose: str, faces: int) -> int:
        drawn = self.given.pop(purpose)
        assert drawn < faces
        return drawn


def decided(
    protocol: tuple[Step, ...], answers: Mapping[int, Mapping[Chair, Answer]], **lots: int
) -> Agreed:
    drawn = Lots(**lots)
    agreed = decide(protocol, THREE, answers, drawn)
    assert isinstance(agreed, Agreed)
    assert not drawn.given
    return agreed


def ranked(*names: str) -> Ranked:
    return Ranked(names)


def test_what_the_round_names_is_played_and_sides_are_drawn() -> None:
    agreed = decided((Fixed(),), {}, sides=1)
    assert (agreed.scenario, agreed.side_a) == ("first", "other")


@pytest.mark.parametrize(
    ("one", "other", "lots", "played"),
    [
        pytest.param(("second", "third"), ("second", "first"), {}, "second", id="left alone"),
        pytest.param(("second", "third"), ("second", "third"), {}, "second", id="both want it"),
        pytest.param(("first", "third"), ("third", "first"), {"scenario": 1}, "third", id="tied"),
    ],
)
def test_strikes_and_ranks(
    one: tuple[str, ...], other: tuple[str, ...], lots: dict[str, int], played: str
) -> None:
    answers: dict[int, dict[Chair, Answer]] = {0: {"one": Ranked(one), "other": Ranked(other)}}
    assert decided((Pick(strikes=1),), answers, sides=0, **lots).scenario == played


def test_a_list_is_ranked_without_strikes() -> None:
    answers: dict[int, dict[Chair, Answer]] = {
        0: {"one": ranked("first", "second", "third"), "other": ranked("second", "first", "third")}
    }
    assert decided((Pick(strikes=0),), answers, sides=0, scenario=0).scenario == "first"


def test_strikes_that_leave_nothing_do_not_count() -> None:
    answers: dict[int, dict[Chair, Answer]] = {
        0: {"one": ranked("first"), "other": ranked("third")}
    }
    assert decided((Pick(strikes=2),), answers, sides=0, scenario=1).scenario == "third"


@pytest.mark.parametrize(
    ("one", "other", "lots", "expected"),
    [
        pytest.param(Offered("a"), Offered("b"), {}, ("one", "", 0), id="each another side"),
        pytest.param(Offered("b", 1), Offered("a", 1), {}, ("other", "", 0), id="for nothing"),
        pytest.param(Offered("a", 1), Offered("a", 0), {}, ("one", "b", 1), id="the higher bid"),
        pytest.param(Offered("b", 0), Offered("b", 1), {}, ("one", "a", 1), id="the other's bid"),
        pytest.param(Offered("a", 1), Offered("a", 1), {"bid": 1}, ("other", "b", 1), id="a tie"),
        pytest.param(Offered("a", 0), Offered("a", 0), {"bid": 0}, ("one", "", 0), id="no Balance"),
    ],
)
def test_bids(
    one: Offered, other: Offered, lots: dict[str, int], expected: tuple[str, str, int]
) -> None:
    agreed = decided((Fixed(), Bid(most=1)), {1: {"one": one, "other": other}}, **lots)
    assert (agreed.side_a, agreed.balance, agreed.level) == expected


def test_nothing_is_decided_before_both_have_answered() -> None:
    alone: dict[int, dict[Chair, Answer]] = {0: {"one": ranked("second", "third")}}
    nobody = decide(STRIKES_AND_BIDS, THREE, {}, Lots())
    assert decide(STRIKES_AND_BIDS, THREE, alone, Lots()) == nobody
    assert isinstance(nobody, Asked)
    assert nobody.offered == THREE


@pytest.mark.parametrize(
    ("step", "answer", "words"),
    [
        (Pick(1), ranked("first", "second", "third"), "Strike 1"),
        (Pick(1), ranked("first"), "Strike 1"),
        (Pick(1), ranked("first", "first"), "once"),
        (Pick(1), ranked("first", "elsewhere"), "once"),
        (Pick(1), Offered("a"), "Rank"),
        (Bid(1), Offered("c"), "which side"),
        (Bid(1), ranked("first"), "which side"),
        (Bid(1), Offered("a", 2), "up to level 1"),
        (Bid(1), Offered("b", 1), "up to level 0"),
        (Bid(1), Offered("a", -1), "up to level"),
    ],
)
def test_answers_that_do_not_fit(step: Pick | Bid, answer: Answer, words: str) -> None:
    asked = Asked(0, step, Agreed(), THREE)
    with pytest.raises(BadAnswer, match=words):
        check(asked, answer, {"b": 1})


def test_a_protocol_is_data() -> None:
    stored = msgspec.json.encode(STRIKES_AND_BIDS)
    assert msgspec.json.decode(stored, type=tuple[Step, ...]) == STRIKES_AND_BIDS


def test_lots_follow_from_the_seed_and_what_they_are_for() -> None:
    assert lot(b"seed", "one", 1000) == lot(b"seed", "one", 1000)
    assert len({lot(b"seed", f"{n}", 1000) for n in range(50)}) > 40
    thrown = [die(b"seed", f"{n}") for n in range(6000)]
    assert all(900 < thrown.count(face) < 1100 for face in range(1, 7))
    with pytest.raises(ValueError, match="a face"):
        lot(b"seed", "none", 0)
