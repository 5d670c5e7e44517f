"""A10.41-A10.53 Rout: obligations, directions, Interdiction, Failure to Rout."""

from typing import Any

import pytest

from rules.board.locations import LocationId, hex_id, hex_name, hex_of
from rules.chapters.morale.a10_interdiction import interdictors
from rules.chapters.morale.a10_rout import (
    end_of_rout_phase,
    first_steps,
    has_routs,
    may_break_voluntarily,
    may_rout,
    must_rout,
    start_of_rout_phase,
)
from rules.chapters.morale.a10_rout_path import (
    ROUT_GOAL,
    ROUT_MANNER,
    ROUT_STEP,
    Ground,
    begin_rout,
    next_steps,
)
from rules.forces.entities import Minefield, MineMarker
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.play.page.offers import UnitsTo
from rules.play.part import Part
from rules.play.phases import part_of
from rules.play.rallying.rout import BreakVoluntarily, ContinueRout, EndRout, RoutTo, rout_offer
from rules.position.law import BOOK, Law, Rule
from tests.rules.helpers import BOARD, Bench, at, ids, unit, weapon

SIZE = "size 12 x 8\n"


def bench(
    board: str,
    *entities: Entity,
    dice: list[tuple[int, ...]] | None = None,
    law: Law = BOOK,
) -> Bench:
    return Bench(SIZE + board, entities, phase=Phase.RTPH, dice=dice or [], law=law)


def router(hex_name: str, type_: str = "ger-447", **fields: Any) -> Unit:
    return unit("g", type_, hex_name, broken=True, dm=True, **fields)


def pinned(id_: str, hex_name: str) -> Unit:
    """A Known enemy who cannot Interdict."""
    return unit(id_, "rus-447", hex_name, pinned=True)


def places(table: Bench, id_: str = "g") -> set[str]:
    """The hexes that a unit may rout to first."""
    steps = first_steps(table.public, table.unit(id_))
    return {hex_name(hex_of(to)) for to in steps}


def _part(table: Bench) -> Part:
    return part_of(table.public.clock)


def nowhere(ground: Ground, to: LocationId) -> bool:
    return False


def rout(table: Bench, to: str, *answers: RoutTo | EndRout, **flags: bool) -> None:
    command = RoutTo(units=ids("g"), to=at(to), **flags)
    _part(table).refuse(table.public, Side.A, command)
    table.run(_part(table).begin(table.table, Side.A, command), *answers)


def on(to: str) -> RoutTo:
    return RoutTo(units=ids("g"), to=at(to))


@pytest.mark.rule("A10.5")
@pytest.mark.parametrize(
    ("board", "enemy", "due"),
    [
        ("woods: D4", unit("r", "rus-447", "E4"), True),
        ("woods: D4", unit("r", "rus-447", "E4", broken=True), False),
        ("woods: D4", unit("r", "rus-447", "F4"), False),
        ("", unit("r", "rus-447", "H4"), True),
        ("", unit("r", "rus-447", "H4", pinned=True), True),
        ("", unit("r", "rus-447", "H4", melee=True), False),
        ("", unit("r", "rus-447", "I4"), False),
        ("", unit("r", "rus-8-0", "H4"), False),
        ("brush: F4 F3 F5", unit("r", "rus-447", "H4"), False),
    ],
    ids=[
        "adjacent",
        "adjacent but broken",
        "in cover, not adjacent",
        "open, in Normal Range",
        "open, enemy pinned",
        "open, enemy in Melee",
        "open, beyond Normal Range",
        "open, a leader alone",
        "hindered",
    ],
)
def test_who_must_rout(board: str, enemy: Unit, due: bool) -> None:
    squad = router("D4")
    assert must_rout(bench(board, squad, enemy).public, squad) is due


@pytest.mark.rule("A10.5")
def test_without_dm_a_unit_that_need_not_may_not_rout() -> None:
    squad = unit("g", "ger-447", "D4", broken=True)
    table = bench("", squad, unit("r", "rus-447", "I4"))
    assert not may_rout(table.public, squad)


@pytest.mark.rule("A10.62")
def test_the_phase_starts_with_dm_for_those_near_an_enemy() -> None:
    table = bench(
        "woods: D1",
        unit("woods", "ger-447", "D1", broken=True),
        unit("open", "ger-447", "D4", broken=True),
        unit("beyond", "ger-447", "C4", broken=True),
        unit("r", "rus-447", "H4"),
    )
    start_of_rout_phase(table.table)
    assert [table.unit(id_).dm for id_ in ("woods", "open", "beyond")] == [False, True, False]


@pytest.mark.rule("A10.41")
def test_voluntary_break_in_view_of_an_enemy_pinned_units_too() -> None:
    near = unit("g", "ger-447", "D4", pinned=True)
    table = bench("", near, unit("far", "ger-447", "A1"), unit("r", "rus-447", "H4"))
    assert [u.id for u in may_break_voluntarily(table.public, Side.A)] == ["g"]
    table.table.world.change(table.table.clock, breaking=True)
    table.run(_part(table).begin(table.table, Side.A, BreakVoluntarily(unit=ShownId("g"))))
    assert (table.unit("g").broken, table.unit("g").dm) == (True, True)
    with pytest.raises(Refused, match=r"A10\.41"):
        _part(table).refuse(table.public, Side.A, BreakVoluntarily(unit=ShownId("far")))


@pytest.mark.rule("A10.51")
def test_it_makes_for_the_nearest_woods_or_building_and_keeps_away_from_the_enemy() -> None:
    table = bench("woods: H3 K4", router("F4"), pinned("r", "D4"))
    assert places(table) == {"F3", "F5", "G4", "G5"}
    rout(table, "F3", on("G4"), on("H3"))  # any way that gets there: 1 + 1 + 2 MF
    assert table.unit("g").at == at("H3")


@pytest.mark.rule("A10.51")
def test_a_step_away_from_the_destination_is_refused() -> None:
    table = bench("woods: H3", router("F4"), pinned("r", "D4"))
    with pytest.raises(Refused) as refusal:
        rout(table, "F5", on("F6"))
    assert refusal.value.rule == "A10.51"
    assert "H3" in refusal.value.why


@pytest.mark.rule("A10.51")
def test_it_may_not_stop_short_of_the_destination() -> None:
    table = bench("woods: H3", router("F4"), pinned("r", "D4"))
    with pytest.raises(Refused, match=r"A10\.51"):
        rout(table, "G4", EndRout())


@pytest.mark.rule("A10.51")
def test_it_may_not_enter_a_hex_next_to_a_known_enemy() -> None:
    table = bench("", router("F4"), pinned("r", "E4"))
    assert not places(table) & {"E5", "F3", "E4"}
    assert places(table) == {"G4", "G5", "F5"}


@pytest.mark.rule("A10.51")
def test_cover_as_near_to_the_enemy_as_the_start_may_be_ignored() -> None:
    """F2 is two hexes from D3, like F4; nothing else is in reach, so it goes where it likes."""
    table = bench("woods: F2", router("F4"), pinned("r", "D3"))
    rout(table, "G5", EndRout())
    assert table.unit("g").at == at("G5")


@pytest.mark.rule("A10.51")
def test_a_hex_of_its_own_building_may_be_ignored_for_another() -> None:
    table = bench("building wooden house: F4 G4\nwoods: G6", router("F4"), pinned("r", "E4"))
    assert places(table) == {"F4", "G4", "G5", "F5"}  # F4 by the stairs


@pytest.mark.rule("A10.51")
def test_in_cover_the_rout_ends_unless_the_next_hex_is_cover_too() -> None:
    table = bench("woods: H3 I3", router("F4"), pinned("r", "D4"))
    rout(table, "G4", on("H3"), EndRout())
    question = table.asked[-1]
    assert isinstance(question, ContinueRout)
    offer = question.offers(table.public)[0]
    assert isinstance(offer, UnitsTo)
    assert set(offer.units[ShownId("g")]) == {at("I3")}


@pytest.mark.rule("A10.533")
def test_an_enemy_that_becomes_known_on_the_way_has_it_go_on() -> None:
    """The woods G4 hide the Russian in H3 until the German stands next to him."""
    table = bench("woods: G4 H5", router("F4"), pinned("r", "D4"), pinned("k", "H3"))
    rout(table, "G4", on("G5"), on("H5"))
    assert table.unit("g").at == at("H5")


@pytest.mark.rule("A10.5")
def test_a_rout_that_can_only_end_next_to_an_unbroken_enemy_has_failed() -> None:
    """As before, but another enemy in G6 keeps it from the only way out."""
    enemies = pinned("r", "D4"), pinned("k", "H3"), pinned("m", "G6")
    table = bench("woods: G4 H5", router("F4"), *enemies)
    rout(table, "G4")
    assert table.is_gone("g")
    assert (table.log[-1].rule, table.log[-1].result) == ("A10.5", "eliminated")


@pytest.mark.rule("A10.5")
def test_a_wounded_leader_has_three_mf_and_takes_the_shortest_way() -> None:
    leader = unit("g", "ger-8-0", "F4", broken=True, dm=True, wounded=True)
    table = bench("woods: J4", leader, pinned("r", "D4"))
    assert places(table) == {"G4", "G5"}
    rout(table, "G5", on("H4"), on("I5"))
    assert table.unit("g").at == at("I5")


@pytest.mark.rule("A10.52")
def test_low_crawl_is_one_hex_on_a_shortest_way_without_interdiction() -> None:
    table = bench("woods: I4", router("F4"), pinned("r", "D4"))
    with pytest.raises(Refused, match=r"A10\.51"):
        rout(table, "F5", low_crawl=True)
    rout(table, "G5", low_crawl=True)
    assert table.unit("g").at == at("G5")
    assert table.unit("g").used


@pytest.mark.rule("A10.52")
def test_no_low_crawl_out_of_a_location_with_an_enemy() -> None:
    table = bench("", router("F4"), pinned("r", "F4"))
    with pytest.raises(Refused, match=r"A10\.52"):
        rout(table, "F5", low_crawl=True)


def hmg_team(*crew: Unit) -> tuple[Entity, ...]:
    return (*crew, weapon("w", "rus-hmg", crew[0]))


@pytest.mark.rule("A10.532")
@pytest.mark.parametrize(
    ("enemies", "found"),
    [
        ((unit("r", "rus-447", "H4"),), ["r"]),
        ((unit("r", "rus-447", "H4", pinned=True),), []),
        ((unit("r", "rus-447", "H4", broken=True),), []),
        ((unit("r", "rus-447", "H4", melee=True),), []),
        ((unit("r", "rus-447", "I4"),), []),
        (hmg_team(unit("r", "rus-8-0", "I4")), []),
        (hmg_team(unit("r", "rus-8-0", "I4"), unit("s", "rus-7-0", "I4")), ["r"]),
        (hmg_team(unit("r", "rus-447", "I4")), ["r"]),
    ],
    ids=[
        "squad in Normal Range",
        "pinned",
        "broken",
        "in Melee",
        "beyond Normal Range",
        "SMC alone with a HMG",
        "two SMC with a HMG",
        "squad with a HMG",
    ],
)
def test_who_interdicts(enemies: tuple[Entity, ...], found: list[str]) -> None:
    squad = router("D4")
    table = bench("", squad, *enemies)
    assert [enemy.id for enemy in interdictors(table.public, squad)] == found


@pytest.mark.rule("A10.531")
@pytest.mark.parametrize("board", ["woods: D4", "brush: F4 F3 F5", "wall: D4/12", "brush: D4"])
def test_cover_hindrance_and_walls_keep_interdiction_off(board: str) -> None:
    squad = router("D4")
    table = bench(board, squad, unit("r", "rus-447", "H4"))
    assert interdictors(table.public, squad) == ()


def crossing(*dice: tuple[int, ...]) -> Bench:
    """From the edge of the woods across G4, which the Russians in G8 command, into H3."""
    far = unit("r", "rus-447", "G8")
    return bench("woods: F4 H3", router("F4"), far, dice=list(dice))


@pytest.mark.rule("A10.53")
def test_passing_the_interdiction_nmc_it_routs_on() -> None:
    table = crossing((3, 3))
    rout(table, "G4", on("H3"))
    assert table.unit("g").at == at("H3")
    assert not table.unit("g").pinned


@pytest.mark.rule("A10.53")
def test_the_highest_dr_that_passes_pins_and_ends_the_rout() -> None:
    table = crossing((3, 4))
    rout(table, "G4")
    assert (table.unit("g").at, table.unit("g").pinned) == (at("G4"), True)


@pytest.mark.rule("A10.53")
def test_failing_reduces_and_the_half_squad_goes_on() -> None:
    table = crossing((5, 6))
    rout(table, "G4", on("H3"))
    assert (table.unit("g").type, table.unit("g").at) == ("ger-237", at("H3"))


@pytest.mark.rule("A10.31")
def test_an_original_12_eliminates() -> None:
    table = crossing((6, 6))
    rout(table, "G4")
    assert table.is_gone("g")


@pytest.mark.rule("A10.711")
@pytest.mark.parametrize(
    ("dice", "left"),
    [((4, 3), True), ((6, 4), False)],
    ids=["his DRM saves it", "he falls with it"],
)
def test_a_leader_may_rout_with_it(dice: tuple[int, int], left: bool) -> None:
    table = bench(
        "woods: F4 H3",
        router("F4"),
        unit("l", "ger-8-1", "F4"),
        unit("r", "rus-447", "G8"),
        dice=[dice] if left else [dice, (1, 2)],
    )
    rout(table, "G4", on("H3"), with_leader=True)
    assert table.unit("g").at == at("H3")
    if left:
        assert (table.unit("l").at, table.unit("l").used) == (at("H3"), True)
    else:
        assert table.is_gone("l")


@pytest.mark.rule("A10.5")
def test_what_exceeds_the_ipc_is_dropped_before_the_first_step() -> None:
    squad = router("F4")
    heavy, light = weapon("w1", "ger-hmg", squad), weapon("w2", "ger-lmg", squad)
    table = bench("woods: G4", squad, heavy, light, unit("r", "rus-447", "E4"))
    rout(table, "G4")
    held = [(w.holder, w.at) for w in (table.table.world.get(type(heavy), i) for i in ("w1", "w2"))]
    assert held == [(None, at("F4")), ("g", at("G4"))]


@pytest.mark.rule("A10.5")
def test_those_that_had_to_rout_and_did_not_are_eliminated_at_the_end() -> None:
    table = bench(
        "woods: D4",
        unit("beset", "ger-447", "D4", broken=True, dm=True),
        unit("open", "ger-447", "H2", broken=True, dm=True),
        unit("crawled", "ger-447", "H3", broken=True, dm=True, used=True),
        unit("free", "ger-447", "A1", broken=True, dm=True),
        unit("r", "rus-447", "E4"),
    )
    table.run(end_of_rout_phase(table.table))
    assert {u.id for u in table.public.personnel(Side.A)} == {"crawled", "free"}


@pytest.mark.rule("B28.413")
def test_known_mines_need_not_be_entered_but_may_be() -> None:
    mines = MineMarker(id="m", at=hex_id(BOARD, "G4"), strength=None)
    table = bench("woods: G4 H5", router("F4"), pinned("r", "D4"), mines)
    assert {"G4", "G5"} <= places(table)
    rout(table, "G5", on("H5"))
    assert table.unit("g").at == at("H5")


@pytest.mark.rule("B28.413")
def test_the_mines_of_a_hex_attack_before_interdiction() -> None:
    mines = Minefield(
        id="x",
        owner=Side.B,
        at=Secret(hex_id(BOARD, "G4"), Side.B),
        strength=Secret(6, Side.B),
        marker=Secret[str | None](None, Side.B),
        strength_known=Secret(False, Side.B),
    )
    table = bench(
        "woods: F4 H3",
        router("F4"),
        unit("r", "rus-447", "G8"),
        mines,
        dice=[(6, 5), (3, 3), (6, 5)],
    )
    rout(table, "G4", on("H3"))
    kinds = [line.kind for line in table.log if line.dice]
    assert kinds == ["mines", "check", "mines"]


def test_whatever_is_offered_is_not_refused() -> None:
    table = bench(
        "woods: F4 H3 K4\nroad dirt: F6 G6 H5 I5",
        router("F4"),
        unit("g2", "ger-447", "F6", broken=True, dm=True),
        unit("l", "ger-8-1", "F6"),
        unit("r", "rus-447", "D4"),
        unit("k", "rus-447", "G8"),
    )
    assert has_routs(table.public, Side.A)
    for id_ in ids("g", "g2"):
        offer = rout_offer(table.public, table.unit(id_))
        assert offer is not None
        flags = [flag.units[id_] for flag in offer.flags]
        for to in offer.units[id_]:
            given = {f.name: True for f, p in zip(offer.flags, flags, strict=True) if to in p}
            for chosen in ({}, *({name: True} for name in given), given):
                command = RoutTo(units=ids(id_), to=LocationId(to), **chosen)
                _part(table).refuse(table.public, Side.A, command)


def test_a_law_may_leave_low_crawl_alone_wherever_it_leads() -> None:
    law = BOOK.adding(ROUT_MANNER, Rule("E1.54", lambda position, rout, low_crawl: low_crawl))
    law = law.replacing(ROUT_STEP, "A10.5").replacing(ROUT_GOAL, "A10.51", Rule("E1.54", nowhere))
    units = (router("F4"), pinned("r", "F7"))
    by_day, by_night = bench("woods: F2", *units), bench("woods: F2", *units, law=law)
    begun = begin_rout(by_day.public, by_day.unit("g"), None)
    assert set(next_steps(by_day.public, begun, low_crawl=True)) == {at("F3")}
    away = {at("E4"), at("E5"), at("F3"), at("G4"), at("G5")}
    offer = rout_offer(by_night.public, by_night.unit("g"))
    assert offer is not None
    assert set(offer.units[ShownId("g")]) == away
    rout(by_night, "G5")
    assert by_night.unit("g").at == at("G5")
    assert by_night.asked == []
    assert [line.rule for line in by_night.log if line.kind == "rout"] == ["A10.52"]
