"""Which cases and tests prove which clauses, and of which nothing shows that a game gets there.

A case is played by the engine, and so is proof that a game reaches what it names. A test that calls
functions is none: it is marked with the `rule` that is written there. What the reader of scenario
cards enforces, from which each game begins, has no case; its tests are marked with `card`.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rules.cases.reading import read_clauses_of
from rules.cases.run import case_files
from rules.clauses import clauses
from rules.data import DataError, load_yaml, nearest

ENFORCING = ("board", "forces", "position", "chapters", "play", "scenarios")
"""The packages of the rules that enforce anything."""

_NUMBER = re.compile(r"\b[A-Z]{1,2}\d+\.\d+\b")
_LEDGER_ID = re.compile(r"([A-Z]\d+)\.\d+[a-z]")
_WRITTEN = "rule"
_READ = "card"


def proofs(cases: Iterable[Path], tests: Iterable[Path]) -> Mapping[str, tuple[str, ...]]:
    """By clause or rule number, the names of the cases that prove it, and of the tests that show it
    of scenario cards.

    A case goes by its file's name, a test by its file and its own. Raises DataError for a case
    that names a clause which the clause list does not have.
    """
    found: dict[str, list[str]] = {}
    for path in case_files(cases):
        check_clauses(path)
        for clause in read_clauses_of(path):
            found.setdefault(clause, []).append(path.stem)
    for clause, names in _tests_of(tests, _READ).items():
        found.setdefault(clause, []).extend(names)
    return {clause: tuple(names) for clause, names in found.items()}


def written(tests: Iterable[Path]) -> Mapping[str, tuple[str, ...]]:
    """By clause or rule number, the tests of what is written for it, whoever calls that."""
    return _tests_of(tests, _WRITTEN)


def _tests_of(tests: Iterable[Path], mark: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for path in tests:
        for clause, name in _marked(path, mark):
            found[clause] = (*found.get(clause, ()), f"{path.name}::{name}")
    return found


def citations(rules: Path) -> Mapping[str, tuple[str, ...]]:
    """By rule number, the modules below a folder of the rules that cite it."""
    found: dict[str, list[str]] = {}
    for package in ENFORCING:
        for path in sorted((rules / package).rglob("*.py")):
            for number in sorted(set(_NUMBER.findall(path.read_text(encoding="utf-8")))):
                found.setdefault(number, []).append(path.stem)
    return {number: tuple(names) for number, names in found.items()}


def check_clauses(path: Path) -> None:
    """Raise DataError if a case names a letter of a listed section that the clause list has not."""
    listed = {clause.id for clause in clauses()}
    sections = {clause.section for clause in clauses()}
    for node in load_yaml(path)["clauses"].items():
        match = _LEDGER_ID.fullmatch(node.text())
        if match is not None and match[1] in sections and node.text() not in listed:
            near = nearest(node.text(), sorted(listed))
            raise DataError(path, node.line, node.field, f"there is no clause {node.text()}{near}")


def _marked(path: Path, name: str) -> Iterator[tuple[str, str]]:
    """The tests of a module with a mark: the numbers on it, and the test's name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for mark in node.decorator_list:
                for number in _numbers(mark, name):
                    yield number, node.name


def _numbers(mark: ast.expr, name: str) -> Iterator[str]:
    if not isinstance(mark, ast.Call) or not ast.unparse(mark.func).endswith(f".{name}"):
        return
    for argument in mark.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
