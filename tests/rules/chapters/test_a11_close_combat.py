"""A11 Close Combat: odds, DRM, results, Original 2 and 12, who may attack whom."""

from typing import Any

import pytest

from rules.chapters.close_combat.a11_close_combat import (
    Fight,
    able,
    attack_fp,
    declare,
    final_dr,
    weigh,
)
from rules.forces.weapons import Weapon
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.choices import Choose
from rules.play.combat.cc_questions import (
    CcAttack,
    CcPass,
    DeclareAttack,
    LeaveCombat,
    StackSmc,
    Withdraw,
)
from rules.play.combat.close_combat import close_combat
from tests.rules.helpers import Bench, at, ids, unit, weapon

OPEN = "size 9 x 6"
C3 = at("C3")
PASS = CcPass()


def attack(units: str, targets: str, leader: str | None = None) -> CcAttack:
    director = None if leader is None else ShownId(leader)
    return CcAttack(units=ids(*units.split()), targets=ids(*targets.split()), leader=director)


def fight(*entities: Any, dice: Any = (), board: str = OPEN) -> Bench:
    return Bench(board, entities, dice=dice)


def squad(id_: str, **fields: Any) -> Any:
    type_ = "ger-467" if id_.startswith("g") else "rus-447"
    return unit(id_, type_, "C3", **fields)


@pytest.mark.rule("A11.11")
def test_a11_c01_partial_kills_on_both_sides_at_once() -> None:
    leader = unit("gl", "ger-8-1", "C3")
    dice = [(3, 2), (5,), (2,), (4, 2), (2,), (6,), (3,)]
    bench = fight(squad("g1"), leader, squad("r1"), squad("r2"), dice=dice)
    bench.run(
        close_combat(bench.table, C3),
        Choose(option="g1"),
        attack("g1 gl", "r1 r2", "gl"),
        attack("r1 r2", "g1"),
    )
    assert [bench.unit(u).type for u in ("r1", "r2")] == ["rus-237", "rus-447"]
    assert (bench.unit("g1").type, bench.unit("gl").wounded) == ("ger-467", True)
    german, russian = (line for line in bench.log if "Kill Number" in line.text)
    assert "5 to 8, 1-2, Kill Number 4" in german.text
    assert [m.value for m in german.mods] == [-1]
    assert "8 to 5, 3-2, Kill Number 6" in russian.text
    assert all(bench.unit(u).melee for u in ("g1", "gl", "r1", "r2"))


@pytest.mark.rule("A11.12")
def test_an_eliminated_unit_still_makes_its_declared_attack() -> None:
    bench = fight(squad("g1"), squad("r1"), dice=[(2, 2), (1, 3)])
    bench.run(close_combat(bench.table, C3), attack("g1", "r1"), attack("r1", "g1"))
    assert bench.is_gone("g1")
    assert bench.is_gone("r1")


@pytest.mark.rule("A11.12")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    bench = fight(squad("g1"), squad("g2"), squad("r1"), squad("r2"), dice=[(6, 5), (6, 4)])
    bench.run(close_combat(bench.table, C3), attack("g1", "r1"), attack("g2", "r2"), PASS)
    second = bench.asked[1]
    assert isinstance(second, DeclareAttack)
    assert (second.attackers, second.targets) == (("g2",), ("r2",))
    for again in (attack("g1", "r2"), attack("g2", "r1")):
        with pytest.raises(Refused, match=r"once|already"):
            second.refuse(bench.public, again)


@pytest.mark.rule("A11.11")
def test_pinned_attack_with_half_and_defend_with_all() -> None:
    assert attack_fp(squad("g1", pinned=True)) == 2
    bench = fight(squad("g1", pinned=True), squad("r1"))
    state = Fight(at=C3)
    ours = weigh(bench.public, state, declare(bench.public, state, ids("g1"), ids("r1"), None))
    theirs = weigh(bench.public, state, declare(bench.public, state, ids("r1"), ids("g1"), None))
    assert ours is not None
    assert theirs is not None
    assert (ours.odds.label, theirs.odds.label) == ("1-2", "1-1")


@pytest.mark.rule("A11.16")
def test_broken_units_do_not_attack_and_are_easier_to_hit() -> None:
    bench = fight(squad("g1"), squad("r1", broken=True), squad("r2"))
    state = Fight(at=C3)
    assert [u.id for u in able(bench.public, state, bench.unit("r1").side)] == ["r2"]
    shot = declare(bench.public, state, ids("g1"), ids("r1", "r2"), None)
    scales = weigh(bench.public, state, shot)
    assert scales is not None
    assert scales.defence == 8
    assert [final_dr(scales, target, 7) for target in ids("r1", "r2")] == [5, 7]


@pytest.mark.rule("A10.62")
def test_a_broken_unit_attacked_is_dm() -> None:
    bench = fight(squad("g1"), squad("r1", broken=True), dice=[(6, 5)])
    bench.run(close_combat(bench.table, C3), attack("g1", "r1"))
    assert bench.unit("r1").dm


@pytest.mark.rule("A5.12")
def test_overstacked_attackers_and_targets() -> None:
    crowd = [squad(f"g{n}") for n in range(1, 6)]
    bench = fight(*crowd, squad("r1"))
    state = Fight(at=C3)
    ours = declare(bench.public, state, ids("g1"), ids("r1"), None)
    theirs = declare(bench.public, state, ids("r1"), ids("g1"), None)
    assert [(m.rule, m.value) for m in ours.mods] == [("A5.12", 2)]
    assert [(m.rule, m.value) for m in theirs.mods] == [("A5.131", -2)]


@pytest.mark.rule("A11.14")
def test_a_stacked_smc_attacks_and_is_attacked_with_its_mmc() -> None:
    bench = fight(squad("g1"), unit("gl", "ger-8-1", "C3"), squad("r1"), dice=[(6, 5), (1, 2)])
    bench.run(
        close_combat(bench.table, C3),
        Choose(option="g1"),
        attack("g1", "r1"),
        attack("r1", "gl"),
    )
    ours, theirs = (line.text for line in bench.log if "Kill Number" in line.text)
    assert "5 to 4, 1-1" in ours
    assert "4 to 5, 1-2" in theirs
    assert bench.is_gone("g1")
    assert bench.is_gone("gl")


@pytest.mark.rule("A11.14")
def test_a_smc_by_itself_attacks_alone_and_first() -> None:
    bench = fight(squad("g1"), unit("gl", "ger-8-1", "C3"), squad("r1"), dice=[(6, 5), (6, 5)])
    bench.run(
        close_combat(bench.table, C3),
        Choose(option="alone"),
        PASS,
        attack("g1", "r1"),
        attack("r1", "gl"),
    )
    kinds = [type(question) for question in bench.asked]
    assert kinds == [StackSmc, DeclareAttack, DeclareAttack, DeclareAttack]
    alone, others, enemy = bench.asked[1:]
    assert isinstance(alone, DeclareAttack)
    assert isinstance(others, DeclareAttack)
    assert isinstance(enemy, DeclareAttack)
    assert (alone.attackers, others.attackers) == (("gl",), ("g1",))
    with pytest.raises(Refused) as refused:
        alone.refuse(bench.public, attack("gl", "r1", "gl"))
    assert refused.value.rule == "A11.141"
    assert "4 to 1, 4-1" in bench.log[-2].text


@pytest.mark.rule("A11.13")
@pytest.mark.parametrize(("fate", "lost"), [(5, True), (6, False)])
def test_weapons_of_the_eliminated_may_be_lost(fate: int, *, lost: bool) -> None:
    holder = squad("r1")
    lmg = weapon("w1", "rus-lmg", holder)
    bench = fight(squad("g1"), holder, lmg, dice=[(1, 3), (fate,)])
    bench.run(close_combat(bench.table, C3), attack("g1", "r1"), PASS)
    left = bench.table.world.find(Weapon, "w1")
    assert (left is None) is lost
    assert left is None or (left.holder, left.at) == (None, C3)


@pytest.mark.rule("A11.13")
def test_weapons_stay_unless_the_coloured_die_is_one() -> None:
    holder = squad("r1")
    lmg = weapon("w1", "rus-lmg", holder)
    bench = fight(squad("g1"), holder, lmg, dice=[(3, 1)])
    bench.run(close_combat(bench.table, C3), attack("g1", "r1"), PASS)
    assert bench.table.world.get(Weapon, "w1").holder is None


@pytest.mark.rule("A11.22")
def test_original_12_lets_the_attacked_leave_at_once_and_forfeit_their_attack() -> None:
    bench = fight(squad("g1"), squad("r1"), dice=[(6, 6)])
    bench.run(
        close_combat(bench.table, C3),
        attack("g1", "r1"),
        attack("r1", "g1"),
        Withdraw(units=ids("r1"), to=at("C4")),
    )
    assert bench.unit("r1").at == at("C4")
    assert not bench.unit("r1").melee
    assert not bench.unit("g1").melee
    assert "nobody is left to fight" in bench.log[-1].text


@pytest.mark.rule("A18.12")
def test_original_2_makes_a_leader_who_joins_the_attack() -> None:
    # German -1, columns below 1-1: 4 to 8 is 1-2 and -1: dr 4 makes 2, a 8-0
    bench = fight(squad("g1"), squad("r1"), squad("r2"), dice=[(1, 1), (4,)])
    bench.run(close_combat(bench.table, C3), attack("g1", "r1 r2"), PASS, PASS)
    (leader,) = [u for u in bench.public.personnel() if u.type == "ger-8-0"]
    assert leader.at == C3
    assert leader.cc_done
    assert isinstance(bench.asked[2], LeaveCombat)
    anew = next(line for line in bench.log if "new leader" in line.text)
    assert "5 to 8, 1-2" in anew.text
    assert bench.is_gone("r1")


@pytest.mark.rule("A18.12")
def test_a_new_leader_does_not_count_if_somebody_infiltrates() -> None:
    bench = fight(squad("g1"), squad("r1"), squad("r2"), dice=[(1, 1), (4,)])
    bench.run(
        close_combat(bench.table, C3),
        attack("g1", "r1 r2"),
        PASS,
        Withdraw(units=ids("g1", "u1"), to=at("C4")),
    )
    assert bench.unit("u1").at == bench.unit("g1").at == at("C4")
    assert not any("new leader" in line.text for line in bench.log)
    assert bench.is_gone("r1")
