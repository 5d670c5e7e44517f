"""What share of the whole suite's time each module takes, and the order that follows from it.

`pytest --shares` measures and writes `tests/shares.json`: percents by module. What takes longest
comes first, so that all processes have work to the end; browsers come before all else, since theirs
ends when a test of another folder begins, and the many short cases last. Shares, not seconds: they
are about the same on every machine.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parent.parent / "shares.json"
LONG = 5.0
"""Percent of the suite above which a module says in its docstring why it takes long."""
LEAST = 0.2
"""Percent below which a module is not listed."""
CASES = "tests/cases"
_FIRST, _LAST = "tests/browser/", f"{CASES}/"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shares", action="store_true", help="write tests/shares.json")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first."""
    items.sort(key=lambda item: _turn(item.nodeid))


def _turn(nodeid: str) -> tuple[int, float]:
    group = 0 if nodeid.startswith(_FIRST) else 2 if nodeid.startswith(_LAST) else 1
    return group, -known().get(module_of(nodeid), 0)


def module_of(nodeid: str) -> str:
    """The file of a test; all cases are one."""
    return CASES if nodeid.startswith(_LAST) else nodeid.partition("::")[0]


@cache
def known() -> dict[str, float]:
    """The shares that were measured last, in percent by module."""
    shares: dict[str, float] = json.loads(FILE.read_text())
    return shares


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--shares") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measured())


class Measured:
    """The seconds that each module takes, written as shares of their sum."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[module_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        FILE.write_text(json.dumps(shares_of(self._seconds), indent=1) + "\n")


def shares_of(seconds: Mapping[str, float]) -> dict[str, float]:
    """Percents of the sum, the longest first; without those that hardly count."""
    whole, longest = sum(seconds.values()), sorted(seconds, key=seconds.__getitem__, reverse=True)
    shares = {one: round(100 * seconds[one] / whole, 1) for one in longest}
    return {one: share for one, share in shares.items() if share >= LEAST}
