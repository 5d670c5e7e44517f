"""The clause list: complete, in order, one short line each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from rules.clauses import UnknownSectionError, clauses, read_clauses
from rules.data import DataError

if TYPE_CHECKING:
    from pathlib import Path

LEDGER = {"B28": 158, "A14": 95, "E6": 66, "E11": 91, "W10": 105}
TERRAIN = {
    "A6": 20,
    "B6": 22,
    "B10": 24,
    "B11": 16,
    "B13": 6,
    "B14": 6,
    "B19": 14,
    "B20": 8,
    "B21": 10,
    "B23": 16,
}
COUNTS = LEDGER | TERRAIN


@pytest.mark.parametrize(("section", "number"), COUNTS.items())
def test_every_section_has_its_clauses(section: str, number: int) -> None:
    found = clauses(section)
    assert len(found) == number
    assert {clause.section for clause in found} == {section}
    assert len({clause.system for clause in found}) == 1


def test_all_sections_follow_one_another_in_ledger_order() -> None:
    assert clauses() == tuple(clause for section in COUNTS for clause in clauses(section))
    assert [clause.id for clause in clauses("A14")[4:20]] == [
        f"A14.1{letter}" for letter in "abcdefgmnohijkl"
    ] + ["A14.2a"]


def test_ids_are_unique() -> None:
    ids = [clause.id for clause in clauses()]
    assert len(ids) == len(set(ids)) == 515 + sum(TERRAIN.values())


def test_no_two_clauses_say_the_same() -> None:
    said = [clause.text for clause in clauses()]
    assert len(said) == len(set(said))


def test_a_clause_is_one_short_sentence() -> None:
    sentence = re.compile(r"[A-Z0-9].{9,108}\.")
    assert [clause for clause in clauses() if sentence.fullmatch(clause.text) is None] == []


def test_an_unknown_section_is_refused() -> None:
    with pytest.raises(UnknownSectionError, match="no clauses of section 'Z9'; there are B28, A14"):
        clauses("Z9")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("  A14.1a: Of another section.", "is no clause of B28"),
        ("  B28.1: Without a letter.", "is no clause of B28"),
        ("  B28.1a:", "must be text, not nothing"),
        ("  B28.1a: " + "long " * 30, "has 149 characters, 110 are allowed"),
    ],
)
def test_a_bad_clause_is_refused(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "b28.yaml"
    path.write_text(f"section: B28\nsystem: minefields\nclauses:\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match=message) as caught:
        read_clauses(path)
    assert caught.value.line == 4
