"""What came of the last long run is told once the rules are others, and fails nothing."""

from pathlib import Path

import pytest

from tests.long_run import code_of, note, quick_and_long, reminder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "module.py").write_text("X = 1", encoding="utf-8")
    return folder


def test_the_digest_is_of_all_that_rules_read(package: Path) -> None:
    digests = [code_of(package)]
    for name in ("module.py", "table.yaml", "board.txt"):
        (package / name).write_text("X = 2", encoding="utf-8")
        digests.append(code_of(package))
    assert len(set(digests)) == 4
    (package / "__pycache__" / "module.py").write_text("X = 3", encoding="utf-8")
    (package / "module.pyc").write_bytes(b"X")
    assert code_of(package) == digests[-1]


def test_it_is_remembered_by_which_rules_it_ran(tmp_path: Path, package: Path) -> None:
    result = tmp_path / "long_run.json"
    assert reminder(result) == "`make long` has never run."
    note(["a.py::one", "a.py::two", "b.py::one"], [], result)
    assert b'"a.py": 2' in result.read_bytes()
    assert reminder(result) == ""
    assert reminder(result, package).endswith(", by other rules than these.")
    note(["a.py::one"], ["b.py::one"], result)
    assert "`make long` had 1 failures on " in reminder(result)


def test_the_first_of_some_numbers_are_quick() -> None:
    marked = [bool(one.marks) for one in quick_and_long(2, 5)]
    assert marked == [False, False, True, True, True]
