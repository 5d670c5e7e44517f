"""What the sensible player does to have, by the end, what the victory conditions name."""

from pathlib import Path

import pytest

from tests.rules.opponent.deciding import decided

ON_WIRE = """
title: Squads on Wire, before woods that they are to take
clauses: [B26.4]
board: |
  size 12 x 8
  woods: E4
clock: {phase: MPh, phasing: a}
units: {one: ger-467 at E6 on wire, two: ger-467 at E6 on wire}
counters: {wire w1: {at: E6}}
victory: {side: a, at_least: 1, hexes: E4, control: {E4: b}}
script: [{expect: {units: {one: at E6}}}]
"""
UNSEEN = """
title: A squad under a "?" in the woods that its side is to take
clauses: [A26.11]
board: |
  size 12 x 8
  woods: E4
clock: {phase: APh, phasing: a}
units: {one: ger-467 at AT under c1}
victory: {side: a, at_least: 1, hexes: E4, control: {E4: OWNER}}
script: [{expect: {units: {one: under c1}}}]
"""
HELD = """
title: One wood of two is held
clauses: [A26.11]
board: |
  size 12 x 8
  woods: E4 G4
clock: {phase: MPh, phasing: a}
units: {one: ger-467 at E4, two: ger-467 at E4, foe: rus-447 at L8 broken}
victory: {side: a, at_least: NEEDED, hexes: E4 G4, control: {E4: a, G4: b}}
script: [{expect: {units: {one: at E4}}}]
"""
SHOT = """
title: Two squads of four have a good shot, and woods to take a long way off
clauses: [A3.2]
board: |
  size 20 x 12
  woods: P4
  building wooden house: E6
clock: {phase: PFPh, phasing: a, turn: TURN, turns: 9}
units:
  one: ger-467 at E4
  two: ger-467 at E4
  other: ger-467 at A4
  another: ger-467 at A4
  foe: rus-447 at E6
victory: {side: a, at_least: 1, hexes: P4, control: {P4: b}}
script: [{expect: {units: {one: at E4}}}]
"""
LYING = """
title: A leader with a squad, and broken squads a little way off
clauses: [A10.6]
board: |
  size 20 x 12
  woods: E4 P4 A4
clock: {phase: MPh, phasing: a}
units:
  ldr: ger-8-1 at E4
  sq: ger-467 at E4
  one: ger-467 at A4 broken
  two: ger-467 at OTHER broken
victory: {side: a, at_least: 1, hexes: P4, control: {P4: b}}
script: [{expect: {units: {sq: at E4}}}]
"""

CROWD = """
title: Squads in a wood that counts, an enemy near, and another wood to take
clauses: [A26.11]
board: |
  size 20 x 8
  woods: E4 LATER
clock: {phase: PHASE, phasing: a, turn: 3, turns: 6}
units:
  one: ger-467 at E4
  two: ger-467 at E4
  three: ger-467 at E4
  foe: rus-447 at E6
victory: {side: a, at_least: NEEDED, hexes: E4 LATER, control: {E4: a, LATER: b}}
script: [{expect: {units: {one: at E4}}}]
"""
LAST = """
title: A squad in a wood that counts, with an enemy near, and another wood to take
clauses: [A26.11]
board: |
  size 12 x 8
  woods: E4 E5
clock: {phase: PHASE, phasing: a, turn: TURN, turns: 6}
units: {one: ger-467 at E4, foe: rus-447 at E6}
victory: {side: a, at_least: 2, hexes: E4 E5, control: {E4: a, E5: b}}
script: [{expect: {units: {one: at E4}}}]
"""
HALFWAY = """
title: A squad with its leader, halfway across the open to woods that they are to take
clauses: [A4.61]
board: |
  size 20 x 12
  woods: C4 G4
clock: {phase: MPh, phasing: a, turn: 2, turns: 6}
units:
  one: ger-467 at AT spent 4 moving
  ldr: ger-8-1 at AT spent 4 moving
  foe: rus-447 at FOE
victory: {side: a, at_least: 1, hexes: G4, control: {G4: b}}
script: [{expect: {units: {one: at AT}}}]
"""
ALONE = """
title: A leader alone in the wood that counts, an enemy near, broken squads beside him
clauses: [A26.11]
board: |
  size 12 x 8
  woods: E4 E5
clock: {phase: APh, phasing: a, turn: TURN, turns: 6}
units:
  ldr: ger-8-1 at E4
  one: ger-467 at E5 broken
  two: ger-467 at E5 broken
  foe: rus-447 at G4
victory: {side: a, at_least: 1, hexes: E4, control: {E4: a}}
script: [{expect: {units: {one: at E5}}}]
"""
BEFORE_CC = """
title: Three squads beside a wood that they are to take, and who holds it
clauses: [A11.1]
board: |
  size 12 x 8
  woods: E3
clock: {phase: APh, phasing: a, turn: 3, turns: 6}
units:
  one: ger-467 at E4
  two: ger-467 at E4
  three: ger-467 at E4
  foe: rus-447 at E3
  foe2: rus-447 at E3
MORE
victory: {side: a, at_least: 1, hexes: E3, control: {E3: b}}
script: [{expect: {units: {one: at E4}}}]
"""
BESIDE = """
title: A leader beside broken squads
clauses: [A10.6]
board: |
  size 20 x 12
  woods: E4 P4
clock: {phase: APh, phasing: a}
units:
  ldr: ger-8-1 at E5
  one: ger-467 at E4 broken
  two: ger-467 at E4 broken
victory: {side: a, at_least: 1, hexes: P4, control: {P4: b}}
script: [{expect: {units: {ldr: at E5}}}]
"""


def test_who_wants_to_go_on_comes_off_the_wire(tmp_path: Path) -> None:
    nouns = decided(ON_WIRE, tmp_path)
    assert (nouns["verb"], len(nouns["units"])) == ("come_off", 2)


@pytest.mark.parametrize(
    ("at", "owner", "verb"),
    [("E4", "b", "give_up_concealment"), ("E4", "a", "end_phase"), ("E5", "b", "advance")],
)
def test_a_mark_is_given_up_for_control_alone(
    tmp_path: Path, at: str, owner: str, verb: str
) -> None:
    nouns = decided(UNSEEN.replace("AT", at).replace("OWNER", owner), tmp_path)
    assert nouns["verb"] == verb


@pytest.mark.parametrize(("needed", "verb"), [("1", "end_phase"), ("2", "move")])
def test_who_has_enough_keeps_it(tmp_path: Path, needed: str, verb: str) -> None:
    assert decided(HELD.replace("NEEDED", needed), tmp_path)["verb"] == verb


@pytest.mark.parametrize(("turn", "verb"), [("1", "fire"), ("7", "end_phase")])
def test_who_is_late_does_not_stay_to_fire(tmp_path: Path, turn: str, verb: str) -> None:
    assert decided(SHOT.replace("TURN", turn), tmp_path)["verb"] == verb


@pytest.mark.parametrize(("turn", "verb"), [("8", "fire"), ("9", "end_phase")])
def test_a_great_shot_is_taken_however_late_but_in_the_last_turn(
    tmp_path: Path, turn: str, verb: str
) -> None:
    text = SHOT.replace("  building wooden house: E6\n", "").replace("TURN", turn)
    assert decided(text, tmp_path)["verb"] == verb


@pytest.mark.parametrize(
    ("at", "foe", "on"), [("D5", "H7", "E5"), ("D4", "F7", "E4")], ids=["D5", "D4"]
)
def test_who_is_halfway_goes_on(tmp_path: Path, at: str, foe: str, on: str) -> None:
    nouns = decided(HALFWAY.replace("AT", at).replace("FOE", foe), tmp_path)
    assert (nouns["verb"], nouns["to"]) == ("move", f"inline:{on}/0")


@pytest.mark.parametrize(("turn", "verb"), [("3", "advance"), ("6", "end_phase")])
def test_a_leader_alone_keeps_at_last_what_counts(tmp_path: Path, turn: str, verb: str) -> None:
    assert decided(ALONE.replace("TURN", turn), tmp_path)["verb"] == verb


@pytest.mark.parametrize(("other", "alone"), [("A4", True), ("A10", False)])
def test_a_leader_goes_to_several_who_lie_broken(tmp_path: Path, other: str, alone: bool) -> None:
    nouns = decided(LYING.replace("OTHER", other), tmp_path)
    assert nouns["verb"] == "move"
    assert (len(nouns["units"]) == 1) is alone


@pytest.mark.parametrize("phase", ["MPh", "APh"])
@pytest.mark.parametrize(("turn", "goes"), [("3", False), ("6", True)])
def test_who_holds_a_goal_leaves_it_at_last_for_another(
    tmp_path: Path, phase: str, turn: str, goes: bool
) -> None:
    nouns = decided(LAST.replace("PHASE", phase).replace("TURN", turn), tmp_path)
    assert (nouns["verb"], nouns.get("to", "").endswith("E5/0")) == (
        ("move" if phase == "MPh" else "advance", True) if goes else ("end_phase", False)
    )


def test_a_leader_advances_to_those_who_lie_broken(tmp_path: Path) -> None:
    nouns = decided(BESIDE, tmp_path)
    assert (nouns["verb"], nouns["to"]) == ("advance", "inline:E4/0")


@pytest.mark.parametrize(("many", "goes"), [(2, False), (4, True)])
def test_a_leader_goes_farther_to_more(tmp_path: Path, many: int, goes: bool) -> None:
    lying = "\n".join(f"  x{n}: ger-467 at T11 broken" for n in range(many))
    text = LYING.replace("  two: ger-467 at OTHER broken", lying)
    assert (len(decided(text, tmp_path)["units"]) == 1) is goes


def _crowd(phase: str, needed: int, later: str) -> str:
    text = CROWD.replace("PHASE", phase).replace("NEEDED", str(needed))
    return text.replace("LATER", later)


@pytest.mark.parametrize(("needed", "firing"), [(1, 3), (2, 0)])
def test_who_holds_a_goal_does_not_fire_with_all_if_there_is_another(
    tmp_path: Path, needed: int, firing: int
) -> None:
    sheltered = _crowd("PFPh", needed, "L4").replace("clock", "  building stone house: E6\nclock")
    nouns = decided(sheltered, tmp_path)
    assert len(nouns.get("units", ())) == firing


def test_one_of_several_stays_in_a_goal(tmp_path: Path) -> None:
    nouns = decided(_crowd("MPh", 2, "L4").replace("  three: ger-467 at E4\n", ""), tmp_path)
    assert (nouns["verb"], len(nouns["units"])) == ("move", 1)


def test_one_of_several_stays_in_a_goal_in_the_aph_too(tmp_path: Path) -> None:
    nouns = decided(_crowd("APh", 2, "E3"), tmp_path)
    assert (nouns["verb"], len(nouns["units"])) == ("advance", 2)


def test_at_last_what_has_to_be_taken_goes_before_close_combat(tmp_path: Path) -> None:
    text = (
        LAST.replace("PHASE", "APh")
        .replace("TURN", "6")
        .replace("foe: rus-447 at E6", "foe: rus-237 at E3")
    )
    assert decided(text, tmp_path)["to"] == "inline:E5/0"


@pytest.mark.parametrize(("more", "going"), [("", 3), ("  foe3: rus-447 at E3", 0)])
def test_as_many_as_can_go_into_close_combat(tmp_path: Path, more: str, going: int) -> None:
    nouns = decided(BEFORE_CC.replace("MORE", more), tmp_path)
    assert (nouns["verb"], len(nouns.get("units", ()))) == (
        ("advance", going) if going else ("end_phase", 0)
    )
