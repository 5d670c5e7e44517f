"""A11.2 Withdrawal from Melee: who, where to, at what price, and what stops it."""

from typing import Any

import pytest

from rules.board.locations import hex_of
from rules.chapters.close_combat.a11_withdrawal import destinations, ways_out
from rules.forces.entities import Minefield
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.play.choices import Choose
from rules.play.combat.cc_questions import CcAttack, CcPass, LeaveCombat, Withdraw
from rules.play.combat.close_combat import close_combat
from tests.rules.helpers import Bench, at, ids, unit, weapon

C3 = at("C3")
PASS = CcPass()


def held(id_: str, type_: str, **fields: Any) -> Any:
    return unit(id_, type_, "C3", melee=True, **fields)


def bench(*entities: Any, dice: Any = (), board: str = "size 9 x 6") -> Bench:
    return Bench(board, entities, dice=dice)


def to(hex_name: str, *units: str) -> Withdraw:
    return Withdraw(units=ids(*units), to=at(hex_name))


@pytest.mark.rule("A11.2")
def test_a11_c12_a_leader_withdraws_under_cover_of_those_who_stay() -> None:
    table = bench(
        held("g1", "ger-467"), held("gl", "ger-8-1"), held("r1", "rus-447"), held("r2", "rus-447"),
        dice=[(4, 3), (2,)],
    )  # fmt: skip
    table.run(
        close_combat(table.table, C3),
        to("C4", "gl"),
        PASS,
        PASS,
        PASS,
        CcAttack(units=ids("r1", "r2"), targets=ids("g1", "gl")),
    )
    first, second = (line for line in table.log if line.rule in {"A11.11", "A.5"})
    assert first.result == "Final 7: no effect"
    assert [m.value for m in second.mods] == [-2, 1]
    assert second.result == "Final 6: Casualty Reduction of one"
    assert table.unit("gl").wounded
    assert table.unit("gl").at == C3
    assert table.unit("gl").melee


@pytest.mark.rule("A11.2")
def test_those_unharmed_get_away_and_do_not_attack() -> None:
    table = bench(held("g1", "ger-467"), held("r1", "rus-447"), dice=[(5, 4)])
    table.run(
        close_combat(table.table, C3), to("C4", "g1"), PASS,
        CcAttack(units=ids("r1"), targets=ids("g1")),
    )  # fmt: skip
    assert table.unit("g1").at == at("C4")
    assert not table.unit("g1").melee
    assert not table.unit("r1").melee


@pytest.mark.rule("A11.2")
def test_withdrawal_is_not_for_the_first_round_nor_for_the_pinned() -> None:
    for state in ({"melee": False}, {"melee": True, "pinned": True}):
        newcomer = unit("g1", "ger-467", "C3", **state)
        table = bench(newcomer, unit("r1", "rus-447", "C3"))
        table.run(close_combat(table.table, C3), PASS, PASS)
        assert not any(isinstance(question, LeaveCombat) for question in table.asked)


@pytest.mark.rule("A11.16")
def test_a_broken_unit_in_melee_must_try() -> None:
    table = bench(held("g1", "ger-467", broken=True), held("r1", "rus-447"))
    question = LeaveCombat(
        side=Side.A, at=C3, able=ids("g1"), what="Withdrawal", rule="A11.2", must=ids("g1")
    )
    assert [offer.verb for offer in question.offers(table.public)] == ["withdraw"]
    with pytest.raises(Refused) as refused:
        question.refuse(table.public, PASS)
    assert refused.value.rule == "A11.16"


@pytest.mark.rule("A11.21")
def test_not_into_known_enemies_nor_over_the_edge_nor_far() -> None:
    table = bench(held("g1", "ger-467"), held("r1", "rus-447"), unit("r2", "rus-447", "C4"))
    (unit_,) = table.public.personnel_at(C3, Side.A)
    open_ = destinations(table.public, (unit_,))
    assert set(open_) == {at(name) for name in ("C2", "B2", "B3", "D2", "D3")}
    question = LeaveCombat(side=Side.A, at=C3, able=ids("g1"), what="Withdrawal", rule="A11.2")
    for name in ("C4", "E5", "Z9"):
        with pytest.raises(Refused):
            question.refuse(table.public, to(name, "g1"))


@pytest.mark.rule("A4.72")
def test_difficult_terrain_is_barred_to_a_wounded_leader_who_is_cx_alone() -> None:
    board = "size 9 x 6\nwoods: C4\nhedge: C3/3"
    table = bench(held("g1", "ger-467"), held("gl", "ger-8-1", wounded=True, cx=True),
                  held("r1", "rus-447"), board=board)  # fmt: skip
    both = table.public.personnel_at(C3, Side.A)
    group, alone = ways_out(table.public, both)
    assert at("C4") not in group[ShownId("g1")]
    assert alone == {"g1": {at("C4"): "3 MF"}}


@pytest.mark.rule("A11.21")
def test_what_exceeds_the_ipc_stays_behind() -> None:
    squad = held("g1", "ger-467")
    load = (weapon("w1", "ger-hmg", squad), weapon("w2", "ger-lmg", squad))
    table = bench(squad, held("r1", "rus-447"), *load)
    table.run(close_combat(table.table, C3), to("C4", "g1"), PASS, PASS)
    hmg, lmg = (table.table.world.get(Weapon, id_) for id_ in ("w1", "w2"))
    assert (hmg.holder, hmg.at) == (None, C3)
    assert (lmg.holder, lmg.at) == ("g1", at("C4"))


@pytest.mark.rule("B28.411a")
def test_mines_attack_who_leaves_and_stop_him() -> None:
    mines = Minefield(
        id="m", owner=Side.B, at=Secret(hex_of(C3), Side.B), strength=Secret(8, Side.B),
        marker=Secret(None, Side.B), strength_known=Secret(False, Side.B),
    )  # fmt: skip
    table = bench(held("g1", "ger-467"), held("g2", "ger-467"), held("r1", "rus-447"), mines,
                  dice=[(3, 2), (6, 5)])  # fmt: skip
    table.run(close_combat(table.table, C3), to("C4", "g1"), PASS, PASS, PASS, PASS)
    assert table.unit("g1").broken
    assert table.unit("g1").at == C3
    assert not table.unit("g2").broken


@pytest.mark.rule("A11.2")
def test_who_announced_it_goes_elsewhere_if_the_way_is_barred() -> None:
    table = bench(held("g1", "ger-467"), held("g2", "ger-467"), held("r1", "rus-447"))
    table.run(
        close_combat(table.table, C3), to("C4", "g1"), PASS, to("C4", "r1"), PASS, to("B3", "r1")
    )
    assert (table.unit("g1").at, table.unit("r1").at) == (at("C4"), at("B3"))
    assert isinstance(table.asked[-1], LeaveCombat)
    with pytest.raises(Refused):
        table.asked[-1].refuse(table.public, PASS)


@pytest.mark.rule("A11.21")
def test_a_leader_who_withdraws_with_a_squad_is_not_attacked_alone() -> None:
    table = bench(held("g1", "ger-467"), held("gl", "ger-8-1"), held("r1", "rus-447"),
                  dice=[(6, 4)])  # fmt: skip
    table.run(
        close_combat(table.table, C3), to("C4", "g1", "gl"), PASS,
        CcAttack(units=ids("r1"), targets=ids("gl")),
    )  # fmt: skip
    (line,) = (line for line in table.log if "Kill Number" in line.text)
    assert "4 to 5, 1-2" in line.text
    assert [m.value for m in line.mods] == [-2]
    assert not any(isinstance(answered, Choose) for answered in table.asked)
