"""The odds of a Rally attempt: the chances are those of the dice, the ledger is that of play."""

import pytest

from rules.play.page.rally_odds import rally_odds_card
from rules.play.rallying.rally import Rally
from tests.rules.helpers import Bench, ids, unit

U, L = ids("u", "l")


def chances(bench: Bench, *, leader: bool = False) -> tuple[dict[str, int], int]:
    card = rally_odds_card(bench.public, Rally(unit=U, leader=L if leader else None))
    return {one["result"]: one["n"] for one in card["chances"]}, card["total"]


@pytest.mark.rule("A10.6")
def test_a_leader_and_dm_count_and_an_original_12_is_fate() -> None:
    broken = unit("u", "ger-467", "C3", broken=True, dm=True)
    bench = Bench("", [broken, unit("l", "ger-8-1", "C3")])
    assert chances(bench, leader=True) == ({"rallies": 6, "stays broken": 29, "Fate": 1}, 3)
    free = Bench("", [unit("u", "ger-467", "C3", broken=True), unit("l", "ger-8-1", "C3")])
    assert chances(free, leader=True) == ({"rallies": 26, "stays broken": 9, "Fate": 1}, -1)


@pytest.mark.rule("A18.11")
def test_the_first_mmc_to_try_by_itself_rallies_with_an_original_2() -> None:
    """DM and the want of a leader leave a Morale Level of 5 nothing but that."""
    bench = Bench("", [unit("u", "ger-436", "C3", broken=True, dm=True)])
    assert chances(bench) == ({"rallies": 1, "stays broken": 34, "Fate": 1}, 5)
