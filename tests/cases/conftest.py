"""Every case under tests/cases is a test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.cases.run import run_case
from rules.data import DataError


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> "CaseFile | None":
    if file_path.suffix != ".yaml":
        return None
    return CaseFile.from_parent(parent, path=file_path)


class CaseFile(pytest.File):
    """A file with one case."""

    def collect(self) -> Iterator["CaseItem"]:
        yield CaseItem.from_parent(self, name=self.path.stem)


class CaseItem(pytest.Item):
    """A case as a test."""

    def runtest(self) -> None:
        run_case(self.path)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any) -> Any:
        if isinstance(excinfo.value, DataError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"case {self.name}"
