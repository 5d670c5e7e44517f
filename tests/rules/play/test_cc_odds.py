"""The odds of a CC attack, as they are told to those who are about to declare it."""

from pathlib import Path

import pytest

from rules.cases.position import scenario_of, world_at
from rules.cases.reading import read_case
from rules.chapters.close_combat.a11_close_combat import Fight
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.world import World
from rules.play.choices import Choose
from rules.play.combat.cc_questions import CcAttack
from rules.play.engine import odds
from rules.play.page.cc_odds import cc_odds_card
from rules.play.ruleset import AslRules
from rules.proof.twins import SEALER
from tests.rules.helpers import Bench, at, ids, unit

CASES = Path(__file__).parents[2] / "cases" / "a11"
C3 = at("C3")


def squad(id_: str, type_: str, *, broken: bool = False) -> Unit:
    return unit(id_, type_, "C3", broken=broken)


@pytest.mark.rule("A11.11")
def test_strengths_kill_number_and_the_chance_of_each_result() -> None:
    bench = Bench("", [squad("g", "ger-467"), squad("r", "rus-447")])
    card = cc_odds_card(bench.public, Fight(at=C3), CcAttack(units=ids("g"), targets=ids("r")))
    assert (card["fp"], card["against"], card["column"], card["kill"]) == ("4", "4", "1-1", 5)
    assert card["chances"] == [
        {"result": "Elim", "n": 6},
        {"result": "CR", "n": 4},
        {"result": "none", "n": 26},
    ]
    assert [(one["unit"], one["text"]) for one in card["firers"]] == [("g", "4-6-7 g: 4 FP")]


@pytest.mark.rule("A11.4")
def test_the_drm_of_the_attack_and_of_the_target_it_suits_best() -> None:
    units = [squad("g", "ger-467"), squad("r", "rus-447"), squad("s", "rus-447", broken=True)]
    fight = Fight(at=C3, ambusher=Side.A)
    command = CcAttack(units=ids("g"), targets=ids("r", "s"))
    card = cc_odds_card(Bench("", units).public, fight, command)
    assert [(mod.rule, mod.value) for mod in card["drm"]] == [("A11.4", -1), ("A11.16", -2)]
    assert (card["total"], card["note"]) == (-3, "against the 4-4-7 s")


@pytest.mark.rule("A11.141")
def test_a_leader_who_directs_is_in_the_ledger_before_anybody_commits() -> None:
    units = [squad("g", "ger-467"), unit("l", "ger-8-1", "C3"), squad("r", "rus-447")]
    fight = Fight(at=C3).stacked(*ids("l", "g"))
    for leader, drm in ((None, []), (ids("l")[0], [("A11.141", -1)])):
        command = CcAttack(units=ids("g", "l"), targets=ids("r"), leader=leader)
        card = cc_odds_card(Bench("", units).public, fight, command)
        assert [(mod.rule, mod.value) for mod in card["drm"]] == drm


@pytest.mark.rule("A11.12")
def test_they_are_told_to_the_side_that_declares_and_to_no_other() -> None:
    table = read_case(CASES / "close-combat-at-even-odds.yaml").table
    assert table is not None
    rules = AslRules(scenario_of(table), table.board)
    world, ledger = world_at(table, rules, ScriptedDice())
    game = Game(rules, World(world), dice=ScriptedDice(), sealer=SEALER, ledger=ledger)
    game.refresh()
    known = rules.knowledge(game.faces.known(game.world, Side.A.audience))
    (german,), (russian,) = (known.personnel(side) for side in Side)
    attack = CcAttack(units=(german.id,), targets=(russian.id,))
    with pytest.raises(Refused):
        odds(game, Side.A, attack)
    game.play(Side.A, Choose(option=german.at))
    assert odds(game, Side.A, attack)["kill"] == 5
    with pytest.raises(Refused):
        odds(game, Side.B, CcAttack(units=(russian.id,), targets=(german.id,)))
