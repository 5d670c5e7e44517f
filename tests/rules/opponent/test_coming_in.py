"""How the sensible player enters the map: in company, by the short way, under a "?" if he may."""

import random
from pathlib import Path

from rules.play.engine import ruleset
from rules.proof.simulation import PLAYERS, play
from tests.rules.opponent.deciding import decided

WAITING = """
title: Two squads and a leader are to enter, and what they want is in the south
clauses: [A2.5]
clock: {phase: PHASE, phasing: a}
units: {foe: rus-447 at M2}
reinforcements:
  a: {turn: 1, area: A2-A8, pieces: {ldr: ger-8-1, sq: ger-467, sq2: ger-467}BESIDE}
victory: {side: a, at_least: 1, hexes: E9, control: {E9: b}}
script: [{expect: {units: {foe: at M2}}}]
"""


def test_mmc_are_set_up_first_where_the_way_is_short(tmp_path: Path) -> None:
    nouns = decided(WAITING.replace("PHASE", "RPh").replace("BESIDE", ""), tmp_path)
    assert nouns == {"verb": "set_up", "units": ["sq"], "hex": "inline:A7"}


def test_all_of_a_stack_enter_together_under_a_mark(tmp_path: Path) -> None:
    text = WAITING.replace("PHASE", "MPh").replace("BESIDE", ", beside: A4")
    nouns = decided(text, tmp_path)
    assert nouns == {
        "verb": "enter", "units": ["ldr", "sq", "sq2"], "to": "inline:A4/0", "concealed": True,
    }  # fmt: skip


def test_everybody_comes_in_and_the_hidden_are_set_up_hidden() -> None:
    rules = ruleset("bottle-deposit")
    played = play(rules, random.Random("c"), b"c", PLAYERS["sensible"], watched=False)
    assert played.faults == []
    assert played.verbs["hide"] == 2
    assert played.verbs["set_up"] == 17
    assert played.verbs["enter"] >= 7
