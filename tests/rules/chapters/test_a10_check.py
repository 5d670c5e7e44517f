"""A10.1 One check: the verdict of each kind, and the order of what follows."""

import pytest

from rules.chapters.morale.a10_breaking import can_pin
from rules.chapters.morale.a10_check import (
    MORALE_CHECK,
    RALLY_ATTEMPT,
    TASK_CHECK,
    Check,
    Kind,
    Outcome,
    Words,
    judge,
    make_check,
)
from rules.chapters.morale.a10_morale import MC_FOLLOWS, morale_check
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import BOOK, Rule
from tests.rules.helpers import Bench, unit

G = CounterId("g")
MC, TC, RALLY = MORALE_CHECK, TASK_CHECK, RALLY_ATTEMPT

# The squad's Morale Level is 7.
VERDICTS = [
    # kind, DRM, DR, passes
    (MC, 0, 7, True),
    (MC, 0, 8, False),
    (MC, 2, 5, True),
    (MC, 2, 6, False),
    (MC, -5, 11, True),
    (MC, -5, 12, False),  # an Original 12 never passes (A10.31)
    (TC, -5, 12, True),  # a TC has no such end
    (TC, 0, 8, False),
    (RALLY, -5, 11, True),
    (RALLY, -5, 12, False),  # Fate
]


def table(**fields: bool) -> Bench:
    return Bench("woods: A1", [unit("g", "ger-467", "C3", **fields)])


def roll(dr: int) -> Roll:
    return Roll(audience=Audience.PUBLIC, n=1, dice=(dr // 2, dr - dr // 2), purpose="test")


def check(kind: Kind, drm: int = 0) -> Check:
    return Check(kind, G, "check", (Modifier("", "", drm),))


@pytest.mark.rule("A10.1")
@pytest.mark.parametrize(("kind", "drm", "dr", "passes"), VERDICTS)
def test_verdict(kind: Kind, drm: int, dr: int, *, passes: bool) -> None:
    assert judge(table().public, check(kind, drm), roll(dr)).passed is passes


@pytest.mark.rule("A18.11")
def test_a_dr_that_surely_passes() -> None:
    sure = Check(RALLY, G, "check", (Modifier("", "", 9),), surely=2)
    assert judge(table().public, sure, roll(2)).passed
    assert not judge(table().public, sure, roll(3)).passed


@pytest.mark.rule("A7.8")
@pytest.mark.parametrize(("dr", "pinned"), [(6, False), (7, True), (8, False)])
def test_the_highest_dr_that_passes_pins(dr: int, *, pinned: bool) -> None:
    pins = Check(MC, G, "check", (), pins=can_pin)
    assert judge(table().public, pins, roll(dr)).pinned is pinned
    assert not judge(table().public, check(MC), roll(dr)).pinned
    assert not judge(table(pinned=True).public, pins, roll(dr)).pinned


def test_words() -> None:
    words = Words(passed="rallies", failed="stays broken", twelve="Fate")
    said = [
        judge(table().public, Check(RALLY, G, "check", (), words=words), roll(dr)).words
        for dr in (7, 8, 12)
    ]
    assert said == ["rallies", "stays broken", "Fate"]


def test_what_follows_comes_after_its_line_in_the_order_given() -> None:
    bench = Bench("woods: A1", [unit("g", "ger-467", "C3")], dice=[(1, 2)])
    seen: list[str] = []

    async def first(asl: AslTable, outcome: Outcome) -> None:
        seen.append(f"first, after {len(bench.log)} line")

    async def second(asl: AslTable, outcome: Outcome) -> None:
        seen.append("second")

    bench.run(make_check(bench.table, check(MC), (first, second)))
    assert seen == ["first, after 1 line", "second"]


@pytest.mark.rule("A10.3")
def test_a_law_may_add_to_what_follows_from_a_mc() -> None:
    """As an ELR would: the unit has broken already, and more comes of it."""

    async def flees(asl: AslTable, outcome: Outcome) -> None:
        if not outcome.passed:
            assert asl.unit(G).broken
            asl.change(G, wounded=True)

    law = BOOK.adding(MC_FOLLOWS, Rule("SSR 1", flees))
    bench = Bench("woods: A1", [unit("g", "ger-467", "C3")], dice=[(4, 4)], law=law)
    bench.run(morale_check(bench.table, G, 0, ()))
    assert (bench.unit("g").broken, bench.unit("g").wounded) == (True, True)
