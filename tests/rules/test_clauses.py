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
    "A6": 22,
    "B6": 23,
    "B10": 24,
    "B11": 16,
    "B13": 6,
    "B14": 6,
    "B19": 14,
    "B20": 32,
    "B21": 11,
    "B23": 16,
}
INFANTRY = {
    "A1": 13,
    "A2": 9,
    "A3": 9,
    "A4": 29,
    "A5": 9,
    "A7": 44,
    "A8": 19,
    "A9": 14,
    "A10": 27,
    "A11": 20,
    "A12": 27,
    "A13": 15,
    "A15": 38,
    "A16": 1,
    "A17": 8,
    "A18": 3,
    "A19": 18,
    "A20": 19,
    "A21": 3,
    "A22": 6,
    "A23": 5,
    "A24": 8,
    "A25": 14,
    "A26": 8,
    "B1": 3,
    "B2": 2,
    "B3": 3,
    "B4": 2,
    "B5": 2,
    "B7": 1,
    "B8": 1,
    "B9": 15,
    "B12": 1,
    "B15": 3,
    "B16": 3,
    "B17": 2,
    "B18": 2,
    "B22": 1,
    "B24": 10,
    "B25": 11,
    "B26": 4,
    "B27": 8,
    "B29": 3,
    "B30": 8,
}
WATER = {"E5": 31}
COUNTS = LEDGER | TERRAIN | INFANTRY | WATER


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


def test_a_chapter_goes_by_its_numbers() -> None:
    chapter = [clause.section for clause in clauses("B")]
    assert list(dict.fromkeys(chapter)) == sorted(set(chapter), key=lambda name: int(name[1:]))
    assert {"B1", "B9", "B10", "B28", "B30"} <= set(chapter)
    assert {clause.section[0] for clause in clauses("A")} == {"A"}


def test_a_clause_may_say_why_it_is_not_in_play(tmp_path: Path) -> None:
    path = tmp_path / "b07.yaml"
    line = "  B7.3a: {text: On a runway fire is easier., absent: there are none}"
    path.write_text(f"section: B7\nsystem: runways\nclauses:\n{line}\n", encoding="utf-8")
    (clause,) = read_clauses(path)
    assert (clause.text, clause.absent) == ("On a runway fire is easier.", "there are none")
    assert (clause.id, clause.number) == ("B7.3a", "B7.3")


def test_ids_are_unique() -> None:
    ids = [clause.id for clause in clauses()]
    assert len(ids) == len(set(ids)) == sum(COUNTS.values())


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
