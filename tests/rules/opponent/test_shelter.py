"""What the sensible player does about Blazes and the Crest, and with a MG that two SMC may fire."""

from pathlib import Path

import pytest

from rules.board.locations import LocationId, hex_of
from tests.rules.opponent.deciding import decided

BLAZE = """
title: A hero is in a Blaze
clauses: [B25.4]
board: |
  size 14 x 10
  woods: E5 E6
clock: {phase: RtPh, phasing: a}
units: {hero: ger-hero at E5, foe: rus-447 at E1}
counters: {blaze b1: {at: E5, fresh: true}}
script: [{expect: {units: {hero: at E5}}}]
"""
CREST = """
title: A squad in the open beside a gully, with an enemy behind it or before it
clauses: [B20.9]
board: |
  size 18 x 12
  gully: E1-E10
clock: {phase: APh, phasing: a}
units: {sq: ger-467 at F5, foe: rus-447 at FOE}
victory: {side: a, at_least: 1, hexes: C4, control: {C4: b}}
script: [{expect: {units: {sq: at F5}}}]
"""
PAIR = """
title: A leader has a MG, and another is with him
clauses: [A9.12]
clock: {phase: PFPh, phasing: a}
units: {ldr: ger-8-1 at E2, sgt: ger-8-0 at E2, foe: rus-447 at E4}
weapons: {mg: ger-hmg with ldr}
script: [{expect: {units: {sgt: at E2}}}]
"""


def test_who_cannot_break_leaves_a_blaze_for_cover(tmp_path: Path) -> None:
    nouns = decided(BLAZE, tmp_path)
    assert (nouns["verb"], nouns["to"]) == ("leave_blaze", "inline:E6/0")


@pytest.mark.parametrize(("foe", "crest"), [("L5", True), ("A5", False)])
def test_the_crest_is_taken_where_it_faces_the_enemy(tmp_path: Path, foe: str, crest: bool) -> None:
    nouns = decided(CREST.replace("FOE", foe), tmp_path)
    assert nouns["verb"] == "advance"
    assert nouns.get("crest", False) is crest


def test_two_leaders_fire_a_mg(tmp_path: Path) -> None:
    assert decided(PAIR, tmp_path)["verb"] == "fire_together"


MINES = """
title: A broken squad routs to woods where its own mines lie, or to others
clauses: [A10.5]
board: |
  size 18 x 12
  woods: D5 D7
clock: {phase: RtPh, phasing: a}
units: {sq: ger-467 at E6 broken dm, foe: rus-447 at I6}
MINES
script: [{expect: {units: {sq: at E6}}}]
"""
RESIDUAL = """
title: A squad is on its way, and Residual FP lies before it
clauses: [A8.2]
board: |
  size 18 x 6
clock: {phase: MPh, phasing: a, turn: 6, turns: 6}
units: {sq: ger-467 at E3, foe: rus-447 at R5}
RESIDUAL
victory: {side: a, at_least: 1, hexes: G3, control: {G3: b}}
script: [{expect: {units: {sq: at E3}}}]
"""


@pytest.mark.parametrize("mined", ["D5", "D7"])
def test_nobody_routs_into_mines_of_his_own(tmp_path: Path, mined: str) -> None:
    nouns = decided(MINES.replace("MINES", f"mines: {{{mined}: a 8}}"), tmp_path)
    assert nouns["verb"] == "rout"
    assert nouns["to"] != f"inline:{mined}/0"


def test_who_can_goes_round_residual_fp(tmp_path: Path) -> None:
    straight = decided(RESIDUAL.replace("RESIDUAL\n", ""), tmp_path)
    there = LocationId(straight["to"])
    at = str(hex_of(there)).partition(":")[2]
    residual = f"counters: {{residual {there}: {{at: {at}, fp: 8}}}}"
    nouns = decided(RESIDUAL.replace("RESIDUAL", residual), tmp_path)
    assert (straight["verb"], nouns["verb"]) == ("move", "move")
    assert nouns["to"] != there
