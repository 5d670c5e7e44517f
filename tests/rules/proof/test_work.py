"""Work is counted by calls of the rules, and what differs is an observation."""

import sys

from rules.kernel.dice import roll_dice
from rules.kernel.seal import drawn_number
from rules.proof.twins import SEALER
from rules.proof.work import Counted, Work


def test_calls_are_counted_by_module_and_the_profiler_is_given_back() -> None:
    before = sys.getprofile()
    with Work() as work:
        roll_dice(b"seed", 1, 2, "")
        roll_dice(b"seed", 2, 2, "")
    assert sys.getprofile() is before
    assert set(work.calls) == {"rules.kernel.dice"}


def test_a_module_of_which_more_is_asked_is_named() -> None:
    counted = Counted()
    for times in (1, 2):
        with Work() as work:
            roll_dice(b"seed", 1, 2, "")
            for n in range(times):
                drawn_number(SEALER, "id", n)
        counted.add(work)
    assert list(counted.differences()) == ["rules.kernel.seal"]


def test_one_world_alone_is_compared_with_nothing() -> None:
    counted = Counted()
    with Work() as work:
        roll_dice(b"seed", 1, 2, "")
    counted.add(work)
    assert list(counted.differences()) == []
