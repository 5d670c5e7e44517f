"""Random games on ground that has everything: no fault, and everybody stands where one can."""

import random
from pathlib import Path

import pytest

from rules.board.locations import LocationKind
from rules.cases.reading import read_case
from rules.play.ruleset import AslRules
from rules.play.setup.placing import setup_area
from rules.proof.simulation import play_randomly
from tests.long_run import quick_and_long

CASE = """
title: A little of everything
clauses: [A4.1]
board: |
  size 13 x 9
  level 1: C2 C3 D1 E2 E3 K2 K3 L1
  level 2: D2 L2
  level -1: I8 I9
  woods: C2 D2 G1 G5 I7 E8
  brush: A4 G8
  grain: K7
  orchard: K8
  vineyard: A7
  crag: B8
  graveyard: G9
  shellholes: I4 F2
  huts: M8
  paddy: M7
  marsh: A9 B9
  rubble stone: I1
  gully: A5 B5 C5 D4 E4
  stream: E4 F4 G4
  river: H4 I5 J4 K5 L4 M5
  ford: J4
  road dirt: F0 F1 F2 F3 F4 F5 F6 F7 F8 F9
  bridge wooden: F4
  sunken-road: H6 H7 H8
  path: G5 G6
  building stone hall levels 2 stairwell C7: C7 D6 D7
  building wooden row levels 1: I2 I3
  rowhouse: I2/3
  cliff: L2/3 D2/4
  wall: E6/0
  hedge: J7/2
setup:
  order: [b, a]
  b:
    area: A1-A9 C2 C5 C7 D2 D6 D7 F4 G4 I2 I3
    mines: 24
    pieces: {r1: rus-447, r2: rus-447, r3: rus-447, r4: rus-426, rl: rus-8-0, rm: rus-lmg}
  a:
    area: F0-F3 F5 G1-G3 G5 J4 L2 M1-M9
    pieces: {g1: ger-467, g2: ger-467, g3: ger-467, g4: ger-467, gl: ger-8-1, gm: ger-lmg}
victory: {side: a, at_least: 2, hexes: C7 D7 I3}
script: []
"""


@pytest.fixture(name="rules")
def everything(tmp_path: Path) -> AslRules:
    path = tmp_path / "everything.yaml"
    path.write_text(CASE, encoding="utf-8")
    return read_case(path).rules


@pytest.mark.parametrize("number", quick_and_long(1, 8))
def test_a_random_game_over_all_terrain_has_no_fault(rules: AslRules, number: int) -> None:
    seed = f"everything:{number}"
    played = play_randomly(rules, random.Random(seed), seed.encode())
    assert played.faults == []
    assert played.winner is not None


def test_units_set_up_above_the_ground_too(rules: AslRules) -> None:
    kinds = {rules.board.kind(at) for at in setup_area(rules.board, rules.board.hexes)}
    assert kinds == set(LocationKind) - {
        LocationKind.WATER,
        LocationKind.CREST,
        LocationKind.PILLBOX,
        LocationKind.CLIFF,
    }
