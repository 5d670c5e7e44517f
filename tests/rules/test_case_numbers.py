"""Numbers, modifiers, places and labels of cases, in the ways in which players write them."""

from pathlib import Path

import pytest

from rules.cases.numbers import named, same
from rules.cases.run import run_case
from rules.data import DataError

CASE = """\
title: A try
clauses: [A8.2]
clock: {phase: MPh}
units:
  sq: ger-467 at E5
  two: ger-447 at E7 concealed
  ldr: ger-6+1 at E7 concealed
  ring: rus-447 at K5 encircled
  foe: rus-447 at S9
counters:
  residual E4: {fp: 2}
  foxhole E4: {}
script:
  - a: move sq to E4
    dice: [Resid 6 6]
    expect:
      units:
        sq: not concealed not encircled
        two: concealed
        ldr: ger-6+1 under c1
        ring: encircled
      results: {of: sq E5, cost: 1.0}
      counters: {residual E4: {fp: 2}, entrenchment E4: {squads: 1, dug: foxhole}, wire E4: gone}
"""


def run(tmp_path: Path, text: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text, encoding="utf-8")
    run_case(path)


@pytest.mark.parametrize("text", ["3½", "3.5", "7/2", "3+1/2"])
def test_one_number_in_several_ways(text: str) -> None:
    assert same("3½", text)
    assert not same("3¼", text)


def test_no_number_is_like_another() -> None:
    assert same("1KIA", "1KIA")
    assert not same("1KIA", "2KIA")
    assert not same(None, "1")


def test_a_modifier_by_its_words() -> None:
    ledger = {"4-6-7 sq is CX": 1, "8-1 ldr directs": -1, "8-1 two directs": -1}
    assert named(ledger, "cx") == "4-6-7 sq is CX"
    assert named(ledger, "ldr directs") == "8-1 ldr directs"
    assert named(ledger, "directs") is None


def test_concealed_and_encircled_and_by_place(tmp_path: Path) -> None:
    run(tmp_path, CASE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("two: concealed", "two: not concealed", "two: under is c1, not none"),
        ("sq: not concealed", "sq: concealed", "sq: under is none"),
        ("ring: encircled", "ring: not encircled", "ring is encircled"),
        ("residual E4: {", "residual r1: {", "a residual is called by its place, as 'residual E5'"),
        ("foxhole E4: {}", "pillbox E4: {}", "pillbox E4 does not say its 'squads'"),
        ("[Resid 6 6]", "[Res 6 6]", "the script has Res"),
        ("ger-6+1 at", "ger-6+2 at", "'ger-6p2' is no type of counter"),
    ],
)
def test_what_does_not_hold(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        run(tmp_path, CASE.replace(old, new))
