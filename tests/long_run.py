"""What takes too long for every run: which tests, and what came of them when they last ran.

`make long` writes `long_run.json`, which is committed. If the rules are others since, a run of all
tests says so, and nothing else comes of it.
"""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

RESULT: Final = Path(__file__).with_name("long_run.json")
RULES: Final = Path(__file__).parent.parent / "rules"
_CODE: Final = frozenset({".py", ".txt", ".yaml"})


class LongRun(msgspec.Struct, frozen=True, kw_only=True):
    """Tests by how they ended, and the rules that they ran by; `failures` by their ids."""

    date: str
    code: str
    passed: int
    failed: int
    failures: tuple[str, ...]
    files: dict[str, int]
    """How many ran, by the file that they stand in."""


def quick_and_long(quick: int, every: int) -> list[Any]:
    """Numbers as parameters: the first are for every run, the others for the long one."""
    marks: dict[bool, list[Any]] = {True: [], False: [pytest.mark.long]}
    return [pytest.param(number, marks=marks[number < quick]) for number in range(every)]


def code_of(package: Path = RULES) -> str:
    """A digest of the rules: their modules and the data that they read."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in _CODE and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(package)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def note(passed: list[str], failed: list[str], to: Path = RESULT) -> None:
    """Write down what came of a long run, by the ids of its tests."""
    files: dict[str, int] = {}
    for name in sorted(passed + failed):
        file = name.partition("::")[0]
        files[file] = files.get(file, 0) + 1
    found = LongRun(
        date=datetime.now(UTC).date().isoformat(),
        code=code_of(),
        passed=len(passed),
        failed=len(failed),
        failures=tuple(sorted(failed)),
        files=files,
    )
    to.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")


def reminder(result: Path = RESULT, package: Path = RULES) -> str:
    """What to say of the last long run; empty if it is of these rules, and was green."""
    if not result.exists():
        return "`make long` has never run."
    last = msgspec.json.decode(result.read_bytes(), type=LongRun)
    if last.failed:
        return f"`make long` had {last.failed} failures on {last.date}."
    if last.code != code_of(package):
        return f"`make long` ran on {last.date}, by other rules than these."
    return ""
