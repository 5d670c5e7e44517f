"""A4.7 The advance, A4.72 Difficult Terrain."""

import pytest

from rules.board.locations import LocationId, hex_id
from rules.forces.entities import Minefield
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.play.moving.advance import Advance, advance_offers
from rules.play.page.offers import UnitsTo
from rules.play.phases import PHASES
from tests.rules.helpers import BOARD, Bench, at, ids, unit, weapon

TERRAIN = "size 8 x 6\nwoods: D2\nhedge: D2/3"


def bench(*entities: Entity, dice: list[tuple[int, ...]] | None = None) -> Bench:
    return Bench(TERRAIN, entities, phase=Phase.APH, dice=dice or [])


def advance(table: Bench, to: str, *names: str) -> None:
    command = Advance(units=ids(*names), to=at(to))
    PHASES[Phase.APH].refuse(table.public, Side.A, command)
    table.run(PHASES[Phase.APH].begin(table.table, Side.A, command))


def refused(table: Bench, to: str, *ids: str) -> str:
    with pytest.raises(Refused) as refusal:
        advance(table, to, *ids)
    return refusal.value.rule


@pytest.mark.rule("A4.7")
def test_units_advance_one_hex_with_what_they_carry_into_the_enemys_location_too() -> None:
    squad, leader = unit("s", "ger-467", "D3"), unit("l", "ger-8-1", "D3")
    gun = weapon("w", "ger-lmg", squad)
    table = bench(squad, leader, gun, unit("r", "rus-447", "E3"))
    advance(table, "E3", "s", "l")
    assert {(u.at, u.used) for u in table.public.personnel(Side.A)} == {(at("E3"), True)}
    assert table.table.world.get(type(gun), "w").at == at("E3")
    assert refused(table, "E4", "s") == "A4.7"


@pytest.mark.rule("A4.7")
@pytest.mark.parametrize(
    ("state", "rule"),
    [({"broken": True}, "A10.4"), ({"pinned": True}, "A7.8"), ({"melee": True}, "A11.15")],
    ids=["broken", "pinned", "in Melee"],
)
def test_who_may_not_advance(state: dict[str, bool], rule: str) -> None:
    table = bench(unit("s", "ger-467", "D3", **state))
    assert refused(table, "D4", "s") == rule
    assert advance_offers(table.public, ()) == []


@pytest.mark.rule("A4.7")
def test_only_an_adjacent_hex() -> None:
    assert refused(bench(unit("s", "ger-467", "D4")), "D2", "s") == "A4.7"


@pytest.mark.rule("A4.72")
def test_three_mf_are_difficult_terrain_for_a_wounded_leader_alone() -> None:
    table = bench(unit("l", "ger-8-1", "D3", wounded=True, cx=True), unit("s", "ger-467", "D3"))
    assert refused(table, "D2", "l") == "A4.72"  # woods across a hedge: 2 + 1
    advance(table, "D2", "s")
    assert table.unit("s").at == at("D2")


@pytest.mark.rule("A4.72")
def test_overstacking_makes_terrain_difficult() -> None:
    there = [unit(f"t{n}", "ger-467", "D2") for n in range(3)]
    table = bench(unit("s", "ger-467", "D3", cx=True), unit("h", "ger-247", "C2"), *there)
    assert refused(table, "D2", "s") == "A4.72"  # 2 + 1 + 1
    advance(table, "D2", "h")  # 2 + 1, without the hedge


@pytest.mark.rule("A4.42")
def test_what_is_carried_above_the_ipc_counts_against_an_advance() -> None:
    squad = unit("s", "ger-467", "C2", cx=True)
    table = bench(squad, weapon("w", "ger-hmg", squad))
    assert refused(table, "D2", "s") == "A4.72"  # 4 PP: two MF left, and woods cost two
    advance(table, "C3", "s")


@pytest.mark.rule("A10.62")
def test_an_advance_next_to_broken_enemies_gives_them_dm() -> None:
    table = bench(unit("s", "ger-467", "D3"), unit("r", "rus-447", "F4", broken=True))
    advance(table, "E4", "s")
    assert table.unit("r").dm


@pytest.mark.rule("B28.412")
def test_whom_the_mines_it_leaves_break_stays() -> None:
    mines = Minefield(
        id="x",
        owner=Side.B,
        at=Secret(hex_id(BOARD, "D3"), Side.B),
        strength=Secret(6, Side.B),
        marker=Secret[str | None](None, Side.B),
        strength_known=Secret(False, Side.B),
    )
    table = bench(unit("s", "ger-467", "D3"), mines, dice=[(2, 3), (6, 5)])
    advance(table, "D4", "s")
    assert (table.unit("s").at, table.unit("s").broken) == (at("D3"), True)
    assert not table.unit("s").used


def test_together_where_all_may_go_and_alone_where_overstacking_allows() -> None:
    squads = [unit(f"s{n}", "ger-467", "D3", cx=True) for n in range(3)]
    table = bench(*squads, unit("t", "ger-467", "D2"))
    offers = advance_offers(table.public, tuple(squads))
    together, *alone = (offer for offer in offers if isinstance(offer, UnitsTo))
    assert at("D2") not in together.units[ShownId("s0")]
    assert {to for offer in alone for to in offer.units.get(ShownId("s0"), {})} == {at("D2")}
    for offer in (together, *alone):
        places = {to for notes in offer.units.values() for to in notes}
        for to in places:
            able = (id_ for id_, notes in offer.units.items() if to in notes)
            command = Advance(units=ids(*able), to=LocationId(to))
            PHASES[Phase.APH].refuse(table.public, Side.A, command)
