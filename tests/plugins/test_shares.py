"""Modules that take long say why."""

import ast
from pathlib import Path

import pytest

from tests.plugins import shares

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = sorted(
    name for name, share in shares.known().items() if share > shares.LONG and name != shares.CASES
)
WHY = "Takes long"


def test_shares_are_of_the_sum() -> None:
    measured = {"tests/a.py": 1.0, "tests/b.py": 2.999, "tests/c.py": 0.001}
    assert shares.shares_of(measured) == {"tests/b.py": 75.0, "tests/a.py": 25.0}


def test_what_is_known_is_there() -> None:
    assert [name for name in shares.known() if not (ROOT / name).exists()] == []


def test_shares_are_percents_with_the_longest_first() -> None:
    percents = list(shares.known().values())
    assert percents == sorted(percents, reverse=True)
    assert 80 < sum(percents) <= 100.5


def test_a_module_above_five_percent_says_why() -> None:
    """As `Takes long: every planted leak is looked for`, in its docstring."""
    silent = [name for name in LONG if WHY not in _docstring(ROOT / name)]
    assert silent == []


def _docstring(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text())) or ""


def test_browsers_come_first_and_cases_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        shares, "known", lambda: {"tests/games/test_b.py": 3, "tests/x/test_c.py": 4}
    )
    nodes = [
        "tests/cases/a07/one.yaml::one",
        "tests/games/test_a.py::test",
        "tests/games/test_b.py::test",
        "tests/x/test_c.py::test",
        "tests/browser/test_d.py::test",
    ]
    assert [shares.module_of(node) for node in sorted(nodes, key=shares._turn)] == [
        "tests/browser/test_d.py",
        "tests/x/test_c.py",
        "tests/games/test_b.py",
        "tests/games/test_a.py",
        "tests/cases",
    ]
