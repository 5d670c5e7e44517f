"""A10.2 In which order those check whom one attack has hit."""

from rules.chapters.concealment.covers import add_cover, conceal
from rules.chapters.morale.a10_checking_order import in_checking_order
from rules.kernel.audience import Side
from rules.kernel.seal import MerkleSealer
from tests.rules.helpers import Bench, at, unit

SQUADS = ("s1", "s2", "s3")


def order(key: bytes) -> list[str]:
    """Who checks when, in a game with that key: in the open, and under a "?" that lies there."""
    seen = (unit("o2", "ger-467", "C3"), unit("o1", "ger-8-1", "C3"))
    hid = (*(unit(name, "ger-467", "C3") for name in SQUADS), unit("l1", "ger-8-0", "C3"))
    bench = Bench("size 8 x 6", [*seen, *hid])
    table = bench.table
    table.kernel.sealer = MerkleSealer(key)
    conceal(table, hid, add_cover(table, Side.A, at("C3")))
    units = table.truth.pieces(Side.A)
    return [one.counter for one in in_checking_order(table, units)]


def test_leaders_check_first_those_in_the_open_before_those_under_a_mark() -> None:
    for number in range(4):
        found = order(bytes([number]))
        assert found[:3] == ["o1", "o2", "l1"]
        assert sorted(found[3:]) == list(SQUADS)


def test_of_equals_under_a_mark_nobody_can_know_who_checks_when() -> None:
    assert len({tuple(order(bytes([number]))[3:]) for number in range(12)}) > 2
