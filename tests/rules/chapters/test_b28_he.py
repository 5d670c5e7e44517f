"""B28.62 What HE does to mines. No fire mission is in play yet: these are the cases of what will
call it.
"""

from collections.abc import Iterator

import pytest

from rules.board.locations import hex_of
from rules.chapters.concealment.seals import seal_records
from rules.chapters.mines.b28_facts import DummyFound, MinesPresent, MineStrength
from rules.chapters.mines.b28_he import Shelling, wear_mines
from rules.chapters.mines.b28_in_view import notice_factors
from rules.chapters.mines.b28_known import find_dummy
from rules.chapters.mines.b28_minefields import entry_attack
from rules.forces.entities import Minefield, MineMarker, Seal
from rules.forces.phases import Phase
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.play.faces import FACES
from rules.position.mines import AtMarker, AtMines, DummyMines, MineLine
from rules.tables import IftKind, IftResult, ift_result
from tests.rules.helpers import Bench, at, counters, unit

HEX = hex_of(at("E5"))
KIA, K, MC = (IftResult(kind, 1) for kind in (IftKind.KIA, IftKind.K, IftKind.MC))
HE = Shelling.HE_CONCENTRATION
HIDDEN = Secret[str | None](None, Side.B)


def ap(strength: int, marker: Secret[str | None] = HIDDEN, **rest: bool) -> Minefield:
    return Minefield(
        id="rb1",
        owner=Side.B,
        at=Secret(HEX, Side.B),
        strength=Secret(strength, Side.B),
        marker=marker,
        strength_known=Secret(rest.get("shown", False), Side.B),
        known=rest.get("known", False),
    )


def at_mines(factors: int, *, in_view: bool = False) -> AtMines:
    where, number = Secret(HEX, Side.B), Secret(factors, Side.B)
    return AtMines(id="tb1", owner=Side.B, at=where, factors=number, in_view=in_view)


def counter(strength: int | None = None, *, known: bool = True) -> MineMarker:
    side = Side.B if known else None
    return MineMarker(id="m1", at=HEX, strength=strength, side=side, proved=not known)


MARKED = Secret[str | None]("m1", Side.B)


def bench(*entities: Entity, dice: list[tuple[int, ...]] | None = None) -> Bench:
    group = unit("g1", "ger-467", "E4")
    return Bench("size 12 x 10", [group, *entities], phase=Phase.MPH, dice=dice or [])


def left(table: Bench) -> tuple[list[int], list[int]]:
    """The A-P and A-T factors that lie in the hex."""
    world = table.table.world
    return (
        [unseal(one.strength) for one in world.all(Minefield)],
        [unseal(one.factors) for one in world.all(AtMines)],
    )


def facts(table: Bench) -> list[type]:
    return [type(told.fact) for told in table.table.kernel.facts]


def known(table: Bench, audience: Audience) -> list[tuple[Entity, ...]]:
    """What an audience knows."""
    view = table.table.kernel.known(audience)
    return [tuple(view.all(kind)) for kind in FACES]


def enter(table: Bench) -> None:
    """The German squad enters the hex."""

    async def entry() -> None:
        for hazard in (find_dummy, entry_attack):
            await hazard(table.table, counters("g1"), at("E4"), at("E5"))

    table.run(entry())


@pytest.mark.rule("B28.62a")
def test_an_original_kia_removes_all_mines_of_the_hex() -> None:
    table = bench(ap(12), at_mines(2))
    result = ift_result(20, 3)
    assert result.kind is IftKind.KIA
    wear_mines(table.table, HEX, HE, result)
    assert left(table) == ([], [])


@pytest.mark.rule("B28.62a")
def test_a_bomb_does_the_same_and_mines_of_another_hex_are_spared() -> None:
    table = bench(ap(12), at_mines(2))
    wear_mines(table.table, hex_of(at("E6")), Shelling.HE_BOMB, KIA)
    assert left(table) == ([12], [2])
    wear_mines(table.table, HEX, Shelling.HE_BOMB, KIA)
    assert left(table) == ([], [])


@pytest.mark.rule("B28.62b", "B28.62c", "B28.62d")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((12, 5), ([8], [4])),
        ((8, 2), ([6], [1])),
        ((6, 1), ([], [])),
    ],
)
def test_an_original_k_lowers_both_kinds(
    before: tuple[int, int], after: tuple[list[int], list[int]]
) -> None:
    table = bench(ap(before[0]), at_mines(before[1]))
    wear_mines(table.table, HEX, HE, K)
    assert left(table) == after


def other_fire() -> Iterator[tuple[Shelling, IftResult]]:
    for by in (Shelling.HE_HARASSING, Shelling.SMOKE, Shelling.WP):
        yield from ((by, KIA), (by, K))
    yield HE, MC
    yield Shelling.HE_BOMB, IftResult(IftKind.NONE)


@pytest.mark.rule("B28.62e")
@pytest.mark.parametrize(("by", "result"), list(other_fire()))
def test_nothing_else_wears_mines_down(by: Shelling, result: IftResult) -> None:
    table = bench(ap(6), at_mines(1))
    wear_mines(table.table, HEX, by, result)
    assert left(table) == ([6], [1])


@pytest.mark.rule("B28.62f")
@pytest.mark.parametrize("result", [K, KIA])
def test_nobody_but_their_owner_learns_of_it(result: IftResult) -> None:
    table = bench(ap(8), at_mines(1))
    before = [known(table, audience) for audience in (Audience.PUBLIC, Audience.A)]
    wear_mines(table.table, HEX, HE, result)
    assert [known(table, audience) for audience in (Audience.PUBLIC, Audience.A)] == before
    assert (facts(table), table.log) == ([], [])


@pytest.mark.rule("B28.62a")
def test_mines_that_are_gone_attack_nobody() -> None:
    table = bench(ap(8))
    wear_mines(table.table, HEX, HE, KIA)
    enter(table)
    assert facts(table) == []


@pytest.mark.rule("B28.45d", "B28.45e")
@pytest.mark.parametrize("strength", [8, 6])
def test_an_unread_counter_looks_as_before(strength: int) -> None:
    table = bench(ap(strength, MARKED, known=True), counter())
    wear_mines(table.table, HEX, HE, K)
    assert table.table.world.all(MineMarker) == (counter(),)
    assert table.log == []
    dummies = [unseal(one.at) for one in table.table.world.all(DummyMines)]
    assert (left(table)[0], dummies) == (([6], []) if strength == 8 else ([], [HEX]))


@pytest.mark.rule("B28.45d", "B28.47a")
@pytest.mark.parametrize("known", [True, False], ids=["known", "met"])
def test_an_unread_counter_of_mines_that_are_gone_is_a_dummy(known: bool) -> None:
    table = bench(ap(6, MARKED, known=known), counter(known=known))
    seal_records(table.table, Side.B, {f"{HEX} A-P present": "A-P"})
    wear_mines(table.table, HEX, HE, K)
    enter(table)
    assert facts(table) == [DummyFound]
    assert not (*table.table.world.all(MineMarker), *table.table.world.all(DummyMines))
    assert table.table.world.get(Seal, "b").opened == ()


@pytest.mark.rule("B28.45d")
def test_what_is_told_of_worn_mines_is_what_is_left_and_no_leaf_says_otherwise() -> None:
    table = bench(ap(12), dice=[(1, 3), (2, 2)])
    seal_records(table.table, Side.B, {f"{HEX} A-P present": "A-P", f"{HEX} A-P strength": "12"})
    wear_mines(table.table, HEX, HE, K)
    enter(table)
    told = [told.fact for told in table.table.kernel.facts]
    assert [one.strength for one in told if isinstance(one, MineStrength)] == [8]
    assert MinesPresent in facts(table)
    opened = table.table.world.get(Seal, "b").opened
    assert [one.leaf.label for one in opened] == [f"{HEX} A-P present"]


@pytest.mark.rule("B28.45d")
@pytest.mark.parametrize(("strength", "shows"), [(12, [8]), (6, [])])
def test_a_counter_that_was_read_shows_what_is_left(strength: int, shows: list[int]) -> None:
    table = bench(ap(strength, MARKED, known=True, shown=True), counter(strength))
    wear_mines(table.table, HEX, HE, K)
    assert [one.strength for one in table.table.world.all(MineMarker)] == shows
    assert len(table.log) == 1


@pytest.mark.rule("B28.45d", "B28.46c")
def test_in_a_line_the_hex_is_marked() -> None:
    line = MineLine(id="lb1", owner=Side.B, hexes=Secret((HEX, hex_of(at("E6"))), Side.B))
    table = bench(ap(6, MARKED, known=True, shown=True), counter(6), line)
    wear_mines(table.table, HEX, HE, K)
    markers = table.table.world.all(MineMarker)
    assert [(one.strength, one.dummy) for one in markers] == [(None, True)]


@pytest.mark.rule("B28.47c")
@pytest.mark.parametrize("result", [K, KIA])
def test_a_dummy_is_left_alone_and_its_seal_tells_nothing_anymore(result: IftResult) -> None:
    dummy = DummyMines(id="db1", owner=Side.B, at=Secret(HEX, Side.B))
    table = bench(dummy, counter())
    seal_records(table.table, Side.B, {f"{HEX} A-P present": "none"})
    wear_mines(table.table, HEX, HE, result)
    assert table.table.world.all(MineMarker) == (counter(),)
    enter(table)
    assert facts(table) == [DummyFound]
    assert table.table.world.get(Seal, "b").opened == ()


@pytest.mark.rule("B28.62b")
@pytest.mark.parametrize(("shown", "shows"), [(None, None), (2, 1)])
def test_at_mines_in_view_keep_their_counter(shown: int | None, shows: int | None) -> None:
    marker = AtMarker(id="t9", side=Side.B, at=HEX, factors=shown)
    table = bench(at_mines(2, in_view=True), marker)
    wear_mines(table.table, HEX, HE, K)
    assert [one.factors for one in table.table.world.all(AtMarker)] == [shows]
    notice_factors(table.table)
    assert [one.factors for one in table.table.world.all(AtMarker)] == [1]
