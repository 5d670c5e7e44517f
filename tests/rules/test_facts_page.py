"""docs/facts.md has a row for each kind of secret of concealment, and names cases there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = 78
_CASE = re.compile(r"\b[abce]\d\d/[a-z0-9-]+")


def _rows() -> list[str]:
    lines = (ROOT / "docs" / "facts.md").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if re.match(r"\| V\d\d", line)]


def test_every_kind_of_secret_has_a_row() -> None:
    found: set[int] = set()
    for row in _rows():
        for first, last in re.findall(r"V(\d\d)(?:–V(\d\d))?", row.split("|")[1]):
            found |= set(range(int(first), int(last or first) + 1))
    assert found == set(range(1, ROWS + 1))


def test_the_cases_of_the_rows_are_there() -> None:
    named = {case for row in _rows() for case in _CASE.findall(row)}
    assert named
    assert not [case for case in sorted(named) if not _path(case).is_file()]


def test_every_row_names_a_case_or_says_why_there_is_none() -> None:
    assert all(row.strip("| ").split("|")[-1].strip() for row in _rows())


def _path(case: str) -> Path:
    return ROOT / "tests" / "cases" / f"{case}.yaml"
